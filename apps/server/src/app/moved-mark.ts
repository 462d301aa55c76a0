/**
 * Marks of a move (docs/cluster.md), in the data folder that was left and in PostgreSQL: a server that would go on where the school is no more,
 * or not yet, is refused.
 */
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { realDisk } from '../engines/embedded/log/disk.ts';
import { hasOutsideEngines } from '../features/usage/settings.ts';
import { ConfigError } from '../platform/config-reader.ts';
import type { Config } from './config.ts';
import { usesEngines } from './roles.ts';

const pathIn = (folder: string): string => join(folder, 'moved');

/** When and where to; undefined where nothing was moved. */
export const readMark = (folder: string): Promise<string | undefined> =>
  readFile(pathIn(folder), 'utf8').then(
    text => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

/** @returns once it is durable; a full disk leaves no mark */
export const writeMark = async (folder: string, text: string): Promise<void> => {
  const path = pathIn(folder);
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  await realDisk.syncFolder(folder);
};

/** @throws ConfigError where the process would use what was moved away */
export const refuseIfMoved = async ({ data, databaseUrl, roles, usage }: Config): Promise<void> => {
  if (databaseUrl !== undefined && (hasOutsideEngines(usage) || !usesEngines(roles))) return;
  const mark = await readMark(data);
  if (mark !== undefined)
    throw new ConfigError([
      `What ${data} holds was moved: ${mark}. Start with the configuration of the new engines. To go back to this folder, and lose what was done since, remove ${pathIn(data)}.`,
    ]);
};

type Queries = Pick<pg.Pool, 'query'>;

/** Of a PostgreSQL: the school leaves it, has left it, or arrives in it. */
export interface MoveRow {
  readonly state: 'leaving' | 'left' | 'arriving';
  readonly at: Date;
  readonly place: string;
}

/** Undefined where nothing is or was moved. */
export const readMoveRow = async (database: Queries): Promise<MoveRow | undefined> => {
  const { rows: there } = await database.query<{ there: boolean }>(
    "select to_regclass('moves') is not null as there",
  );
  if (!there[0]?.there) return undefined;
  const { rows } = await database.query<MoveRow>('select state, at, place from moves');
  return rows[0];
};

export const writeMoveRow = (database: Queries, { state, at, place }: MoveRow): Promise<unknown> =>
  database.query(
    `insert into moves (state, at, place) values ($1, $2, $3)
     on conflict (one) do update set state = excluded.state, at = excluded.at, place = excluded.place`,
    [state, at, place],
  );

export const removeMoveRow = (database: Queries): Promise<unknown> => database.query('delete from moves');

/** In words for the operator. */
export const moveRowText = ({ state, at, place }: MoveRow): string => {
  const [when, remove] = [at.toISOString(), 'run "delete from moves" in this PostgreSQL'];
  if (state === 'left')
    return `The school of this PostgreSQL was moved: ${when} to ${place}. Start with the configuration of the new engines. To go back, and lose what was done since, ${remove}.`;
  if (state === 'leaving')
    return `The school of this PostgreSQL is being moved: ${when} to ${place}. Repeat a move that was interrupted. To go on here instead, ${remove}.`;
  return `A school is being moved to this PostgreSQL since ${when}, and is not here yet: wait for the end of the move, or repeat it if it was interrupted.`;
};

/** @throws ConfigError where the school has left this PostgreSQL, or is not there yet */
export const refuseIfMoving = async (database: Queries): Promise<void> => {
  const row = await readMoveRow(database);
  if (row) throw new ConfigError([moveRowText(row)]);
};
