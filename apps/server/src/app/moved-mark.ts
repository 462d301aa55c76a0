/** The mark in a data folder whose contents were moved away: a server that would go on there is refused, since the school is elsewhere now. */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** @returns once it is durable */
export const writeMark = async (folder: string, text: string): Promise<void> => {
  const file = await open(pathIn(folder), 'w', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
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
