/** SQL over the files of the nightly export. */
import { createHash } from 'node:crypto';
import { places, readManifest } from '../nightly/manifest.ts';
import type { SqlEngine, SqlFileEngine, SqlFiles } from './engine.ts';

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

/** @param folder of the nightly export; undefined: there is none */
export const sqlOverFiles = (engine: SqlFileEngine, folder: string | undefined): SqlEngine => ({
  dialect: 'duckdb',
  tables: engine.tables,
  data: async () => {
    if (folder === undefined) return { off: 'folder' };
    const files = await sqlFiles(folder);
    if (!files) return { off: 'files' };
    return { until: files.until, run: (sql, by, signal) => engine.run(sql, files, by, signal) };
  },
  close: () => engine.close(),
});
