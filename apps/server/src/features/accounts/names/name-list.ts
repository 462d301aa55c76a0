/** Which names are refused: those of the product, and those that a school adds or allows again. */
import { foldName } from './fold-name.ts';
import { reservedNames } from './reserved-names.ts';

export interface NameList {
  /** Whether nobody may take this nickname or username. */
  refuses(name: string): boolean;
}

type Matches = (folded: string) => boolean;

/**
 * Entries: a whole name, or with `*` at its begin or end what a name begins with, ends with or contains.
 * @throws an Error for an entry without a letter or digit
 */
const matcher = (entries: Iterable<string>): Matches => {
  const whole = new Set<string>();
  const parts: Matches[] = [];
  for (const entry of entries) {
    const word = foldName(entry);
    if (word === '') throw new Error(`"${entry}" has no letter or digit`);
    const open = entry.startsWith('*');
    const on = entry.endsWith('*');
    if (open && on) parts.push(name => name.includes(word));
    else if (on) parts.push(name => name.startsWith(word));
    else if (open) parts.push(name => name.endsWith(word));
    else whole.add(word);
  }
  return name => whole.has(name) || parts.some(matches => matches(name));
};

/** Digits at either end of a name that may be read as its number instead of a letter. */
const NUMBER = 8;

/** The ways to read a name: each digit at its ends is a letter (4dmin), or belongs to a number around it (admin04). */
const readings = (name: string): ReadonlySet<string> => {
  const signs = name.normalize('NFKC').replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '');
  const before = Math.min(NUMBER, /^\d*/.exec(signs)?.[0].length ?? 0);
  const after = Math.min(NUMBER, /\d*$/.exec(signs)?.[0].length ?? 0);
  const found = new Set<string>();
  for (let from = 0; from <= before; from += 1)
    for (let to = 0; to <= after; to += 1) found.add(foldName(signs.slice(from, signs.length - to)));
  found.delete('');
  return found;
};

export interface OwnNames {
  /** Entries that are refused too. */
  readonly refused: readonly string[];
  /** Entries that are allowed although another one refuses them. */
  readonly allowed: readonly string[];
}

/** @throws an Error for an entry without a letter or digit */
export const createNameList = ({ refused, allowed }: OwnNames): NameList => {
  const isRefused = matcher([...reservedNames, ...refused]);
  const isAllowed = matcher(allowed);
  return {
    refuses: name => {
      const all = [...readings(name)];
      return all.some(isRefused) && !all.some(isAllowed);
    },
  };
};

/** Entries of a file: more than any list that is kept by hand. */
const MOST = 10_000;

/**
 * Reads a file of entries, one a line; `#` begins a comment, and `!` an entry that is allowed.
 * @throws an Error that names the line
 */
export const parseNames = (text: string): OwnNames => {
  const refused: string[] = [];
  const allowed: string[] = [];
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const entry = line.replace(/#.*/, '').trim();
    if (entry === '') continue;
    const name = entry.replace(/^!\s*/, '');
    if (foldName(name) === '')
      throw new Error(`line ${at + 1} ("${entry.slice(0, 40)}") has no letter or digit`);
    if (/.\*./u.test(name) || name.includes('!'))
      throw new Error(
        `line ${at + 1} ("${entry.slice(0, 40)}"): * stands at the begin or end of a name, ! before it`,
      );
    (entry === name ? refused : allowed).push(name);
  }
  if (refused.length + allowed.length > MOST) throw new Error(`more than ${MOST} names`);
  return { refused, allowed };
};
