/** Why a file can't be read at all; faults of single rows are no reason. */
export type Unreadable =
  | 'encoding'
  | 'csv'
  | 'xlsx'
  | 'too-many-rows'
  | 'too-large-unpacked'
  | 'too-many-columns'
  | 'row-too-long'
  | 'empty';

const WORDS: Readonly<Record<Unreadable, string>> = {
  encoding: 'It is neither UTF-8 nor GBK text, nor an xlsx file.',
  csv: 'A quotation mark is not closed, or a row is too long.',
  xlsx: 'It is no xlsx file that can be read; a protected one has to be saved without its password.',
  'too-many-rows': 'An xlsx file may have 20,000 rows; save it as CSV, which may have more.',
  'too-large-unpacked': 'It has more than 50 MB unpacked.',
  'too-many-columns': 'It has more than 200 columns.',
  'row-too-long': 'A row has more than 65,536 characters.',
  empty: 'It has no rows below its headings.',
};

export class UnreadableFile extends Error {
  readonly why: Unreadable;
  readonly row: number | undefined;

  constructor(why: Unreadable, row?: number) {
    super(`${WORDS[why]}${row === undefined ? '' : ` (row ${row})`}`);
    this.why = why;
    this.row = row;
  }
}
