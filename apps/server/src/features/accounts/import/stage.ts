/** Keeps the rows of a file beside the accounts, with what each says and every fault. Nothing else changes. */
import { randomUUID } from 'node:crypto';
import type { CustomField } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import { readCustomFields } from '../../../identity/custom-fields/definitions.ts';
import type { Database } from '../../../platform/database/schema.ts';
import type { ImportColumn } from '../../../platform/database/tables/imports.ts';
import { columnsOf, HEADING_ROWS, headingRow } from './columns.ts';
import { cutText } from './cut-text.ts';
import { judgeRows } from './judge-rows.ts';
import { type ReadRow, readRow } from './read-row.ts';
import { withoutSecrets } from './secret-cells.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Rows of one statement. */
const BATCH = 1000;

interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}

export interface ImportedFile {
  readonly name: string;
  readonly pid: string;
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly rows: AsyncIterable<FileRow>;
}

const recordOf = ({ row, cells }: FileRow, read: ReadRow) => ({
  row,
  // PostgreSQL stores no NUL.
  cells: cells.map(cell => cutText(cell.replaceAll('\u0000', ''), 2000)),
  ...read,
});

const insertRows = async (db: Kysely<Database>, id: string, rows: ReturnType<typeof recordOf>[]) => {
  await sql`
    insert into import_rows (import_id, row, cells, person, faults, phone, email, username, group_name)
    select ${id}::uuid, t.row, t.cells, t.person, t.faults, t.phone, t.email, t.username, t."group"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      row integer, cells jsonb, person jsonb, faults jsonb, phone text, email text, username text, "group" text
    )`.execute(db);
};

/** Splits a stream into the rows before the headings end, and the batches below. */
async function* batchesOf(
  rows: AsyncIterable<FileRow>,
  custom: readonly CustomField[],
): AsyncGenerator<{ columns: ImportColumn[]; rows: FileRow[] }> {
  let columns: ImportColumn[] | undefined;
  let held: FileRow[] = [];
  const begin = () => {
    const at = headingRow(
      held.map(({ cells }) => cells),
      custom,
    );
    const headings = held[at]?.cells ?? [];
    const found = columnsOf(
      headings.map(heading => cutText(heading.trim(), 100)),
      custom,
    );
    columns = withoutSecrets(found, headings);
    held = held.slice(at + 1);
  };
  for await (const one of rows) {
    held.push(one);
    if (!columns && held.length >= HEADING_ROWS) begin();
    if (columns && held.length >= BATCH) {
      yield { columns, rows: held };
      held = [];
    }
  }
  if (!columns) begin();
  if (columns) yield { columns, rows: held };
}

/**
 * Reads a whole file within the transaction `db`. @returns the import's id
 * @throws UnreadableFile where it can't be read to its end
 */
export const stageFile = async (
  db: Kysely<Database>,
  { name, pid, by, at, rows }: ImportedFile,
): Promise<string> => {
  const id = randomUUID();
  await db
    .insertInto('imports')
    .values({ id, name, pid, created_at: new Date(at), created_by: by, state: 'looked' })
    .execute();
  const custom = await readCustomFields(db);
  let count = 0;
  let found: ImportColumn[] = [];
  for await (const batch of batchesOf(rows, custom)) {
    found = batch.columns;
    count += batch.rows.length;
    await insertRows(
      db,
      id,
      batch.rows.map(one => recordOf(one, readRow(found, one.cells, at, custom))),
    );
  }
  if (count === 0) throw new UnreadableFile('empty');
  await db
    .updateTable('imports')
    .set({ rows: count, columns: JSON.stringify(found) })
    .where('id', '=', id)
    .execute();
  await judgeRows(db, id, found, at);
  return id;
};

/** Reads the rows that are kept again, by other columns, within the transaction `db` that holds the import. */
export const stageAgain = async (
  db: Kysely<Database>,
  id: string,
  columns: readonly ImportColumn[],
  at: number,
): Promise<void> => {
  const custom = await readCustomFields(db);
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['row', 'cells'])
      .where('import_id', '=', id)
      .where('row', '>', last)
      .orderBy('row')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) break;
    last = rows.at(-1)?.row ?? last;
    const read = rows.map(({ row, cells }) => ({ row, ...readRow(columns, cells ?? [], at, custom) }));
    await sql`
      update import_rows r
      set person = t.person, faults = t.faults, phone = t.phone, email = t.email, username = t.username,
        group_name = t."group", fate = null, account_id = null
      from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as t(
        row integer, person jsonb, faults jsonb, phone text, email text, username text, "group" text
      )
      where r.import_id = ${id} and r.row = t.row`.execute(db);
  }
  await db
    .updateTable('imports')
    .set({ columns: JSON.stringify(columns) })
    .where('id', '=', id)
    .execute();
  await judgeRows(db, id, columns, at);
};
