/**
 * For tests and `npm run cluster`: two embedded PostgreSQL, a primary and a standby that has each commit before it is acknowledged. Either
 * may be killed, the standby promoted, and the dead one copied again as the standby of the other.
 */
import { chown, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { homeIn, readPassword } from '../initialise.ts';
import type { Log } from '../log.ts';
import { clusterNameOf, processesOf, signalProcess } from '../orphans.ts';
import type { Connection } from '../postmaster.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../supervisor.ts';

/** Of the primary's files what a standby makes itself: its contents are not copied. */
const OWN_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const OWN_FILES = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal', 'backup_label']);

/** Log that a primary keeps for a standby which was just copied. */
const KEPT = '512MB';
/** Milliseconds until a copy that failed is tried again. */
const RENEW_AGAIN = 1_000;

export interface Pair {
  readonly primary: Connection;
  readonly standby: Connection;
  /** The process ids of both postmasters. */
  pids(): Promise<{ readonly primary: number; readonly standby: number }>;
  /** Ends the primary by SIGKILL; resolves when it is gone. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary, which waits for no standby from then on. The old primary must be gone. */
  promote(): Promise<void>;
  /** Copies the primary again into the folder of the one that is gone, as the standby that each commit waits for. */
  renewStandby(): Promise<void>;
  /** Promotes and renews by itself from now on, as a fail-over manager does. @param say called with what it did */
  manage(say: (what: string) => void): void;
  stop(): Promise<void>;
}

const ask = async (connection: Connection, ...statements: string[]): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
};

/** Copies a folder that is written to: what is gone by then is in the log that the standby reads. */
const copyFolder = async (from: string, to: string, owner: { uid: number; gid: number }): Promise<void> => {
  await mkdir(to, { mode: 0o700 });
  await chown(to, owner.uid, owner.gid);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && OWN_FOLDERS.has(entry.name)) {
      await mkdir(target, { mode: 0o700 });
      await chown(target, owner.uid, owner.gid);
    } else if (entry.isDirectory()) await copyFolder(source, target, owner);
    else if (!OWN_FILES.has(entry.name)) {
      try {
        await copyFile(source, target);
        await chown(target, owner.uid, owner.gid);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
};

/** Makes `folder` the data folder of a standby of the primary. */
const copyPrimary = async (primary: Connection, from: string, folder: string): Promise<void> => {
  const [home, own] = [homeIn(from), homeIn(folder)];
  await rm(own.folder, { recursive: true, force: true, maxRetries: 3 });
  const owner = await stat(home.data);
  await mkdir(folder, { recursive: true });
  await mkdir(own.folder, { mode: 0o700 });
  await chown(own.folder, owner.uid, owner.gid);
  const client = new pg.Client(primary);
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', fast => true)");
    await copyFolder(home.data, own.data, owner);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    const { host, port, user, password } = primary;
    const quoted = (text: string) => `''${text.replaceAll("'", "''")}''`;
    const conninfo = `host=${quoted(host)} port=${port} user=${quoted(user)} password=${quoted(password)}`;
    const files = {
      backup_label: rows[0]?.labelfile ?? '',
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = '${conninfo}'\nwal_keep_size = '${KEPT}'\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(own.data, name), text, { mode: 0o600 });
      await chown(join(own.data, name), owner.uid, owner.gid);
    }
    await copyFile(home.passwordFile, own.passwordFile);
    await chown(own.passwordFile, owner.uid, owner.gid);
  } finally {
    await client.end();
  }
};

/** Lets commits wait for the standby, once it reads the log. */
const waitForStandby = async (primary: Connection): Promise<void> => {
  const streaming = "select 1 from pg_stat_replication where state = 'streaming'";
  while ((await ask(primary, streaming)).length === 0) await wait(20);
  await ask(primary, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
  while ((await ask(primary, "select 1 from pg_stat_replication where sync_state = 'sync'")).length === 0)
    await wait(20);
};

/**
 * Starts both below `folder`.
 * @param connections that each takes at least
 */
export const startPair = async (
  folder: string,
  { log, connections = 0 }: { readonly log: Log; readonly connections?: number },
): Promise<Pair> => {
  const folders = [join(folder, 'one'), join(folder, 'two')] as const;
  const running: (EmbeddedDatabase | undefined)[] = [undefined, undefined];
  let first = 0;
  const of = (index: number): EmbeddedDatabase => {
    const found = running[index];
    if (!found) throw new Error('This one of the two PostgreSQL is gone.');
    return found;
  };
  const start = async (index: 0 | 1) => {
    running[index] = await startEmbeddedDatabase({ folder: folders[index], log, connections });
  };
  const other = () => (first === 0 ? 1 : 0);
  const renewStandby = async () => {
    await copyPrimary(of(first).connection, folders[first as 0 | 1], folders[other()]);
    await start(other());
    await waitForStandby(of(first).connection);
  };
  const processes = async (index: number) => {
    const home = homeIn(folders[index as 0 | 1]);
    return processesOf(await clusterNameOf(home.data, await readPassword(home)), undefined);
  };
  const postmaster = async (index: number) =>
    (await processes(index)).find(({ command }) => / -D /.test(command))?.pid ?? 0;
  /** After it ended by itself. */
  const bury = async (index: number) => {
    await of(index).stop();
    running[index] = undefined;
  };
  const promote = async () => {
    const reset = 'alter system reset synchronous_standby_names';
    await ask(of(other()).connection, reset, 'select pg_promote(true)');
    first = other();
  };
  let stopped = () => {};
  const stopping = new Promise<'stopped'>(resolve => {
    stopped = () => resolve('stopped');
  });
  const manage = async (say: (what: string) => void) => {
    for (;;) {
      const dead = await Promise.race([
        stopping,
        of(first).ended.then(() => first),
        of(other()).ended.then(() => other()),
      ]);
      if (dead === 'stopped') return;
      const wasPrimary = dead === first;
      await bury(dead);
      if (wasPrimary) {
        await promote();
        say('The primary PostgreSQL ended; its standby was promoted.');
      }
      while ((await Promise.race([stopping, renewed()])) === false) await wait(RENEW_AGAIN);
      say('A standby of PostgreSQL was copied anew.');
    }
  };
  /** @returns false where it can't be done now, as on a disk that is full */
  const renewed = () =>
    renewStandby().then(
      () => true,
      async () => {
        await running[other()]?.stop();
        running[other()] = undefined;
        return false;
      },
    );
  let managing: Promise<void> | undefined;
  const stop = async () => {
    stopped();
    await managing;
    // The primary first: its last commits go to the standby.
    for (const index of [first, other()]) await running[index]?.stop();
  };
  try {
    await start(0);
    await ask(of(0).connection, `alter system set wal_keep_size = '${KEPT}'`, 'select pg_reload_conf()');
    await renewStandby();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    get primary() {
      return of(first).connection;
    },
    get standby() {
      return of(other()).connection;
    },
    pids: async () => ({ primary: await postmaster(first), standby: await postmaster(other()) }),
    killPrimary: async () => {
      for (const { pid } of await processes(first)) signalProcess(pid, 'SIGKILL');
      await of(first).ended;
      await bury(first);
    },
    promote,
    manage: say => {
      managing = manage(say);
    },
    renewStandby,
    stop,
  };
};
