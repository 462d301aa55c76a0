/** Figures as a table: what a chart draws, what stands behind its key, and what is downloaded are the same rows. */
export type Cell = string | number | null;

export interface TabularColumn {
  readonly head: string;
  /** How a figure of this column is written for people; text columns have none. */
  readonly write?: (value: number) => string;
}
export interface Tabular {
  readonly columns: readonly TabularColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A cell for people. */
export const formatCell = (column: TabularColumn | undefined, cell: Cell | undefined): string =>
  cell === null || cell === undefined
    ? '—'
    : typeof cell === 'number' && column?.write
      ? column.write(cell)
      : String(cell);

/** A column as numbers; what is no number counts as 0. */
export const valuesOf = (table: Tabular, column: number): number[] =>
  table.rows.map(row => {
    const cell = row[column];
    return typeof cell === 'number' ? cell : 0;
  });

/** A text that a spreadsheet would take for a formula; people's own words stand in these tables. */
const FORMULA = /^[=+\-@\t\r]/;

const quoted = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** RFC 4180, with the mark by which spreadsheets know UTF-8. Figures are written plainly, not as this language does. */
export const toCsv = ({ columns, rows }: Tabular): string =>
  `\uFEFF${[columns.map(({ head }) => head), ...rows].map(row => row.map(quoted).join(',')).join('\r\n')}\r\n`;

/** Hands a file to the person. Browser only. */
export const saveFile = (name: string, content: string, type = 'text/csv;charset=utf-8'): void => {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser has taken it over by the next turn
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
};
