/** A text in one cookie or several: a browser takes about 4,096 bytes for each, name and attributes included. */
import type { CookieJar } from './cookie-jar.ts';

/** Bytes of a piece at most. */
export const PIECE = 3_600;
/**
 * Bytes of all texts together at most. Each request carries all cookies, and servers refuse headers beyond 16 KiB.
 */
export const TOTAL = 7_200;

const PREFIX = 'rc.';

/** FNV-1a: whether the pieces are those of one writing. */
function checksum(text: string): string {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return (hash >>> 0).toString(36);
}

/** `name` must be usable in a cookie's name. */
const piecesOf = (jar: CookieJar, name: string): string[] =>
  [...jar.all().keys()].filter(key => key === PREFIX + name || key.startsWith(`${PREFIX}${name}.`));

/** The text, or undefined where there is none, or only a part of one. */
export function readPieces(jar: CookieJar, name: string): string | undefined {
  const all = jar.all();
  const [, count, sum, begin] = /^(\d)\.(\w+)\.(.*)$/.exec(all.get(PREFIX + name) ?? '') ?? [];
  if (count === undefined || begin === undefined) return undefined;
  let text = begin;
  for (let index = 1; index < Number(count); index++) text += all.get(`${PREFIX}${name}.${index}`) ?? '';
  if (checksum(text) !== sum) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Keeps a text; false where it is too long or the browser takes no cookie, and then nothing of it is left. Its first piece
 * is written last, so that a tab that ends in between leaves no half of it.
 */
export function writePieces(jar: CookieJar, name: string, text: string): boolean {
  removePieces(jar, name);
  const coded = encodeURIComponent(text);
  let others = 0;
  for (const [key, value] of jar.all()) if (key.startsWith(PREFIX)) others += key.length + value.length;
  if (others + coded.length + 64 > TOTAL) return false;
  const count = Math.max(1, Math.ceil(coded.length / PIECE));
  for (let index = count - 1; index > 0; index--)
    jar.set(`${PREFIX}${name}.${index}`, coded.slice(index * PIECE, (index + 1) * PIECE));
  jar.set(PREFIX + name, `${count}.${checksum(coded)}.${coded.slice(0, PIECE)}`);
  if (readPieces(jar, name) === text) return true;
  removePieces(jar, name);
  return false;
}

export function removePieces(jar: CookieJar, name: string): void {
  for (const key of piecesOf(jar, name)) jar.remove(key);
}
