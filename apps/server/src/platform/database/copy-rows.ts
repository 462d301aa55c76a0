/** Copies every row of one PostgreSQL into another that has the same tables, and compares the two. */
import type pg from 'pg';

/** Bytes of text in one statement, about, and rows at most. */
const PIECE = 4 * 2 ** 20;
const ROWS = 1_000;

/** What a table holds. */
export interface TableSum {
  readonly rows: number;
  /** A sum over the digests of its rows, in whatever order they stand. */
  readonly digest: string;
}

/**
 * Both sides say a value in the same text, and nothing ends a long statement. A transaction whose process lost its power ends after two
 * minutes; one side waits for the other for half an hour at most.
 */
const AS_TEXT =
  "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = '30min'; " +
  "set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 6; set timezone = 'UTC'; " +
  "set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1";

/** Runs work in a transaction on a connection that is closed afterwards. */
export const onConnection = async <T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query(AS_TEXT);
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // What was not committed is undone.
    client.release(true);
  }
};

/** Every table of the schema, in an order in which rows only refer to rows of tables before. */
export const tablesOf = async (client: Pick<pg.Pool, 'query'>): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string; refers: string[] }>(`
    select quote_ident(c.relname) as name,
      array(select quote_ident(r.relname) from pg_constraint k join pg_class r on r.oid = k.confrelid
            where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as refers
    from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`);
  const ordered: string[] = [];
  for (let left = rows; left.length > 0; ) {
    const ready = left.filter(({ refers }) => refers.every(name => ordered.includes(name)));
    if (ready.length === 0)
      throw new Error(`Tables refer to one another: ${left.map(t => t.name).join(', ')}.`);
    ordered.push(...ready.map(({ name }) => name));
    left = left.filter(table => !ready.includes(table));
  }
  return ordered;
};

/** Columns of all tables, in their order: a row travels as the text of the whole. */
const formOf = async (client: pg.PoolClient): Promise<string> => {
  const { rows } = await client.query<{ form: string }>(`
    select string_agg(attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod), ', '
      order by attrelid::regclass::text, attnum) as form
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped`);
  return rows[0]?.form ?? '';
};

interface TableState extends TableSum {
  /** Bytes of the longest row's text. */
  readonly longest: number;
}

const stateOf = async (client: pg.PoolClient, table: string): Promise<TableState> => {
  const { rows } = await client.query<{ rows: string; digest: string; longest: number }>(`
    select count(*)::text as rows, coalesce(max(octet_length(t::text)), 0) as longest,
      coalesce(sum(('x' || left(encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 16))::bit(64)::bigint::numeric), 0)::text as digest
    from ${table} t`);
  const [state = { rows: '0', digest: '0', longest: 0 }] = rows;
  return { ...state, rows: Number(state.rows) };
};

/** What each table holds. */
export const sumsOf = async (client: pg.PoolClient): Promise<ReadonlyMap<string, TableSum>> => {
  const sums = new Map<string, TableSum>();
  for (const table of await tablesOf(client)) {
    const { rows, digest } = await stateOf(client, table);
    sums.set(table, { rows, digest });
  }
  return sums;
};

/** The tables whose rows differ. */
export const differing = (
  one: ReadonlyMap<string, TableSum>,
  other: ReadonlyMap<string, TableSum>,
): readonly string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    table => JSON.stringify(one.get(table)) !== JSON.stringify(other.get(table)),
  );

/**
 * Replaces every row of `to` by those of `from`, within the callers' transactions, the one of `from` with a snapshot; numbers that are given
 * out go on where they were.
 * @throws Error where the tables differ in form, or hold other rows afterwards
 */
export const copyRows = async (
  from: pg.PoolClient,
  to: pg.PoolClient,
): Promise<ReadonlyMap<string, TableSum>> => {
  if ((await formOf(from)) !== (await formOf(to)))
    throw new Error('The two databases have other columns: the releases that made them differ.');
  const tables = await tablesOf(to);
  // Hashes of the audit log and the like are copied, not recomputed.
  for (const table of tables) await to.query(`alter table ${table} disable trigger user`);
  await to.query(`truncate ${tables.join(', ')}`);
  const sums = new Map<string, TableSum>();
  for (const table of tables) {
    const { longest, ...sum } = await stateOf(from, table);
    await copyTable(from, to, table, Math.max(1, Math.min(ROWS, Math.floor(PIECE / Math.max(1, longest)))));
    sums.set(table, sum);
  }
  await copySequences(from, to);
  for (const table of tables) await to.query(`alter table ${table} enable trigger user`);
  const wrong = differing(sums, await sumsOf(to));
  if (wrong.length > 0) throw new Error(`Other rows arrived than were sent: ${wrong.join(', ')}.`);
  return sums;
};

const copyTable = async (
  from: pg.PoolClient,
  to: pg.PoolClient,
  table: string,
  piece: number,
): Promise<void> => {
  await from.query(`declare moved no scroll cursor for select t::text as row from ${table} t`);
  for (;;) {
    const { rows } = await from.query<{ row: string }>(`fetch ${piece} from moved`);
    if (rows.length === 0) break;
    await to.query(
      `insert into ${table} overriding system value
       select (r).* from (select s::${table} as r from unnest($1::text[]) s offset 0) rows`,
      [rows.map(({ row }) => row)],
    );
  }
  await from.query('close moved');
};

const copySequences = async (from: pg.PoolClient, to: pg.PoolClient): Promise<void> => {
  const { rows } = await from.query<{ name: string; last: string }>(
    'select quote_ident(sequencename) as name, last_value::text as last from pg_sequences where schemaname = current_schema() and last_value is not null',
  );
  for (const { name, last } of rows) await to.query('select setval($1::regclass, $2, true)', [name, last]);
};
