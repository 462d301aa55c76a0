/**
 * The watchdog: a small process between this one and postgres, where the kernel cannot be asked to end postgres with us.
 * It holds the other end of a pipe; when that closes, however we went, it shuts postgres down.
 *
 * It is a text and not a file because the server is bundled into one file: `node -e` needs no path.
 * Words on its standard input: INT, QUIT, KILL. Its result is postgres's.
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
