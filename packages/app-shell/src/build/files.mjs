/** Files of a build: found, compressed beside themselves, and put in place so that a kill leaves nothing half-written. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBr = promisify(brotliCompress);
const compressGz = promisify(gzip);

/** Paths of all files below a folder, seen from it, in order; none where there is no such folder. */
export async function filesBelow(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(error => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return found
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Twelve hexadecimal digits that stand for a content. */
export const shortHash = content => createHash('sha256').update(content).digest('hex').slice(0, 12);

/** The value of an integrity attribute. */
export const integrity = content => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * Writes the .gz and, unless left out, the .br of every file below a folder beside it.
 * @param before a folder with the same names from an earlier build: what it holds is taken over, as a name stands for a content
 */
export async function precompress(folder, before, { brotli = true } = {}) {
  const names = await filesBelow(folder);
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const content = await readFile(path.join(folder, name));
      const packed = {
        gz: () => compressGz(content, { level: 9 }),
        ...(brotli && {
          br: () =>
            compressBr(content, {
              params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
            }),
        }),
      };
      for (const [ending, pack] of Object.entries(packed)) {
        const kept = await readFile(path.join(before, `${name}.${ending}`)).catch(() => undefined);
        await writeFile(path.join(folder, `${name}.${ending}`), kept ?? (await pack()));
      }
    }
  };
  // as many as node's own pool compresses concurrently
  await Promise.all([work(), work(), work(), work()]);
}

/** Moves every file of one folder into another, over what has the same name. */
export async function moveAll(from, to) {
  for (const name of await filesBelow(from)) {
    await mkdir(path.dirname(path.join(to, name)), { recursive: true });
    await rename(path.join(from, name), path.join(to, name));
  }
}

/** Writes a file whole or not at all. */
export async function writeWhole(file, content) {
  const half = `${file}.${process.pid}.half`;
  await writeFile(half, content);
  await rename(half, file);
}
