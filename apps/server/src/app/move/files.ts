/** Moves what a single process keeps in files into rows, where several keep it, and compares the two. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { quarantineFolder } from '../../features/usage/loading.ts';
import { isPictureName } from '../../pictures/pictures.ts';
import type { Config } from '../config.ts';

/** Bytes of an export file in one row. */
const PART = 2 ** 20;

export type Kept = Pick<Config, 'data' | 'pictures' | 'exports' | 'quarantine'>;

/** What was moved of one kind. */
interface Moved {
  /** The digest of each file or entry, by its name. */
  readonly sent: ReadonlyMap<string, string>;
  /** The rows of these, as name and digest. */
  readonly arrived: string;
}

const digestOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/**
 * Puts files into rows; those that are there already stay.
 * @param told told of exports that have no file
 * @returns numbers of files by table
 * @throws Error where a row holds another content than its file
 */
export const moveFiles = async (
  target: pg.PoolClient,
  { data, pictures, exports, quarantine }: Kept,
  told: (text: string) => void,
): Promise<ReadonlyMap<string, number>> => {
  const moved = new Map<string, number>();
  const add = async (table: string, { sent, arrived }: Moved) => {
    const { rows } = await target.query<{ name: string; digest: string }>(arrived);
    const there = new Map(rows.map(({ name, digest }) => [name, digest]));
    const wrong = [...sent].filter(([name, digest]) => there.get(name) !== digest);
    if (wrong.length > 0)
      throw new Error(`Other contents arrived in ${table} than were sent: ${wrong.length} of ${sent.size}.`);
    moved.set(table, sent.size);
  };
  if (pictures === 'folder') await add('pictures', await movePictures(target, join(data, 'pictures')));
  if (exports === 'folder')
    await add('usage_export_parts', await moveExports(target, join(data, 'usage/exports'), told));
  if (quarantine === 'folder')
    await add('usage_quarantine', await moveQuarantine(target, quarantineFolder(data)));
  return moved;
};

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

const movePictures = async (target: pg.PoolClient, folder: string): Promise<Moved> => {
  const sent = new Map<string, string>();
  for (const file of await namesIn(folder)) {
    const name = file.replace(/\.webp$/, '');
    if (name === file || !isPictureName(name)) continue;
    const path = join(folder, file);
    const { mtime } = await stat(path);
    const content = await readFile(path);
    await target.query(
      'insert into pictures (name, bytes, kept_at) values ($1, $2, $3) on conflict do nothing',
      [name, content, mtime],
    );
    sent.set(name, digestOf(content));
  }
  return { sent, arrived: "select name, encode(sha256(bytes), 'hex') as digest from pictures" };
};

/** Exports that can be downloaded; an unfinished one begins again, as after a disk was restored. */
const moveExports = async (
  target: pg.PoolClient,
  folder: string,
  told: (text: string) => void,
): Promise<Moved> => {
  const { rows } = await target.query<{ id: string }>(
    `select id from usage_jobs where kind = 'export' and state = 'done'`,
  );
  const names = new Set(await namesIn(folder));
  const sent = new Map<string, string>();
  for (const { id } of rows) {
    const file = `${id}.ndjson.gz`;
    if (!names.has(file)) {
      told(`  export ${id} has no file, and can't be downloaded here either\n`);
      continue;
    }
    const content = await readFile(join(folder, file));
    for (let at = 0; at < content.length; at += PART) {
      await target.query(
        'insert into usage_export_parts (job_id, at_byte, content, finished) values ($1, $2, $3, true) on conflict do nothing',
        [id, at, content.subarray(at, at + PART)],
      );
    }
    sent.set(id, digestOf(content));
  }
  return {
    sent,
    arrived: `select job_id as name, encode(sha256(string_agg(content, ''::bytea order by at_byte)), 'hex') as digest
      from usage_export_parts group by job_id`,
  };
};

const moveQuarantine = async (target: pg.PoolClient, folder: string): Promise<Moved> => {
  const days = (await namesIn(folder)).filter(name => name.endsWith('.jsonl')).toSorted();
  // A copy of these is there already, if anything is.
  await target.query('delete from usage_quarantine');
  const sent = new Map<string, string>();
  for (const day of days)
    for (const entry of (await readFile(join(folder, day), 'utf8')).split('\n')) {
      const at = timeOf(entry);
      if (at === undefined) continue;
      await target.query('insert into usage_quarantine (at, bytes, entry) values ($1, $2, $3)', [
        new Date(at),
        Buffer.byteLength(entry),
        entry,
      ]);
      sent.set(String(sent.size + 1), digestOf(entry));
    }
  return {
    sent,
    arrived: `select row_number() over (order by id)::text as name, encode(sha256(convert_to(entry, 'UTF8')), 'hex') as digest
      from usage_quarantine`,
  };
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
