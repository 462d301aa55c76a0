/** Which names are refused: those of the product, and those that a school adds or allows again. */
import { foldName, joinLetters } from './fold-name.ts';
import { reservedNames } from './reserved-names.ts';

export interface NameList {
  /** Whether nobody may take this nickname or username. */
  refuses(name: string): boolean;
}

/** One way to read a name. */
interface Reading {
  readonly folded: string;
  /** Whether nothing was taken off its begin, and its end. */
  readonly fromBegin: boolean;
  readonly toEnd: boolean;
}

type Matches = (reading: Reading) => boolean;

/** Words, of which a name is looked up by its parts: the cost does not grow with their number. */
const wordSet = () => {
  const words = new Set<string>();
  const lengths = new Set<number>();
  return {
    add: (word: string): void => {
      words.add(word);
      lengths.add(word.length);
    },
    /** Whether one of the words begins at this place. */
    beginsAt: (name: string, at: number): boolean => {
      for (const length of lengths)
        if (at + length <= name.length && words.has(name.slice(at, at + length))) return true;
      return false;
    },
    ends: (name: string): boolean => {
      for (const length of lengths)
        if (length <= name.length && words.has(name.slice(name.length - length))) return true;
      return false;
    },
  };
};

/**
 * Entries: a whole name, or with `*` at its begin or end what a name begins with, ends with or contains.
 * @throws an Error for an entry without a letter or digit
 */
const matcher = (entries: Iterable<string>): Matches => {
  const whole = new Set<string>();
  const [begins, ends, parts] = [wordSet(), wordSet(), wordSet()];
  for (const entry of entries) {
    const word = foldName(entry);
    if (word === '') throw new Error(`"${entry}" has no letter or digit`);
    const open = entry.startsWith('*');
    const on = entry.endsWith('*');
    if (open && on) parts.add(word);
    else if (on) begins.add(word);
    else if (open) ends.add(word);
    else whole.add(word);
  }
  const contains = (name: string): boolean => {
    for (let at = 0; at < name.length; at += 1) if (parts.beginsAt(name, at)) return true;
    return false;
  };
  // What the longest reading contains, begins or ends with is not looked for in shorter ones.
  return ({ folded, fromBegin, toEnd }) =>
    whole.has(folded) ||
    (toEnd && begins.beginsAt(folded, 0)) ||
    (fromBegin && ends.ends(folded)) ||
    (fromBegin && toEnd && contains(folded));
};

/** Digits beside the letters of a name that may be letters of it. */
const LETTERS = 4;

/** How many of the digits at an end are taken off: all, or all but some that are letters, or none. */
const cuts = (digits: number): ReadonlySet<number> => {
  const found = new Set([0]);
  for (let kept = 0; kept <= Math.min(LETTERS, digits); kept += 1) found.add(digits - kept);
  return found;
};

/** The ways to read a name: each digit at its ends is a letter (4dmin), or belongs to a number around it (admin04). */
const readings = (name: string): readonly Reading[] => {
  const signs = Array.from(name.normalize('NFKD').replaceAll(/[^\p{L}\p{N}\u2e80-\u2ef3]+/gu, ''));
  const isLetter = (sign: string): boolean => !/^\p{N}/u.test(sign);
  const first = signs.findIndex(isLetter);
  const before = first === -1 ? signs.length : first;
  const after = signs.length - 1 - signs.findLastIndex(isLetter);
  const found: Reading[] = [];
  for (const from of cuts(before))
    for (const to of cuts(after)) {
      const folded = foldName(signs.slice(from, signs.length - to).join(''));
      const at = { fromBegin: from === 0, toEnd: to === 0 };
      if (folded !== '') found.push({ ...at, folded });
      const joined = joinLetters(folded);
      if (joined !== folded) found.push({ ...at, folded: joined });
    }
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
      const all = readings(name);
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
