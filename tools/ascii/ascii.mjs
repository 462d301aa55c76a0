/**
 * Writes a script in ASCII, so that it reads the same on a page of any encoding: a school's page in GBK, say, whose script tag names
 * none. Outside of ASCII minified code has strings, templates and patterns only, and in each of them an escape means the same.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** How much longer an escape is than its character. */
const LONGER = String.raw`\u0000`.length - 1;

/** The first number of a segment of a source map, and what follows it (base 64, five bits a digit, the lowest first). */
const readColumn = segment => {
  let value = 0;
  let at = 0;
  for (let more = true; more; at++) {
    const digit = DIGITS.indexOf(segment[at]);
    value |= (digit & 31) << (5 * at);
    more = digit > 31;
  }
  return { column: value & 1 ? -(value >> 1) : value >> 1, rest: segment.slice(at) };
};

const writeColumn = column => {
  let left = column < 0 ? (-column << 1) | 1 : column << 1;
  let text = '';
  do {
    text += DIGITS[(left & 31) | (left > 31 ? 32 : 0)];
    left >>= 5;
  } while (left > 0);
  return text;
};

/** Moves the columns of one line behind its escapes. */
const movedLine = (mappings, line) => {
  const ends = [...line.matchAll(/[^\0-\x7f]/g)].map(({ index }) => index);
  let before = 0;
  let movedBefore = 0;
  let passed = 0;
  return mappings
    .split(',')
    .map(segment => {
      if (segment === '') return segment;
      const { column, rest } = readColumn(segment);
      before += column;
      while (passed < ends.length && ends[passed] < before) passed++;
      const moved = before + passed * LONGER;
      const text = writeColumn(moved - movedBefore) + rest;
      movedBefore = moved;
      return text;
    })
    .join(',');
};

/**
 * @param code minified code
 * @param mappings those of its source map
 */
export function inAscii(code, mappings) {
  const lines = code.split('\n');
  return {
    code: code.replaceAll(
      /[^\0-\x7f]/g,
      unit => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'),
    ),
    mappings: mappings
      .split(';')
      .map((of, number) => movedLine(of, lines[number] ?? ''))
      .join(';'),
  };
}

/** Rewrites a built script, and its source map if it has one. @param file its path */
export function writeInAscii(file) {
  const map = existsSync(`${file}.map`) ? JSON.parse(readFileSync(`${file}.map`, 'utf8')) : undefined;
  const { code, mappings } = inAscii(readFileSync(file, 'utf8'), map?.mappings ?? '');
  writeFileSync(file, code);
  if (map) writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings }));
}
