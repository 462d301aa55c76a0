/** A result of SQL as a table, and as the table of a chart. */
import type { SqlResult } from '@rollcall/contract/console';
import type { Cell, Tabular } from '../charts/tabular.ts';

/** Lines of a chart at most, and bars: on the page, and in a tile, which has one column of them. */
const LINES = 8;
export const BARS = 50;
export const TILE_BARS = 10;
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

/** A number that a chart draws where it is: neither absent, nor beyond 2^53 and therefore text, nor below the axis. */
const isDrawn = (cell: Cell | undefined): boolean => typeof cell === 'number' && cell >= 0;

/** The first column, and those of numbers after it; undefined where there are none, or some can't be drawn as they are. */
export const chartTable = ({ columns, rows }: Tabular): Tabular | undefined => {
  const shown = columns.flatMap(({ write }, at) => (at > 0 && write ? [at] : [])).slice(0, LINES);
  if (shown.length === 0 || !rows.every(row => shown.every(at => isDrawn(row[at])))) return undefined;
  const taken = [0, ...shown];
  return {
    columns: taken.flatMap(at => columns[at] ?? []),
    rows: rows.map(row => taken.map(at => row[at] ?? null)),
  };
};

/** Days and times, and months, as the database writes them. */
const TIME = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d.*)?$/;
const MONTH = /^(\d{4})-(\d\d)$/;

/** A number, time or month as a number; NaN: none of them. */
const placeOf = (cell: Cell | undefined): number => {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return Number.NaN;
  const [, year, month] = MONTH.exec(cell) ?? [];
  if (year !== undefined) return Number(year) * 12 + Number(month);
  return TIME.test(cell)
    ? Date.parse(cell.includes(':') ? `${cell.slice(0, 19).replace(' ', 'T')}Z` : cell)
    : Number.NaN;
};

/**
 * Whether the first column has times or numbers, each as far above the one before as the others: a chart of lines has its places at equal
 * distances, and would hide a day that is not there.
 */
export const stepsEvenly = ({ rows }: Tabular): boolean => {
  const places = rows.map(([first]) => placeOf(first));
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  return places.every(place => !Number.isNaN(place)) && steps.every(step => step > 0 && step === steps[0]);
};
