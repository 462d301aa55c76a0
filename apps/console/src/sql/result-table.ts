/** A result of SQL as a table, and as the table of a chart. */
import type { SqlResult } from '@rollcall/contract/console';
import type { Cell, Tabular } from '../charts/tabular.ts';

/** Lines of a chart at most, and bars. */
const LINES = 8;
export const BARS = 50;
/** Characters beyond which the texts of a column are broken into lines. */
const SHORT = 24;

const cellOf = (value: SqlResult['rows'][number][number]): Cell =>
  typeof value === 'boolean' ? String(value) : value;

/** @param write a number in the operator's language */
export const resultTable = ({ columns, rows }: SqlResult, write: (value: number) => string): Tabular => ({
  columns: columns.map(({ name, numeric }, at) => ({
    head: name,
    ...(numeric ? { write } : {}),
    ...(rows.some(row => String(row[at] ?? '').length > SHORT) ? { long: true } : {}),
  })),
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

/** Days, months and times, as the database writes them. */
const TIME = /^\d{4}-\d\d(?:-\d\d)?(?:[ T]\d\d:\d\d.*)?$/;

/** Whether the first column has times or numbers, each above the one before. */
export const goesUp = ({ rows }: Tabular): boolean =>
  rows.every(([first], at) => {
    const before = rows[at - 1]?.[0];
    if (typeof first === 'number') return at === 0 || (typeof before === 'number' && before < first);
    if (typeof first !== 'string' || !TIME.test(first)) return false;
    return at === 0 || (typeof before === 'string' && before < first);
  });
