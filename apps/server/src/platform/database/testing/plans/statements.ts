/** The statements that the unit tests sent, and the times at which each is tried. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Statement {
  /** The file that sent it. */
  readonly from: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Buffers, which JSON has as objects. */
const revive = (_: string, value: unknown): unknown => {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]) : value;
};

/** @param folder what `record-statements.ts` wrote: of each process of the tests the first values of a statement */
export const recorded = (folder: string): Statement[] => {
  const lines = readdirSync(folder)
    .toSorted()
    .flatMap(name => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  return (
    [...new Set(lines)]
      .map(line => JSON.parse(line, revive) as Statement)
      // Others have no plan.
      .filter(({ text }) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text))
  );
};

/** A time as JSON has it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const timesIn = (value: unknown): number[] =>
  Array.isArray(value)
    ? value.flatMap(timesIn)
    : typeof value === 'string' && TIME.test(value)
      ? [Date.parse(value)]
      : [];

const moved = (value: unknown, by: number): unknown =>
  Array.isArray(value)
    ? value.map(one => moved(one, by))
    : typeof value === 'string' && TIME.test(value)
      ? new Date(Date.parse(value) + by).toISOString()
      : value;

/**
 * The values of a statement with its times moved before all rows, amid them and after them, as the clocks of tests show any time: a statement
 * that deletes what is old is tried where nothing is old, and where everything is.
 * @param rows the times between which the rows lie, in ms since 1970
 */
export const tries = (
  values: readonly unknown[],
  rows: { readonly from: number; readonly until: number },
): readonly (readonly unknown[])[] => {
  const times = timesIn(values);
  if (times.length === 0) return [values];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const DAY = 86_400_000;
  return [rows.from - DAY - last, (rows.from + rows.until) / 2 - first, rows.until + DAY - first].map(
    by => moved(values, by) as unknown[],
  );
};
