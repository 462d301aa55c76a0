/** The list of the most used passwords, searched in its bytes: 0.8 MB instead of the 8 MB of a set of strings. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** Beside this file in the sources, and beside the bundle that the build makes of it. */
const FILE = fileURLToPath(new URL('./common-password-list/100k.txt.br', import.meta.url));
const LF = 10;

let read: Buffer | undefined;
/** Sorted lines; read and unpacked once, in a few milliseconds. */
const lines = (): Buffer => (read ??= brotliDecompressSync(readFileSync(FILE)));

/** Whether the list has this line. @param line printable ASCII in lower case */
export const listed = (line: string): boolean => {
  const list = lines();
  const wanted = Buffer.from(line, 'latin1');
  let low = 0;
  let high = list.length;
  // `low` and `high` are always beginnings of lines, or the end.
  while (low < high) {
    const middle = (low + high) >>> 1;
    const begin = middle === 0 ? 0 : list.lastIndexOf(LF, middle - 1) + 1;
    const end = list.indexOf(LF, begin);
    const order = wanted.compare(list, begin, end);
    if (order === 0) return true;
    if (order < 0) high = begin;
    else low = end + 1;
  }
  return false;
};
