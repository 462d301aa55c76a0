/** Runs every recorded statement over many rows: `main.ts FOLDER ROWS`. Fails where one reads much of a table that grows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedDatabase } from '../../embedded/supervisor.ts';
import { migrate } from '../../migrate.ts';
import { mayScan, type Reader, smallTables, WHOLE_TABLES } from './allowed.ts';
import { type Finding, findingsOf, unindexedReferences } from './explain.ts';
import { FROM, fill, UNTIL } from './fill.ts';
import { recorded } from './statements.ts';

const [folder = '', rowsText = ''] = process.argv.slice(2);
const rows = Number(rowsText);
const statements = recorded(folder).filter(({ from }) => !WHOLE_TABLES.test(from));

const problemsOf = async (client: pg.ClientBase, tables: ReadonlySet<string>): Promise<string[]> => {
  const findings = await findingsOf(client, statements, { tables, rows, from: FROM, until: UNTIL });
  const allows = (reader: Reader, { statement, table }: Finding) =>
    reader.from === statement.from && reader.table === table && statement.text.includes(reader.text ?? '');
  return [
    ...findings
      .filter(finding => !mayScan.some(reader => allows(reader, finding)))
      .map(
        ({ statement: { from, text }, table, problem }) =>
          `${from} ${table ?? ''}: ${problem}\n    ${text.replaceAll(/\s+/g, ' ')}`,
      ),
    ...mayScan
      .filter(reader => !findings.some(finding => allows(reader, finding)))
      .map(({ from, table }) => `${from} ${table}: it may read much, and does not`),
    ...(await unindexedReferences(client, tables)),
  ];
};

const place = mkdtempSync(join(tmpdir(), 'rollcall-plans-'));
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const database = await startEmbeddedDatabase({ folder: place, log: silent });
try {
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  // On a busy machine the database ends before it has read that the connection does.
  pool.on('error', () => {});
  await migrate(pool, { log: pino({ enabled: false }), now: Date.now });
  const client = await pool.connect();
  try {
    await client.query('set synchronous_commit = off');
    const growing = await fill(client, { rows, small: new Set(smallTables.keys()) });
    const problems = await problemsOf(client, new Set(growing));
    if (problems.length > 0) {
      console.error(problems.join('\n'));
      process.exitCode = 1;
    }
    console.log(
      `${statements.length} statements over ${growing.length} tables of ${rows} rows: ${problems.length} problems.`,
    );
  } finally {
    client.release(true);
    await pool.end();
  }
} finally {
  await database.stop();
  rmSync(place, { recursive: true, force: true, maxRetries: 3 });
}
