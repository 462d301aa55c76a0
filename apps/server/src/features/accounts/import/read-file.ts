/** Reads a file of either kind: what is an archive is taken for xlsx, everything else for CSV. */
import { open } from 'node:fs/promises';
import { LONGEST_ROW, readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Begins every zip file. */
const ARCHIVE = Buffer.from('PK\u0003\u0004', 'latin1');
const MOST_COLUMNS = 200;

const isArchive = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(ARCHIVE.length), 0, ARCHIVE.length, 0);
    return buffer.equals(ARCHIVE);
  } finally {
    await file.close();
  }
};

/** @throws UnreadableFile, also after rows were given */
export async function* readFileRows(path: string): AsyncGenerator<{ row: number; cells: string[] }> {
  for await (const read of (await isArchive(path)) ? readXlsx(path) : readCsv(path)) {
    if (read.cells.length > MOST_COLUMNS) throw new UnreadableFile('too-many-columns', read.row);
    // A merged cell stands in each that it covers: a small file would be kept as gigabytes.
    if (read.cells.reduce((sum, cell) => sum + cell.length, 0) > LONGEST_ROW)
      throw new UnreadableFile('row-too-long', read.row);
    yield read;
  }
}
