/** The files of the nightly export, as SQL reads them. */
import { createHash } from 'node:crypto';
import { places, readManifest } from '../nightly/manifest.ts';
import type { SqlFiles } from './engine.ts';

/** @returns undefined before the first export that wrote everything, and where there are no events */
export const sqlFiles = async (folder: string): Promise<SqlFiles | undefined> => {
  const manifest = await readManifest(folder);
  const days = Object.keys(manifest.days).toSorted();
  const until = days.at(-1);
  if (manifest.whole === 0 || until === undefined) return undefined;
  const { day, people, devices } = places(folder);
  return {
    version: createHash('sha256').update(JSON.stringify(manifest)).digest('hex'),
    events: days.map(day),
    people,
    devices,
    until,
  };
};
