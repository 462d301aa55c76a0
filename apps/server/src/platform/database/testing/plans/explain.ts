/** Runs statements over many rows, and finds those that read much of a table. */
import pg from 'pg';
import { type Index, type PlanNode, readIn } from './plan.ts';
import { type Statement, tries } from './statements.ts';

/** How many rows of a table a statement may read: some batches, or a small part of many rows. */
const mayRead = (rows: number): number => Math.max(2_500, rows / 50);

/** PostgreSQL's codes of undefined tables and of data exceptions. */
const OF_TESTS = /^(?:42P01|22...)$/;
/** Of constraints, which made-up rows break. */
const OF_ROWS = /^23...$/;

export interface Finding {
  readonly statement: Statement;
  /** Absent where the statement failed. */
  readonly table?: string;
  readonly problem: string;
}

const indexesOf = async (client: pg.ClientBase): Promise<ReadonlyMap<string, Index>> => {
  const { rows } = await client.query<Index & { name: string }>(`
    select indexrelid::regclass::text as name, indrelid::regclass::text as table,
      pg_get_indexdef(indexrelid, 1, true) as first, indpred is not null as partial from pg_index`);
  return new Map(rows.map(({ name, ...index }) => [name, index]));
};

type Answer = { 'QUERY PLAN': [{ Plan: PlanNode }] };

/** What it did, or, where it breaks a constraint, what it would do. Nothing is changed. */
const planOf = async (client: pg.ClientBase, text: string, values: readonly unknown[]): Promise<PlanNode> => {
  const explain = async (how: string): Promise<PlanNode> => {
    await client.query('begin');
    try {
      const { rows } = await client.query<Answer>(`explain (${how}format json) ${text}`, [...values]);
      return (rows[0] as Answer)['QUERY PLAN'][0].Plan;
    } finally {
      await client.query('rollback');
    }
  };
  try {
    return await explain('analyze, timing off, ');
  } catch (error) {
    if (error instanceof pg.DatabaseError && OF_ROWS.test(error.code ?? '')) return explain('');
    throw error;
  }
};

/**
 * Runs each statement at three times, and undoes it.
 * @param over the tables to look at, how many rows each has, and the times between which these lie
 */
export const findingsOf = async (
  client: pg.ClientBase,
  statements: readonly Statement[],
  over: {
    readonly tables: ReadonlySet<string>;
    readonly rows: number;
    readonly from: number;
    readonly until: number;
  },
): Promise<Finding[]> => {
  const indexes = await indexesOf(client);
  const findings: Finding[] = [];
  for (const statement of statements) {
    const { text, values } = statement;
    const most = new Map<string, number>();
    try {
      for (const own of tries(values, over))
        for (const [table, rows] of readIn(await planOf(client, text, own), indexes))
          most.set(table, Math.max(rows, most.get(table) ?? 0));
    } catch (error) {
      // What a test made for itself: a table, or values that can't be computed. A statement of the product that fails so fails in the
      // tests that sent it.
      if (error instanceof pg.DatabaseError && OF_TESTS.test(error.code ?? '')) continue;
      findings.push({ statement, problem: (error as Error).message });
    }
    for (const [table, rows] of most)
      if (over.tables.has(table) && rows > mayRead(over.rows)) {
        const problem = `it reads ${Number.isFinite(rows) ? Math.round(rows) : 'all'} rows`;
        findings.push({ statement, table, problem });
      }
  }
  return findings;
};

/** The foreign keys between the tables without an index that begins with them: a deletion of what they refer to reads the whole table. */
export const unindexedReferences = async (
  client: pg.ClientBase,
  tables: ReadonlySet<string>,
): Promise<string[]> => {
  const { rows } = await client.query<{ problem: string }>(
    `select format('%s: no index begins with its foreign key %s', conrelid::regclass, conname) as problem
    from pg_constraint c
    where contype = 'f' and conrelid::regclass::text = any($1) and confrelid::regclass::text = any($1)
      and not exists (
        select from pg_index where indrelid = c.conrelid and indkey[0] = c.conkey[1]
          and coalesce(pg_get_expr(indpred, indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$', true))`,
    [[...tables]],
  );
  return rows.map(({ problem }) => problem);
};
