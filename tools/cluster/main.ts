/** Starts the engines, a process for each role, nginx before them and sample traffic; ends them in reverse order. */
import { parseArgs } from 'node:util';
import { simulateMissing } from '../simulated.mjs';
import { startInstallation } from './installation.ts';
import { startTraffic } from './traffic.ts';

const [nginx = 'nginx', ...args] = process.argv.slice(2);
const { values } = parseArgs({ args, options: { port: { type: 'string', default: '8080' } } });
const port = Number(values.port);
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  throw new Error(`--port takes a number from 1 to 65535, not "${values.port}".`);

const ending: (() => Promise<unknown>)[] = [];
const stopping = new AbortController();
const stopped = new Promise<void>(resolve => {
  process.once('disconnect', () => {
    stopping.abort();
    resolve();
  });
});
/** Notes how to end what was started, and starts nothing more where everything is to end already. */
const started = (how: () => Promise<unknown>) => {
  ending.push(how);
  stopping.signal.throwIfAborted();
};
const end = async () => {
  for (let next = ending.pop(); next; next = ending.pop())
    await next().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
};

const start = async () => {
  const env: Record<string, string> = {};
  await simulateMissing(env, () => import('../../apps/simulators/dist/start.mjs'));
  const { folder, url, servers, nats, clickHouse, database } = await startInstallation({
    nginx,
    port,
    started,
    env,
    say: what => console.log(what),
  });
  const traffic = startTraffic(url);
  started(traffic.stop);

  const postgres = await database.pids();
  const adminLink = servers.find(({ role }) => role === 'console')?.process.adminLink;
  console.log(`
Rollcall is ready at ${url} (nginx), with sample traffic.
${adminLink === undefined ? '' : `Make the console's first admin, once: ${adminLink}\n`}
${servers.map(({ process: each }) => `${each.name.padEnd(12)} ${String(each.pid).padEnd(8)} ${each.url}`).join('\n')}
NATS         ${nats.servers.join(', ')}
ClickHouse   ${String(clickHouse.pid).padEnd(8)} ${clickHouse.url}
PostgreSQL   ${postgres.primary} (primary), ${postgres.standby} (synchronous standby)

Each process answers /readyz and /metrics; an accounts process shows the codes that it sends at /dev/messages.
Kill any of them (kill -9 PID) and watch the console. Ctrl-C ends everything and removes ${folder}.`);
  return traffic;
};

try {
  // What is being started when everything is to end is ended with the rest.
  const traffic = await start();
  await stopped;
  console.log(`\n${traffic.summary()}`);
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error);
    process.exitCode = 1;
  }
}
await end();
process.exit();
