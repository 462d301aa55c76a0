/** Starts the engines, a process for each role, nginx before them and sample traffic; ends them in reverse order. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNats } from '../../apps/server/src/events/log/testing/nats.ts';
import { startClickHouse } from '../../apps/server/src/events/store/clickhouse/testing/server.ts';
import { pairUrl, startPair } from '../../apps/server/src/platform/database/embedded/testing/standby.ts';
import { simulateMissing } from '../simulated.mjs';
import { type Proxy, startProxy } from './proxy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { startTraffic } from './traffic.ts';

/** How many processes of each role. */
const PROCESSES = { accounts: 2, collector: 2, loader: 2, console: 1, jobs: 1 } as const;
type Role = keyof typeof PROCESSES;

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
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-cluster-'));
  started(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  // What it logs of a primary that somebody killed is told below.
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const database = await startPair(join(folder, 'postgres'), { log: quiet, connections: 200 });
  started(() => database.stop());
  database.manage(what => console.log(what));
  const nats = await startNats(3);
  started(() => nats.close());
  const clickHouse = await startClickHouse();
  started(() => clickHouse.remove());

  const env: Record<string, string> = {
    ROLLCALL_ENV: 'dev',
    ROLLCALL_ISSUER: `http://127.0.0.1:${port}`,
    ROLLCALL_TRUST_PROXY: 'loopback',
    ROLLCALL_SECRET: 'of-this-machine-alone-0123456789-abcdefghij',
    ROLLCALL_DATABASE_URL: pairUrl(database),
    ROLLCALL_EVENT_LOG: 'nats',
    ROLLCALL_NATS_URL: nats.servers.map(server => `nats://${server}`).join(','),
    ROLLCALL_NATS_REPLICAS: '3',
    ROLLCALL_NATS_BYTES: '256',
    ROLLCALL_EVENT_STORE: 'clickhouse',
    ROLLCALL_CLICKHOUSE_URL: clickHouse.url,
    ROLLCALL_LOG_LEVEL: 'warn',
  };
  await simulateMissing(env, () => import('../../apps/simulators/dist/start.mjs'));
  const wanted = (Object.keys(PROCESSES) as Role[]).flatMap(role =>
    Array.from({ length: PROCESSES[role] }, (_, n) => ({ role, name: `${role}-${n + 1}` })),
  );
  const servers: (ServerProcess & { role: Role })[] = [];
  // One after the other: a machine of few cores starts them no faster at once.
  for (const { role, name } of wanted) {
    const server = await startServerProcess(name, {
      ...env,
      ROLLCALL_ROLES: role,
      ROLLCALL_DATA: join(folder, name),
    });
    started(server.stop);
    servers.push({ ...server, role });
  }
  const of = (role: Role) => servers.filter(server => server.role === role);
  const proxy: Proxy = await startProxy(nginx, join(folder, 'nginx'), port, {
    accounts: of('accounts').map(({ port: own }) => own),
    collector: of('collector').map(({ port: own }) => own),
    console: of('console').map(({ port: own }) => own),
  });
  started(proxy.stop);
  const traffic = startTraffic(proxy.url);
  started(traffic.stop);

  const postgres = await database.pids();
  const adminLink = of('console')[0]?.adminLink;
  console.log(`
Rollcall is ready at ${proxy.url} (nginx), with sample traffic.
${adminLink === undefined ? '' : `Make the console's first admin, once: ${adminLink}\n`}
${servers.map(({ name, pid, url }) => `${name.padEnd(12)} ${String(pid).padEnd(8)} ${url}`).join('\n')}
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
