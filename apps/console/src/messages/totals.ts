/** Totals of the hourly message counts. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';

type Row = AnswerOf<ConsoleCalls['getMessageCounts']>['rows'][number];
export interface Totals {
  readonly sent: number;
  readonly limited: number;
  readonly failed: number;
}

export const totalsOf = (rows: readonly Totals[]): Totals =>
  rows.reduce<Totals>(
    (sum, row) => ({
      sent: sum.sent + row.sent,
      limited: sum.limited + row.limited,
      failed: sum.failed + row.failed,
    }),
    { sent: 0, limited: 0, failed: 0 },
  );

/** Totals by key, in the order of the keys' first rows. */
export const totalsBy = <K>(rows: readonly Row[], name: (row: Row) => K): Map<K, Totals> => {
  const found = new Map<K, Totals>();
  for (const row of rows) {
    const key = name(row);
    found.set(key, totalsOf([found.get(key) ?? { sent: 0, limited: 0, failed: 0 }, row]));
  }
  return found;
};

/**
 * Totals of every interval between `from` and `to` (ms since 1970), including empty ones.
 * @param begin returns the start of the interval of a time
 * @param next returns the start of the following interval
 */
export const overTime = (
  rows: readonly Row[],
  from: number,
  to: number,
  begin: (at: number) => number,
  next: (at: number) => number,
): { readonly at: number; readonly sum: Totals }[] => {
  const totals = totalsBy(rows, ({ hour }) => begin(hour));
  const spans: { at: number; sum: Totals }[] = [];
  for (let at = begin(from); at < to; at = next(at))
    spans.push({ at, sum: totals.get(at) ?? { sent: 0, limited: 0, failed: 0 } });
  return spans;
};
