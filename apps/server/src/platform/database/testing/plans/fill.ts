/** Fills every table with made-up rows, by its columns' types: nothing but the number of rows and the spread of values counts. */
import type pg from 'pg';

/** The times of the rows lie between these, the oldest first; ms since 1970. */
export const FROM = Date.UTC(2024, 10, 21);
export const UNTIL = Date.UTC(2026, 10, 21);
const DAYS = (UNTIL - FROM) / 86_400_000;
/** SQL of the time of row `n`. */
const TIME = `to_timestamp(${FROM / 1000} + ${DAYS * 86_400}.0 * n / rows)`;

/** Values of columns whose few values decide what an index is worth. */
const SPREAD: Readonly<Record<string, string>> = {
  'identifiers.kind': "(array['phone','email','username'])[1 + n % 3]",
  'identities.provider': "(array['wechat','qq'])[1 + n % 2]",
  'sessions.pid': "'school'",
  'accounts.pid': "'school'",
  'error_groups.product': "'school'",
  'error_groups.status': "(array['open','resolved','ignored'])[1 + n % 3]",
  'usage_jobs.kind': "(array['export','erasure'])[1 + n % 2]",
  // Most exports are over, and their files are removed.
  'usage_jobs.state':
    "case when n % 100 = 0 then 'waiting' when n % 100 = 2 or n % 2 = 1 then 'done' else 'expired' end",
  'accounts.sample': 'n % 1000 = 0',
  // Of those who wait for a guardian, see `due_at`.
  'accounts.guarded_at': `case when n % 50 <> 0 then ${TIME} end`,
  'accounts.deletion_due_at': `case when n % 50 = 1 then ${TIME} end`,
  // Those of accounts have 16 bytes.
  'sign_in_failures.identity':
    "case when n % 50 = 0 then sha256(n::text::bytea) else decode(md5(n::text), 'hex') end",
};
/** Columns that most rows lack. */
const MOSTLY_NULL =
  /(?:^|_)(?:due_at|ended_at|ended_by|blocked_at|link_hash|link_used_at|leased_until|lease_owner|owner|child_until|picture)$/;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

/** SQL of the value in row `n` of `rows`, by the beginning of the type's name. */
const BY_TYPE: readonly (readonly [RegExp, string])[] = [
  [/\[\]$/, "'{}'"],
  [/^uuid/, 'md5(n::text)::uuid'],
  [/^bytea/, "decode(md5(n::text), 'hex')"],
  [/^boolean/, 'n % 20 = 0'],
  [/^json/, "'{}'"],
  [/^xid8/, 'n::text::xid8'],
  [/^timestamp/, TIME],
  [/^date/, `date '2024-11-21' + n % ${DAYS}`],
  [/^smallint/, 'n % 1000'],
  [/^(?:integer|bigint|numeric|double|real)/, 'n'],
  [/./, "'v' || n"],
];

const valueOf = ({ table, name, type, nullable }: Column): string => {
  const own = SPREAD[`${table}.${name}`];
  if (own !== undefined) return own;
  const value = BY_TYPE.find(([form]) => form.test(type))?.[1] ?? 'null';
  return nullable && MOSTLY_NULL.test(name) ? `case when n % 50 = 0 then ${value} end` : value;
};

/** @returns the names of the tables that were filled with `rows` each: all but the small ones */
export const fill = async (
  client: pg.PoolClient,
  { rows, small }: { readonly rows: number; readonly small: ReadonlySet<string> },
): Promise<string[]> => {
  const { rows: columns } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and c.relname <> 'migrations'
    order by c.relname, a.attnum`);
  const { rows: checks } = await client.query<{ drop: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`);
  // Made-up values break them; foreign keys and triggers are left out by the setting.
  for (const { drop } of checks) await client.query(drop);
  await client.query('set session_replication_role = replica');
  const tables = [...new Set(columns.map(({ table }) => table))].filter(table => !small.has(table));
  for (const table of tables) {
    const own = columns.filter(column => column.table === table);
    const names = own.map(({ name }) => `"${name}"`).join(', ');
    const values = own.map(valueOf).join(', ');
    await client.query(
      `insert into "${table}" (${names}) overriding system value select ${values} from generate_series(1, ${rows}) n, (values (${rows})) total (rows)`,
    );
  }
  // Also the visibility of rows, without which an index alone is not read.
  await client.query('vacuum (analyze)');
  return tables;
};
