/** Cells that nobody is shown: hashes, and what may be a password. */
import { readDigest, readStoredHash } from '../../../identity/password-schemes.ts';
import type { ImportColumn } from '../../../platform/database/tables/imports.ts';

/** What is shown in their place. */
const HIDDEN = '•••';

/** A hash, also one that no account can have. */
const isHash = (text: string): boolean =>
  readStoredHash(text) !== undefined || readDigest(text) !== undefined || /^[\da-f]{32,}$/i.test(text);

/** As people make passwords, and little else in a file of people is: letters and digits, and no address. */
const MAY_BE_PASSWORD = /^(?=.*[a-z])(?=.*\d)[\x21-\x3f\x41-\x7e]{6,64}$/i;

const isNamed = (columns: readonly ImportColumn[]): boolean => columns.some(({ field }) => field !== null);

/**
 * Columns as they are kept. Where no heading is known, a row of people may stand in their place, with a password among them.
 * @param cells of the row of the headings, whole
 */
export const withoutSecrets = (columns: readonly ImportColumn[], cells: readonly string[]): ImportColumn[] =>
  columns.map(({ heading, field }, n) => {
    const cell = cells[n]?.trim() ?? '';
    const isSecret = isHash(cell) || (!isNamed(columns) && MAY_BE_PASSWORD.test(cell));
    return { heading: isSecret ? HIDDEN : heading, field };
  });

/** What is shown of a cell of the `n`th column. */
export const shownCell = (cell: string, columns: readonly ImportColumn[], n: number): string => {
  const text = cell.trim();
  // One whose heading was a secret stays hidden once the others are named by hand.
  const isSecret =
    isHash(text) ||
    (text !== '' && columns[n]?.heading === HIDDEN) ||
    (!isNamed(columns) && MAY_BE_PASSWORD.test(text));
  return isSecret ? HIDDEN : cell;
};
