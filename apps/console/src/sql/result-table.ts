/** A result of SQL as a table, and as the table of a chart. */
import type { SqlResult } from '@rollcall/contract/console';
import type { Cell, Tabular } from '../charts/tabular.ts';

/** Lines of a chart at most. */
const LINES = 8;

const cellOf = (value: SqlResult['rows'][number][number]): Cell =>
  typeof value === 'boolean' ? String(value) : value;

/** @param write a number in the operator's language */
export const resultTable = ({ columns, rows }: SqlResult, write: (value: number) => string): Tabular => ({
  columns: columns.map(({ name, numeric }) => ({ head: name, ...(numeric ? { write } : { long: true }) })),
  rows: rows.map(row => row.map(cellOf)),
});

/** The first column, and those of numbers after it; undefined where there are none. */
export const chartTable = ({ columns, rows }: Tabular): Tabular | undefined => {
  const shown = columns.flatMap(({ write }, at) => (at > 0 && write ? [at] : [])).slice(0, LINES);
  if (shown.length === 0) return undefined;
  const taken = [0, ...shown];
  return {
    columns: taken.flatMap(at => columns[at] ?? []),
    rows: rows.map(row => taken.map(at => row[at] ?? null)),
  };
};
