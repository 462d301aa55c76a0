/** Reads the first sheet of an xlsx file. Formulas are not calculated: a cell has what was saved with it, as text. */
import { readFile } from 'node:fs/promises';
import { type CellValue, readXlsx as readWorkbook } from 'hucre/xlsx';
import { unpackedSize } from './unpacked-size.ts';
import { UnreadableFile } from './unreadable-file.ts';

const MOST_ROWS = 20_000;
const MOST_UNPACKED = 50 * 2 ** 20;
/** What is looked at: one row and one column more than may be. */
const RANGE = 'A1:GS20001';
/** Cells that a merged one covers in all at most. */
const MOST_MERGED = 1_000_000;

const textOf = (value: CellValue | undefined): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return String(value);
};

/**
 * The rows of the file; a merged cell's value stands in each cell that it covers.
 * @throws UnreadableFile where it is no such file, or beyond the limits
 */
export async function* readXlsx(path: string): AsyncGenerator<{ row: number; cells: string[] }> {
  const bytes = await readFile(path);
  if (unpackedSize(bytes) > MOST_UNPACKED) throw new UnreadableFile('too-large-unpacked');
  const workbook = await readWorkbook(bytes, { sheets: [0], range: RANGE }).catch(() => {
    throw new UnreadableFile('xlsx');
  });
  const sheet = workbook.sheets[0];
  if (!sheet) throw new UnreadableFile('empty');
  const { rows, merges = [] } = sheet;
  if (rows.length > MOST_ROWS) throw new UnreadableFile('too-many-rows');
  let covered = 0;
  for (const { startRow, endRow, startCol, endCol } of merges) {
    const last = Math.min(endRow, rows.length - 1);
    covered += Math.max(0, last - startRow + 1) * (endCol - startCol + 1);
    if (covered > MOST_MERGED || endCol - startCol > 200) throw new UnreadableFile('too-many-columns');
    const value = rows[startRow]?.[startCol] ?? null;
    for (let row = startRow; row <= last; row += 1)
      for (let column = startCol; column <= endCol; column += 1) {
        const cells = rows[row];
        if (cells) cells[column] = value;
      }
  }
  for (const [n, cells] of rows.entries()) {
    const texts = Array.from(cells, textOf);
    if (texts.some(text => text.trim() !== '')) yield { row: n + 1, cells: texts };
  }
}
