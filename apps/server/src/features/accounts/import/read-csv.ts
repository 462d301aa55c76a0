/** Reads CSV as a stream: UTF-8, or GB 18030 with all of GBK; comma, semicolon or tab. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { UnreadableFile } from './unreadable-file.ts';

/** Bytes from which the separator is told. */
const HEAD = 256 * 1024;
/** Characters of one row at most; an open quotation mark would swallow the rest of the file. */
export const LONGEST_ROW = 64 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;

/** Of the whole file: the first rows may have ASCII alone. */
const isUtf8 = async (path: string): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
};

/** The separator that stands most often outside of quotation marks in the first rows. */
const separatorOf = (head: string): string => {
  const plain = head
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .slice(0, 20)
    .join('\n');
  const counts = SEPARATORS.map(one => plain.split(one).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableFile('encoding') : error;
  }
}

/**
 * The rows of a file, cells as text. Rows without any text are passed over, and counted.
 * @throws UnreadableFile where it is no such file
 */
export async function* readCsv(path: string): AsyncGenerator<{ row: number; cells: string[] }> {
  const head = await headOf(path);
  if (head.includes(0)) throw new UnreadableFile('encoding');
  const encoding = (await isUtf8(path)) ? 'utf-8' : 'gb18030';
  const delimiter = separatorOf(new TextDecoder(encoding).decode(head, { stream: true }));
  const parser = Readable.from(decoded(path, encoding)).pipe(
    parse({
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: LONGEST_ROW,
    }),
  );
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (cells.some(cell => cell.trim() !== '')) yield { row, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile('csv', row + 1) : error;
  }
}
