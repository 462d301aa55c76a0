/** Gathers the rows of an answer of SQL, of either engine, up to its limits. */
import { sqlLimits } from '@rollcall/contract/console';
import type { SqlCell } from './engine.ts';

/** Characters of a cell and of an answer; beyond, they are cut. */
const CELL = 2_000;
const ANSWER = 4_000_000;

/** Whole numbers beyond 2^53 stay text. */
const cellOf = (value: unknown, isNumeric: boolean): SqlCell => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (isNumeric) {
    const number = Number(text);
    if (Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))) return number;
  }
  return text.length > CELL ? `${text.slice(0, CELL)}…` : text;
};

export class SqlRows {
  readonly rows: SqlCell[][] = [];
  #length = 0;

  /** @param numeric of each column */
  constructor(private readonly numeric: readonly boolean[]) {}

  /** @returns false where the row has no room: the answer is cut */
  add(row: readonly unknown[]): boolean {
    if (this.rows.length >= sqlLimits.rows || this.#length > ANSWER) return false;
    const cells = row.map((value, n) => cellOf(value, this.numeric[n] ?? false));
    for (const cell of cells) this.#length += typeof cell === 'string' ? cell.length : 8;
    this.rows.push(cells);
    return true;
  }
}
