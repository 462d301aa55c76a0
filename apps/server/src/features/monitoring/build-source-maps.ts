/** The source maps of Rollcall's own pages, in a folder of the build: the map of `/static/a.js` is `a.js.map`. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { BadSourceMap, MAX_MAP_BYTES } from './source-map-file.ts';
import type { MapSource } from './source-maps.ts';

const BASE = '/static/';
const MAP = /\.m?js\.map$/;

export const buildSourceMaps = (folder: string): MapSource => ({
  // The same maps for every build.
  key: () => 'build',
  list: async () => {
    const versions = new Map<string, string>();
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const entry of entries) {
      if (!entry.isFile() || !MAP.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      // A deployment may be writing it.
      const { size, mtimeMs } = await stat(file);
      const script = relative(folder, file).split(sep).join('/').slice(0, -'.map'.length);
      versions.set(BASE + script, `${size} ${mtimeMs}`);
    }
    return versions;
  },
  read: async (_, script) => {
    const file = join(folder, `${script.slice(BASE.length)}.map`);
    const { size } = await stat(file);
    if (size > MAX_MAP_BYTES)
      throw new BadSourceMap(`it has ${size} bytes; at most ${MAX_MAP_BYTES} are read`);
    return readFile(file, 'utf8');
  },
});
