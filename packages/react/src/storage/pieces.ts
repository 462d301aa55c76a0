/** A text in one or more cookies: browsers allow about 4,096 bytes for each, name and attributes included. */
import type { CookieJar } from './cookie-jar.ts';

/** The largest cookie, in bytes. */
export const PIECE = 3_600;
/**
 * The limit of all texts together, in bytes. Each request sends all cookies, and servers refuse headers over 16
 * KiB.
 */
export const TOTAL = 7_200;

const PREFIX = 'rc.';

/** FNV-1a: tells whether all cookies were written together. */
function checksum(text: string): string {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return (hash >>> 0).toString(36);
}

/** @param name usable in a cookie's name */
const piecesOf = (jar: CookieJar, name: string): string[] =>
  [...jar.all().keys()].filter(key => key === PREFIX + name || key.startsWith(`${PREFIX}${name}.`));

/** Reads a text; undefined where there is none or a cookie of it is missing. */
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
 * Writes a text. The first cookie is written last, so that a tab that ends meanwhile leaves no partial text.
 *
 * @returns false where the text is too long or the browser refuses a cookie; nothing of it is left then
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
