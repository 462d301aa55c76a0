/** Stores pictures in a local folder. */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isPictureName, newPictureName, type Pictures } from './pictures.ts';

const ENDING = '.webp';
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @param folder absolute path; created if missing, readable by its owner only */
export const folderPictures = (folder: string): Pictures => {
  const pathOf = (name: string): string => {
    if (!isPictureName(name)) throw new Error(`${JSON.stringify(name)} is no name of a picture.`);
    return join(folder, name + ENDING);
  };
  return {
    save: async bytes => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = newPictureName();
      const unfinished = `${pathOf(name)}.part`;
      try {
        const file = await open(unfinished, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, pathOf(name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return name;
    },
    read: name =>
      readFile(pathOf(name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    remove: name => rm(pathOf(name), { force: true }),
    savedBefore: async function* (at, limit) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      let old: string[] = [];
      for (const file of names) {
        const name = file.slice(0, -ENDING.length);
        if (!file.endsWith(ENDING) || !isPictureName(name)) continue;
        const { mtimeMs } = await stat(join(folder, file)).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < at) old.push(name);
        if (old.length < limit) continue;
        yield old;
        old = [];
      }
      yield old;
    },
  };
};
