/** For tests: as many people as are wanted, made in the database itself, the same each time. */
import { sql } from 'kysely';
import type { AppContext } from '../../../http/context.ts';

/** Person `n` has phone 13000000000 + n * 7919 % 10^9, every third an address, every fifth a full name, every seventh a username. */
export const phoneOf = (n: number): string => String(13_000_000_000 + ((n * 7919) % 1_000_000_000));

/**
 * Adds people 1 to `count`, a thousandth of them blocked, of the pids `school` (most) and `club`. They came a minute
 * after another, the last one at `at`.
 */
export const addPeople = async (db: AppContext['db'], count: number, at: number): Promise<void> => {
  const last = new Date(at).toISOString();
  await db.transaction().execute(async trx => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      insert into accounts (id, pid, created_at, nickname, nickname_key, fullname, blocked_at)
      select md5('person ' || n)::uuid, case when n % 100 = 0 then 'club' else 'school' end,
        ${last}::timestamptz - make_interval(mins => ${count}::int - n),
        '学员' || md5('nick' || n), '学员' || md5('nick' || n),
        case when n % 5 = 0 then
          (array['王','李','张','刘','陈','杨','赵','黄','周','吴'])[1 + n / 5 % 10]
          || (array['伟','芳','娜','敏','静','强','磊','军','洋','勇'])[1 + n / 50 % 10]
          || (array['','华','明','丽','平'])[1 + n / 500 % 5] end,
        case when n % 1000 = 0 then ${last}::timestamptz end
      from generate_series(1, ${count}::int) n`.execute(trx);
    await sql`
      insert into identifiers (kind, value, account_id, created_at)
      select 'phone', (13000000000 + (n::bigint * 7919) % 1000000000)::text, md5('person ' || n)::uuid, ${last}::timestamptz
      from generate_series(1, ${count}::int) n`.execute(trx);
    await sql`
      insert into identifiers (kind, value, account_id, created_at)
      select 'email', 'pupil' || n || '@school.example', md5('person ' || n)::uuid, ${last}::timestamptz
      from generate_series(3, ${count}::int, 3) n`.execute(trx);
    await sql`
      insert into identifiers (kind, value, account_id, created_at)
      select 'username', 'user_' || n, md5('person ' || n)::uuid, ${last}::timestamptz
      from generate_series(7, ${count}::int, 7) n`.execute(trx);
  });
  await sql`analyze accounts, identifiers`.execute(db);
};
