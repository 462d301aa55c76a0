import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { DATABASE, type Home, ROLE } from './initialise.ts';
import type { Exit, Launched, Launcher } from './launch.ts';
import { LOG_LINE_PREFIX, type Log, logReader } from './log.ts';
import type { Endpoint } from './socket.ts';

/** Connection options for pg. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** A running postmaster that accepts connections. */
export interface Postmaster {
  exited: Promise<Exit>;
  /** Fast shutdown, immediate after 20 s, SIGKILL after 5 s more; resolves after the exit. */
  stop(): Promise<void>;
}

/** Processes or shared memory of an earlier run still exist; retry later. */
export class StillInUse extends Error {}

/** Time without an answer in ms after which a start fails. PostgreSQL answers during recovery. */
const SILENCE = 60_000;

export interface PostmasterOptions {
  launcher: Launcher;
  binaries: Binaries;
  home: Home;
  endpoint: Endpoint;
  clusterName: string;
  password: string;
  log: Log;
  /** Connections that it takes at least. */
  connections: number;
}

const LEAST_CONNECTIONS = 50;

/**
 * Starts postgres and resolves when it accepts connections.
 * @throws StillInUse if an earlier run's processes or memory remain; Error with postgres's last lines otherwise
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { launcher, binaries, home, endpoint, log } = options;
  const launched = launcher.start(binaries.postgres, ['-D', home.data, ...settings(options)], {
    cwd: home.data,
    pgCtl: binaries.pgCtl,
  });
  const last: string[] = [];
  launched.onLine(line => {
    last.push(line);
    if (last.length > 20) last.shift();
  });
  launched.onLine(logReader(log));
  const connection = connectionTo(endpoint, options.password);
  const end = await ready(launched, connection, log).catch(async error => {
    await stop(launched);
    throw error;
  });
  if (end === undefined) return { exited: launched.exited, stop: () => stop(launched) };
  const output = last.join('\n').trim() || 'nothing';
  if (/pre-existing shared memory|lock file ".*" already exists/.test(output)) throw new StillInUse(output);
  throw new Error(
    `PostgreSQL ended while starting in ${home.data} (${end.signal ?? `code ${end.code}`}); it said:\n${output}`,
  );
}

/** Connection options of the cluster. */
export function connectionTo(endpoint: Endpoint, password: string): Connection {
  return { ...endpoint, user: ROLE, password, database: DATABASE };
}

/** Settings on the command line, which take precedence over the cluster's configuration files. */
function settings({ endpoint, clusterName, connections }: PostmasterOptions): string[] {
  const unix = process.platform !== 'win32';
  const values: Record<string, string> = {
    cluster_name: clusterName,
    listen_addresses: unix ? '' : endpoint.host,
    // A list; quotes allow commas and spaces in a path.
    unix_socket_directories: unix ? `"${endpoint.host.replaceAll('"', '""')}"` : '',
    port: String(endpoint.port),
    max_connections: String(Math.max(LEAST_CONNECTIONS, connections)),
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    jit: 'off',
    huge_pages: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: LOG_LINE_PREFIX,
    log_min_messages: 'warning',
    // Statements contain personal data.
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_connections: '',
    update_process_title: 'on',
    // Shared memory in the data folder: /dev/shm is 64 MB in containers, and systemd clears it at logout.
    ...(unix ? { dynamic_shared_memory_type: 'mmap', min_dynamic_shared_memory: '16MB' } : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Resolves to undefined once postgres accepts connections, or to its exit status if it ends first. */
async function ready(launched: Launched, connection: Connection, log: Log): Promise<Exit | undefined> {
  let ended: Exit | undefined;
  const end = launched.exited.then(exit => (ended = exit));
  const began = Date.now();
  let lastAnswer = began;
  let recovering = false;
  for (;;) {
    const answer = await probe(connection);
    if (ended) return ended;
    if (answer === undefined) return undefined;
    if (answer.code === '57P03') {
      lastAnswer = Date.now();
      if (!recovering && lastAnswer - began > 2_000) {
        log.info({}, 'the database is recovering from an earlier crash; this may take minutes');
        recovering = true;
      }
    } else if (answer.code?.startsWith('28')) {
      throw new Error(`The embedded database refuses its own password: ${answer.message}`);
    }
    if (Date.now() - lastAnswer > SILENCE) {
      throw new Error(`The embedded database did not answer for ${SILENCE / 1000} s: ${answer.message}`);
    }
    await Promise.race([end, wait(15)]);
  }
}

/** Undefined if the database answers a query, else the error. */
async function probe(connection: Connection): Promise<{ code?: string; message: string } | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return error as { code?: string; message: string };
  } finally {
    await client.end().catch(() => {});
  }
}

async function stop(launched: Launched): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  launched.signal('INT');
  timers.push(setTimeout(() => launched.signal('QUIT'), 20_000));
  timers.push(setTimeout(() => launched.signal('KILL'), 25_000));
  await launched.exited;
  timers.forEach(clearTimeout);
}
