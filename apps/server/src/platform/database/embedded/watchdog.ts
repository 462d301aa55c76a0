/**
 * A small process between the server and postgres, for systems whose kernel cannot signal postgres when the server dies.
 * It holds the other end of a pipe; when the pipe closes, it shuts postgres down.
 *
 * Source text for `node -e`, because the server is bundled into one file. Commands on standard input: INT, QUIT, KILL. It exits
 * with postgres's status.
 */
export const WATCHDOG_SOURCE = `
const { spawn, spawnSync } = require('node:child_process');
const order = JSON.parse(process.argv[1]);
const child = spawn(order.command, order.args, {
  cwd: order.cwd, uid: order.uid, gid: order.gid, stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true,
});
const send = word => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') {
    if (word === 'KILL' || !order.pgCtl) child.kill('SIGKILL');
    else spawnSync(order.pgCtl, ['kill', word, String(child.pid)], { windowsHide: true });
  } else child.kill('SIG' + word);
};
let closing = false;
const close = () => {
  if (closing) return;
  closing = true;
  send('INT');
  setTimeout(() => send('QUIT'), order.patience);
  setTimeout(() => send('KILL'), order.patience + 5000);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, close);
child.on('error', error => { process.stderr.write(String(error.message) + '\\n'); process.exit(127); });
child.on('exit', (code, signal) => {
  if (signal && process.platform !== 'win32') { try { process.kill(process.pid, signal); } catch {} }
  process.exit(code === null ? 1 : code);
});
process.stdin.on('data', text => { for (const word of String(text).trim().split(/\\s+/)) send(word); });
for (const event of ['end', 'close', 'error']) process.stdin.on(event, close);
`;
