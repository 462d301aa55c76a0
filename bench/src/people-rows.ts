/** Made-up accounts, written by SQL: signing up ten million people would take a day. */
import type pg from 'pg';

/** Each in the order of its primary key: ten million keys in random order would read a page of the index for each. */
const STATEMENTS = [
  `insert into accounts (id, pid, created_at, nickname, nickname_key, fullname)
    select md5('a' || n)::uuid, 'bench', now() - make_interval(mins => n), '学员' || n || 'x', '学员' || n || 'x', '王' || n % 100 || '同学' || n
    from generate_series(1, $1::integer) n order by md5('a' || n)`,
  `insert into identifiers (kind, value, account_id, created_at)
    select 'phone', '15' || lpad(n::text, 9, '0'), md5('a' || n)::uuid, now() - make_interval(mins => n)
    from generate_series(1, $1::integer) n`,
  `insert into sessions (id, account_id, pid, secret, rotated_at, created_at, expires_at, user_agent, address)
    select md5('s' || n)::uuid, md5('a' || n)::uuid, 'bench', decode(md5(n::text) || md5('t' || n), 'hex'), now(), now(),
      now() + make_interval(days => 29, secs => n % 80000), 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0', '203.0.113.7'
    from generate_series(1, $1::integer) n order by md5('s' || n)`,
  `insert into known_devices (account_id, device, last_used_at)
    select md5('a' || n)::uuid, decode(md5('d' || n), 'hex'), now() from generate_series(1, $1::integer) n
    order by md5('a' || n)`,
];

/** Indexes that no constraint needs. */
const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in ('accounts'::regclass, 'identifiers'::regclass, 'sessions'::regclass, 'known_devices'::regclass)
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/**
 * Fills so many accounts: each with a phone number (`15` and nine digits of its number, from 1), a session and a known device.
 * @returns seconds that it took
 */
export const fillAccounts = async (pool: pg.Pool, rows: number): Promise<number> => {
  const begun = performance.now();
  const client = await pool.connect();
  try {
    // Checking each foreign key would take as long as the rows themselves.
    await client.query('set session_replication_role = replica');
    // They are made of all rows together, which takes less than to add each row.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query("set work_mem = '1GB'");
    for (const statement of STATEMENTS) await client.query(statement, [rows]);
    await client.query("set maintenance_work_mem = '512MB'");
    for (const { definition } of indexes) await client.query(definition);
    await client.query('reset maintenance_work_mem');
    await client.query('reset work_mem');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
  return (performance.now() - begun) / 1000;
};
