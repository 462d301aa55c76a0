/** The store's file: opening it, telling what is wrong with it, and the connections to it. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { StoreDamaged, StoreUnavailable } from '../../../events/store/errors.ts';
import { literal } from './literal.ts';
import { metaOf } from './meta.ts';
import { migrate, SCHEMA } from './migrations.ts';
import type { StoreSettings } from './protocol.ts';
import { rowsOf } from './statements.ts';
import { createStages } from './tables.ts';

/** The file's name in the folder. */
const FILE = 'events.duckdb';
/** Queries that run concurrently, one of them a light one. */
const READERS = 3;

export interface OpenFile {
  readonly path: string;
  /** Writes, one at a time; it has the tables that a batch is staged in. */
  readonly writer: DuckDBConnection;
  readonly readers: readonly DuckDBConnection[];
  /** The version that the file was of, where a later form was made of it. */
  readonly upgradedFrom: number | undefined;
  close(): void;
}

/**
 * Opens the file, or makes it. What a killed process left half done (a rewrite, spilled rows) is removed; the
 * write-ahead log is replayed by the database itself.
 * @throws StoreDamaged naming the file, where it is corrupt, foreign, or of a later version; StoreUnavailable where
 * another process has it open
 */
export const openFile = async ({ folder, memory, exports }: StoreSettings): Promise<OpenFile> => {
  const path = join(folder, FILE);
  const spill = join(folder, 'events.tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await Promise.all(
    [spill, `${path}.new`, `${path}.new.wal`].map(left => rm(left, { recursive: true, force: true })),
  );
  const instance = await DuckDBInstance.create(path, {
    memory_limit: `${Math.max(64, Math.floor(memory / 2 ** 20))}MiB`,
    threads: '2',
    // Checkpoints are made when there is time (`compact`), never in the middle of a load.
    checkpoint_threshold: '1TB',
    temp_directory: spill,
    preserve_insertion_order: 'true',
    // Nothing is fetched from anywhere.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  }).catch((error: unknown) => {
    throw openingError(path, error);
  });
  const connections: DuckDBConnection[] = [];
  const close = () => {
    for (const connection of connections) connection.closeSync();
    instance.closeSync();
  };
  try {
    const writer = await instance.connect();
    connections.push(writer);
    await confine(writer, exports === undefined ? [folder] : [folder, exports]);
    const upgradedFrom = await prepareTables(path, writer);
    for (const statement of createStages) await writer.run(statement);
    const readers = await Promise.all(Array.from({ length: READERS }, () => instance.connect()));
    connections.push(...readers);
    return { path, writer, readers, upgradedFrom, close };
  } catch (error) {
    close();
    throw error;
  }
};

/**
 * Limits the database to the files of its folders, for every connection and until it is closed: a statement that an attacker
 * could form reads no other file, attaches none, and loads no extension.
 */
const confine = async (writer: DuckDBConnection, folders: readonly string[]): Promise<void> => {
  await writer.run(`set allowed_directories = [${folders.map(folder => literal(`${folder}/`)).join(', ')}]`);
  await writer.run('set enable_external_access = false');
  await writer.run('set lock_configuration = true');
};

const openingError = (path: string, error: unknown): Error => {
  const message = error instanceof Error ? error.message : String(error);
  if (/could not set lock|conflicting lock/i.test(message))
    return new StoreUnavailable(`${path} is open in another process`);
  if (
    /valid DuckDB|corrupt|checksum|serializ|version|WAL|could not read|Failure while replaying/i.test(message)
  ) {
    return new StoreDamaged(
      `The event store's file ${path} can't be opened: ${message}. Put a backup in its place, or move the file away to begin with an empty store.`,
    );
  }
  return error instanceof Error ? error : new Error(message);
};

/** Brings the tables to the form that this server knows. @returns the version that they were of, where it was an earlier one */
const prepareTables = async (path: string, writer: DuckDBConnection): Promise<number | undefined> => {
  const found = await rowsOf(
    writer,
    "select table_name as name from information_schema.tables where table_catalog <> 'temp'",
  );
  const names = new Set(found.map(row => row['name']));
  const version =
    names.size === 0
      ? 0
      : names.has('meta') && names.has('events')
        ? await metaOf(writer, 'schema').catch(() => undefined)
        : undefined;
  if (version === undefined) {
    throw new StoreDamaged(
      `${path} is a database, but not of this event store. Move it away, or point ROLLCALL_DATA elsewhere.`,
    );
  }
  if (version > SCHEMA) {
    throw new StoreDamaged(
      `${path} has the form ${version}, and this server knows the form ${SCHEMA}. Start the version that wrote it, or a later one.`,
    );
  }
  if (version === SCHEMA) return undefined;
  await migrate(writer, version);
  // Otherwise a start after a kill would replay the whole upgrade from the write-ahead log.
  await writer.run('checkpoint');
  return version === 0 ? undefined : version;
};

/** Bytes of the write-ahead log that a start would have to replay. */
export const walSize = async (path: string): Promise<number> =>
  stat(`${path}.wal`).then(
    ({ size }) => size,
    () => 0,
  );
