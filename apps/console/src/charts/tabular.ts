/** The data of a chart as a table: chart, table view and CSV file have the same rows. */
export type Cell = string | number | Moment | null;

/** A time: in words for the page, and in ISO 8601 for programs that read the CSV file. */
export interface Moment {
  readonly words: string;
  readonly iso: string;
}

export interface TabularColumn {
  readonly head: string;
  /** Formats a number of this column; columns of text have none. */
  readonly write?: (value: number) => string;
  /** Its text is long: it is broken into lines, so that the first column keeps its width. */
  readonly long?: boolean;
}
export interface Tabular {
  readonly columns: readonly TabularColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Formats a cell. */
export const formatCell = (column: TabularColumn | undefined, cell: Cell | undefined): string =>
  cell === null || cell === undefined
    ? '—'
    : typeof cell === 'object'
      ? cell.words
      : typeof cell === 'number' && column?.write
        ? column.write(cell)
        : String(cell);

/** The numbers of a column, as a line draws them; null where there is none, which a line leaves out. */
export const figuresOf = (table: Tabular, column: number): (number | null)[] =>
  table.rows.map(row => {
    const cell = row[column];
    return typeof cell === 'number' ? cell : null;
  });

/** A column's numbers; anything else counts as 0. */
export const valuesOf = (table: Tabular, column: number): number[] =>
  figuresOf(table, column).map(figure => figure ?? 0);

/**
 * Text that a spreadsheet would run as a formula, after blanks and in full-width signs too; cells can hold text that users wrote.
 */
const FORMULA = /^(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

const quoted = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.iso;
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A CSV file (RFC 4180) with a byte order mark, by which spreadsheets detect UTF-8. Numbers are not formatted. */
export const toCsv = ({ columns, rows }: Tabular): string =>
  `\uFEFF${[columns.map(({ head }) => head), ...rows].map(row => row.map(quoted).join(',')).join('\r\n')}\r\n`;

/** Starts a download. Browser only. */
export const saveFile = (
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = 'text/csv;charset=utf-8',
): void => {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the download has started by the next task
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
};
