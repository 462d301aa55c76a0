/** The installation of `npm run cluster`: the engines, a process for each role, and nginx before them. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Nats, startNats } from '../../apps/server/src/engines/cluster/log/testing/nats.ts';
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../apps/server/src/engines/cluster/store/testing/server.ts';
import { type Pair, startPair } from '../../apps/server/src/platform/database/embedded/testing/standby.ts';
import { closeLinks, type Links, startLinks } from './links.ts';
import { startProxy } from './proxy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** How many processes of each role. */
const PROCESSES = { accounts: 2, collector: 2, loader: 2, console: 1, jobs: 1 } as const;
export type Role = keyof typeof PROCESSES;

export interface Server {
  readonly role: Role;
  readonly process: ServerProcess;
  /** Its network to the engines. */
  readonly links: Links;
}

export interface Installation {
  readonly folder: string;
  /** Of nginx. */
  readonly url: string;
  readonly servers: readonly Server[];
  readonly nats: Nats;
  readonly clickHouse: ClickHouseServer;
  /** A standby is promoted and the dead one copied again by itself. */
  readonly database: Pair;
}

export interface InstallationOptions {
  /** Its path. */
  readonly nginx: string;
  readonly port: number;
  /** Called with how to end each part, once it was started; the last one is to be ended first. May throw to start nothing more. */
  readonly started: (end: () => Promise<unknown>) => void;
  /** Called with what was done about a PostgreSQL that ended. */
  readonly say: (what: string) => void;
  /** Where all of it keeps its data (`foldersOf`). @default a folder of its own, which is removed at the end */
  readonly folder?: string;
  /** More of each process's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Where each engine's servers keep their data: what a disk of its own is mounted at. */
export const foldersOf = (folder: string) => ({
  PostgreSQL: ['one', 'two'].map(name => join(folder, 'postgres', name)),
  NATS: ['0', '1', '2'].map(name => join(folder, 'nats', name)),
  ClickHouse: join(folder, 'clickhouse'),
});

const ownFolder = async (started: InstallationOptions['started']): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-cluster-'));
  started(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
};

export const startInstallation = async (options: InstallationOptions): Promise<Installation> => {
  const { nginx, port, started, say } = options;
  const folder = options.folder ?? (await ownFolder(started));
  // What it logs of a primary that somebody killed is told below.
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const database = await startPair(join(folder, 'postgres'), { log: quiet, connections: 200 });
  started(() => database.stop());
  database.manage(say);
  const nats = await startNats(3, join(folder, 'nats'));
  started(() => nats.close());
  // What is removed at the end, which a disk can't be.
  const clickHouseFolder = join(foldersOf(folder).ClickHouse, 'data');
  await mkdir(clickHouseFolder, { recursive: true });
  const clickHouse = await startClickHouse(clickHouseFolder);
  started(() => clickHouse.remove());
  const { user, password, database: name } = database.primary;
  const engines = {
    PostgreSQL: [database.primary, database.standby].map(each => ({
      path: `${each.host}/.s.PGSQL.${each.port}`,
    })),
    NATS: nats.servers,
    ClickHouse: [new URL(clickHouse.url).host],
  };

  const env: Record<string, string> = {
    ROLLCALL_ENV: 'dev',
    ROLLCALL_ISSUER: `http://127.0.0.1:${port}`,
    ROLLCALL_TRUST_PROXY: 'loopback',
    ROLLCALL_SECRET: 'of-this-machine-alone-0123456789-abcdefghij',
    ROLLCALL_EVENT_LOG: 'nats',
    ROLLCALL_NATS_REPLICAS: '3',
    ROLLCALL_NATS_BYTES: '256',
    ROLLCALL_EVENT_STORE: 'clickhouse',
    ROLLCALL_LOG_LEVEL: 'warn',
    ...options.env,
  };
  const wanted = (Object.keys(PROCESSES) as Role[]).flatMap(role =>
    Array.from({ length: PROCESSES[role] }, (_, n) => ({ role, called: `${role}-${n + 1}` })),
  );
  const servers: Server[] = [];
  // One after the other: a machine of few cores starts them no faster together.
  for (const { role, called } of wanted) {
    const links = await startLinks(engines);
    started(() => closeLinks(links));
    const hosts = links.PostgreSQL.map(({ address }) => address).join(',');
    const server = await startServerProcess(called, {
      ...env,
      ROLLCALL_DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${hosts}/${name}`,
      ROLLCALL_NATS_URL: links.NATS.map(({ address }) => `nats://${address}`).join(','),
      ROLLCALL_CLICKHOUSE_URL: links.ClickHouse.map(({ address }) => `http://${address}`).join(','),
      ROLLCALL_ROLES: role,
      ROLLCALL_DATA: join(folder, called),
    });
    started(server.stop);
    servers.push({ role, process: server, links });
  }
  const ports = (role: Role) => servers.flatMap(server => (server.role === role ? server.process.port : []));
  const proxy = await startProxy(nginx, join(folder, 'nginx'), port, {
    accounts: ports('accounts'),
    collector: ports('collector'),
    console: ports('console'),
  });
  started(proxy.stop);
  return { folder, url: proxy.url, servers, nats, clickHouse, database };
};
