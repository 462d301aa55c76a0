/** The rows of an insert. */
import type { Cell } from '../../../events/store/rows.ts';

/** A list of values in the order of the columns. */
export type InsertedRow = readonly (Cell | readonly Cell[])[];

/** Rows as the text that is sent, which can be written while the server is at other work. */
export class RowsText {
  readonly text: string;

  constructor(rows: readonly InsertedRow[]) {
    this.text = rows.map(row => JSON.stringify(row)).join('\n');
  }
}

/** How the client writes values, one after the other. */
export const json = {
  parse: JSON.parse,
  stringify: (value: unknown) => (value instanceof RowsText ? value.text : JSON.stringify(value)),
};
