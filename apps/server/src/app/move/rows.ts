/** Moves the rows of PostgreSQL. */
import type pg from 'pg';
import { copyRows, differing, onConnection, sumsOf, tablesOf } from '../../platform/database/copy-rows.ts';
import { readMoveRow, removeMoveRow, writeMoveRow } from '../moved-mark.ts';
import { type Kept, moveFiles } from './files.ts';

/** Rows of these say that people use the database. */
const OF_PEOPLE = ['accounts', 'operators', 'usage_consents'] as const;
/** What its connections are listed as. */
export const APPLICATION = 'rollcall move';

/** In words for the operator: the database belongs to another school, or to this one after it went on. */
class NotEmpty extends Error {
  override readonly name = 'NotEmpty';
}

/** The tables that are filled from files. */
const filled = ({ pictures, exports, quarantine }: Kept): readonly string[] => [
  ...(pictures === 'folder' ? ['pictures'] : []),
  ...(exports === 'folder' ? ['usage_export_parts'] : []),
  ...(quarantine === 'folder' ? ['usage_quarantine'] : []),
];

/** Whether anybody is there; nobody is in a database without tables. */
export const hasPeople = async (pool: Pick<pg.Pool, 'query'>): Promise<boolean> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is not null',
    [OF_PEOPLE],
  );
  const any = tables.map(({ name }) => `exists (select from ${name})`).join(' or ') || 'false';
  const { rows } = await pool.query<{ any: boolean }>(`select ${any} as any`);
  return rows[0]?.any ?? false;
};

/**
 * Whether a school may be moved there: nobody is there, or what an interrupted move has left.
 * @throws NotEmpty
 */
export const ensureNobody = async (pool: Pick<pg.Pool, 'query'>): Promise<void> => {
  if ((await hasPeople(pool)) && (await readMoveRow(pool))?.state !== 'arriving')
    throw new NotEmpty('The new PostgreSQL has people. Name an empty database in ROLLCALL_DATABASE_URL.');
};

interface Other {
  readonly pid: number;
  readonly from: string;
  readonly since: Date;
}

/**
 * Whether no other process of Rollcall is connected; a pool of this one is named `application`.
 * @throws Error which names them
 */
export const ensureAlone = async (
  pool: Pick<pg.Pool, 'query'>,
  which: string,
  application: string,
): Promise<void> => {
  const { rows } = await pool.query<Other>(
    `select pid, coalesce(host(client_addr), 'this machine') as from, backend_start as since from pg_stat_activity
     where datname = current_database() and application_name <> $1
       and (application_name = 'rollcall' or starts_with(application_name, $2))
     order by backend_start`,
    [application, APPLICATION],
  );
  if (rows.length === 0) return;
  const named = rows.map(({ pid, from, since }) => `${pid} from ${from} since ${since.toISOString()}`);
  throw new Error(
    `${rows.length} connections of Rollcall are open to the ${which} PostgreSQL: stop every server first. Of a process that is gone end what it left by "select pg_terminate_backend(PID)". PIDs: ${named.join(', ')}.`,
  );
};

interface Arrival {
  /** Told of what is not moved. */
  readonly told: (text: string) => void;
  readonly now: () => number;
  readonly place: string;
  /** Runs while nothing can be written to what was copied, once the copy is durable. */
  readonly arrived: (moved: ReadonlyMap<string, number>) => Promise<void>;
}

/**
 * Copies everything in one transaction, so that a sudden end leaves nothing. No server starts on the copy until its row of `moves` is removed; a copy
 * that is there until then is left or, if the old one went on, made again.
 * @throws NotEmpty where the new database has people of its own; Error where something is written to the old one meanwhile
 */
export const moveRows = async (
  from: pg.Pool,
  to: pg.Pool,
  kept: Kept,
  { told, now, place, arrived }: Arrival,
): Promise<void> => {
  const held = (await tablesOf(from)).filter(table => table !== 'moves').join(', ');
  // A server that was not stopped is refused, and says so, rather than to write what is not moved.
  const snapshot = `begin isolation level repeatable read; set local lock_timeout = '30s'; lock table ${held} in share mode`;
  await onConnection(from, snapshot, async source => {
    const moved = await onConnection(to, 'begin', async target => {
      await ensureNobody(target);
      const rows = await fill(source, target, kept);
      const state = { state: 'arriving', at: new Date(now()), place } as const;
      await writeMoveRow(target, state);
      return new Map([...rows, ...(await moveFiles(target, kept, told))]);
    });
    await arrived(moved);
  });
};

const fill = async (
  source: pg.PoolClient,
  target: pg.PoolClient,
  kept: Kept,
): Promise<ReadonlyMap<string, number>> => {
  const others = ['moves', ...filled(kept)];
  if (await hasPeople(target)) {
    const there = await sumsOf(source);
    if (differing(there, await sumsOf(target)).every(table => others.includes(table))) return rowsOf(there);
  }
  const copied = await copyRows(source, target);
  await removeMoveRow(target);
  return rowsOf(copied);
};

const rowsOf = (sums: Awaited<ReturnType<typeof sumsOf>>): ReadonlyMap<string, number> =>
  new Map([...sums].filter(([table]) => table !== 'moves').map(([table, { rows }]) => [table, rows]));

/** As `moveRows`, where old and new configuration have the same database: files only. */
export const moveFilesOnly = async (
  to: pg.Pool,
  kept: Kept,
  { told, arrived }: Pick<Arrival, 'told' | 'arrived'>,
): Promise<void> => arrived(await onConnection(to, 'begin', target => moveFiles(target, kept, told)));
