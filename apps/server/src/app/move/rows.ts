/** Moves the rows of PostgreSQL, and what a single process kept in files where several keep rows. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { quarantineFolder } from '../../features/usage/loading.ts';
import { isPictureName } from '../../pictures/pictures.ts';
import { copyRows, differing, onConnection, sumsOf } from '../../platform/database/copy-rows.ts';
import type { Config } from '../config.ts';

/** Bytes of an export file in one row. */
const PART = 2 ** 20;
/** Rows of these say that people use the database. */
const OF_PEOPLE = ['accounts', 'operators', 'usage_consents'] as const;

type Kept = Pick<Config, 'data' | 'pictures' | 'exports' | 'quarantine'>;

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

const SNAPSHOT = 'begin isolation level repeatable read read only';

/** Whether anybody is there. */
export const hasPeople = async (pool: Pick<pg.Pool, 'query'>): Promise<boolean> => {
  const { rows } = await pool.query<{ any: boolean }>(
    `select ${OF_PEOPLE.map(table => `exists (select from ${table})`).join(' or ')} as any`,
  );
  return rows[0]?.any ?? false;
};

/** Processes of Rollcall that were connected to a database before this one. */
export const othersOn = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(`
    select count(*) as n from pg_stat_activity o, pg_stat_activity own
    where own.pid = pg_backend_pid() and o.datname = current_database() and o.application_name = 'rollcall'
      and o.backend_start < own.backend_start`);
  return rows[0]?.n ?? 0;
};

/**
 * Copies everything in one transaction, so that a sudden end leaves nothing. A copy that is there already is left.
 * @returns rows by table
 * @throws NotEmpty where the new database has other people
 */
export const moveRows = async (
  from: pg.Pool,
  to: pg.Pool,
  kept: Kept,
): Promise<ReadonlyMap<string, number>> =>
  onConnection(from, SNAPSHOT, source =>
    onConnection(to, 'begin', async target => {
      const moved = new Map<string, number>();
      if (await hasPeople(target)) {
        const files = filled(kept);
        const there = await sumsOf(source);
        const other = differing(there, await sumsOf(target)).filter(table => !files.includes(table));
        if (other.length > 0)
          throw new NotEmpty(
            `The new PostgreSQL has people, and other rows than the old one (${other.join(', ')}). Name an empty database in ROLLCALL_DATABASE_URL.`,
          );
        for (const [table, { rows }] of there) moved.set(table, rows);
      } else {
        for (const [table, { rows }] of await copyRows(source, target)) moved.set(table, rows);
      }
      for (const [table, rows] of await moveFiles(target, kept)) moved.set(table, rows);
      return moved;
    }),
  );

/** As `moveRows`, where old and new configuration have the same database: files only. */
export const moveFilesOnly = (to: pg.Pool, kept: Kept): Promise<ReadonlyMap<string, number>> =>
  onConnection(to, 'begin', target => moveFiles(target, kept));

/** Puts files into rows; those that are there already stay. */
const moveFiles = async (target: pg.PoolClient, kept: Kept): Promise<ReadonlyMap<string, number>> => {
  const moved = new Map<string, number>();
  const { data } = kept;
  if (kept.pictures === 'folder') moved.set('pictures', await movePictures(target, join(data, 'pictures')));
  if (kept.exports === 'folder')
    moved.set('usage_export_parts', await moveExports(target, join(data, 'usage/exports')));
  if (kept.quarantine === 'folder')
    moved.set('usage_quarantine', await moveQuarantine(target, quarantineFolder(data)));
  return moved;
};

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

const movePictures = async (target: pg.PoolClient, folder: string): Promise<number> => {
  let moved = 0;
  for (const file of await namesIn(folder)) {
    const name = file.replace(/\.webp$/, '');
    if (name === file || !isPictureName(name)) continue;
    const path = join(folder, file);
    const { mtime } = await stat(path);
    await target.query(
      'insert into pictures (name, bytes, kept_at) values ($1, $2, $3) on conflict do nothing',
      [name, await readFile(path), mtime],
    );
    moved += 1;
  }
  return moved;
};

/** Exports that can be downloaded; an unfinished one begins again, as after a disk was restored. */
const moveExports = async (target: pg.PoolClient, folder: string): Promise<number> => {
  const { rows } = await target.query<{ id: string }>(
    `select id from usage_jobs where kind = 'export' and state = 'done'`,
  );
  const names = new Set(await namesIn(folder));
  let moved = 0;
  for (const { id } of rows) {
    const file = `${id}.ndjson.gz`;
    if (!names.has(file)) continue;
    const content = await readFile(join(folder, file));
    for (let at = 0; at < content.length; at += PART) {
      await target.query(
        'insert into usage_export_parts (job_id, at_byte, content, finished) values ($1, $2, $3, true) on conflict do nothing',
        [id, at, content.subarray(at, at + PART)],
      );
    }
    moved += 1;
  }
  return moved;
};

const moveQuarantine = async (target: pg.PoolClient, folder: string): Promise<number> => {
  const days = (await namesIn(folder)).filter(name => name.endsWith('.jsonl')).toSorted();
  // A copy of these is there already, if anything is.
  await target.query('delete from usage_quarantine');
  let moved = 0;
  for (const day of days)
    for (const entry of (await readFile(join(folder, day), 'utf8')).split('\n')) {
      const at = timeOf(entry);
      if (at === undefined) continue;
      await target.query('insert into usage_quarantine (at, bytes, entry) values ($1, $2, $3)', [
        new Date(at),
        Buffer.byteLength(entry),
        entry,
      ]);
      moved += 1;
    }
  return moved;
};

/** Undefined for a line that a sudden end left incomplete. */
const timeOf = (entry: string): number | undefined => {
  try {
    const { at } = JSON.parse(entry) as { at?: unknown };
    return typeof at === 'number' ? at : undefined;
  } catch {
    return undefined;
  }
};
