/** Explains every recorded statement over many rows: `main.ts FOLDER ROWS`. Fails where one reads the whole of a table that grows. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedDatabase } from '../../embedded/supervisor.ts';
import { migrate } from '../../migrate.ts';
import { mayScan, smallTables, WHOLE_TABLES } from './allowed.ts';
import { fill } from './fill.ts';
import { type PlanNode, scannedIn } from './plan.ts';

/** PostgreSQL's codes of undefined tables and of data exceptions. */
const OF_TESTS = /^(?:42P01|22...)$/;

interface Statement {
  readonly from: string;
  readonly form: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const [folder = '', rowsText = ''] = process.argv.slice(2);
const rows = Number(rowsText);

/** Buffers, which JSON has as objects. */
const revive = (_: string, value: unknown): unknown => {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]) : value;
};

const recorded = (): Statement[] => {
  const found = new Map<string, Statement>();
  for (const name of readdirSync(folder).toSorted()) {
    for (const line of readFileSync(join(folder, name), 'utf8').trim().split('\n')) {
      const statement = JSON.parse(line, revive) as Statement;
      // Others have no plan. Each sender of a statement is asked for, as the files come in any order.
      if (/^\s*(?:select|insert|update|delete|with)\b/i.test(statement.text))
        found.set(`${statement.from} ${statement.form}`, statement);
    }
  }
  return [...found.values()];
};

const explain = async (client: pg.PoolClient, growing: ReadonlySet<string>): Promise<string[]> => {
  const problems: string[] = [];
  const unused = new Set(mayScan.keys());
  const { rows: indexes } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  );
  const partial = new Set(indexes.map(({ name }) => name));
  for (const { from, text, values } of recorded()) {
    const shown = `\n    ${text.replaceAll(/\s+/g, ' ')}`;
    try {
      const { rows: answers } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        [...values],
      );
      const scanned = answers.flatMap(answer => scannedIn(answer['QUERY PLAN'][0].Plan, partial));
      for (const table of new Set(scanned.filter(name => growing.has(name)))) {
        const key = `${from} ${table}`;
        unused.delete(key);
        if (!mayScan.has(key) && !WHOLE_TABLES.test(from)) problems.push(`${key}: it reads all rows${shown}`);
      }
    } catch (error) {
      // What a test made for itself: a table, or values that can't be computed. A statement of the product that fails so fails in the
      // tests that sent it.
      if (error instanceof pg.DatabaseError && OF_TESTS.test(error.code ?? '')) continue;
      problems.push(`${from}: ${(error as Error).message}${shown}`);
    }
  }
  return [...problems, ...[...unused].map(key => `${key}: it may read all rows, and does not`)];
};

const place = mkdtempSync(join(tmpdir(), 'rollcall-plans-'));
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const database = await startEmbeddedDatabase({ folder: place, log: silent });
try {
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  await migrate(pool, { log: pino({ enabled: false }), now: Date.now });
  const client = await pool.connect();
  try {
    await client.query('set synchronous_commit = off');
    const growing = await fill(client, { rows, small: new Set(smallTables.keys()) });
    // Over few rows a scan may cost less than the index that many rows need.
    if (rows < 1_000_000) await client.query('set enable_seqscan = off');
    const problems = await explain(client, new Set(growing));
    if (problems.length > 0) {
      console.error(problems.join('\n'));
      process.exitCode = 1;
    }
    console.log(
      `${recorded().length} statements over ${growing.length} tables of ${rows} rows: ${problems.length} problems.`,
    );
  } finally {
    client.release(true);
    await pool.end();
  }
} finally {
  await database.stop();
  rmSync(place, { recursive: true, force: true, maxRetries: 3 });
}
