/** The hash chain of the audit log: what is appended concurrently stays a chain, and what is changed is found. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../app/testing.ts';
import { auditReport } from '../../app/audit-command.ts';
import { openDatabase } from '../../platform/database/connection.ts';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { createLog } from '../../platform/log.ts';
import { type AuditLog, testAuditLog } from './testing/audit-log.ts';

let log: AuditLog;
beforeEach(async () => {
  log = await testAuditLog();
});
afterEach(() => log.database.close());

describe("the audit log's hash chain", () => {
  it('stays whole when two servers append at once and transactions are rolled back', async () => {
    const second = await openDatabase(
      log.database.config,
      createLog(log.database.config, { write: () => {} }),
    );
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 ? second : log.database).db.transaction().execute(async trx => {
          await log.write(`entry ${n} '"\\\n:-`, log.at - n, trx);
          if (n % 5 === 0) throw new Error('rolled back');
        }),
      ).map(writing => writing.catch(() => undefined)),
    );
    await second.close();
    const report = await log.verify();
    expect(report).toMatchObject({ entries: 48, faults: [] });
    expect(auditReport(report)).toContain('The chain holds.');
  });

  it('stays whole when one statement writes several entries', async () => {
    await sql`insert into audit_log (at, act, address, request_id) select now(), 'x.' || n, '-', '-' from generate_series(1, 5) n`.execute(
      log.database.db,
    );
    expect(await log.verify()).toMatchObject({ entries: 5, faults: [] });
  });

  it('names the entry that was changed, in any column', async () => {
    for (const change of [
      "act = 'people.unblock'",
      "at = at + interval '1 second'",
      'operator_id = null',
      "operator_name = 'x'",
      'subject = null',
      'after = after || \'{"count": 2}\'',
      "before = '{}'",
      "address = '203.0.113.8'",
      "request_id = 's'",
      "hash = sha256('')",
    ]) {
      await log.tamper('truncate audit_log restart identity');
      for (const text of ['a', 'b', 'c']) await log.write(text);
      await log.tamper(`update audit_log set ${change} where id = 2`);
      const faults = (await log.verify()).faults.map(({ id }) => id);
      // A changed hash is that of its own entry, and what the next one continues.
      expect(faults, change).toEqual(change.startsWith('hash') ? [2, 3] : [2]);
    }
  });

  it('shows that the first, a middle or the last entry was removed', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await log.write(text);
    await log.keep();
    await log.tamper('delete from audit_log where id = 2');
    const report = await log.verify();
    expect(report.faults).toEqual([{ kind: 'entry', id: 3, after: 1 }]);
    expect(auditReport(report)).toContain('entries between 1 and it were changed or removed');
    await log.tamper('delete from audit_log where id <= 2');
    expect((await log.verify()).faults).toEqual([{ kind: 'entry', id: 3, after: null }]);
    await log.tamper('delete from audit_log where id = 4');
    expect((await log.verify()).faults).toContainEqual({ kind: 'missing', id: 4 });
  });

  it('shows by a checkpoint that entries were rewritten with matching hashes', async () => {
    for (const text of ['a', 'b', 'c']) await log.write(text);
    await log.keep();
    await log.tamper("update audit_log set subject = 'x' where id = 2");
    for (const id of [2, 3])
      await log.tamper(`update audit_log l set hash = audit_hash(p.hash, l) from audit_log p
        where l.id = ${id} and p.id = ${id - 1}`);
    expect((await log.verify()).faults).toEqual([{ kind: 'checkpoint', id: 3 }]);
    // A checkpoint that fits has no signature.
    await log.tamper('update audit_checkpoints c set hash = l.hash from audit_log l where l.id = c.id');
    expect((await log.verify()).faults).toEqual([{ kind: 'signature', id: 3 }]);
  });
});

it('the migration chains existing entries, and ends links of demoted admins', async () => {
  await log.database.close();
  log.database = await testDatabase({ migrated: false });
  const all = await readMigrations();
  const chain = all.findIndex(({ name }) => name.startsWith('0020'));
  const options = { log: createLog(log.database.config, { write: () => {} }), now: () => log.at };
  await migrate(log.database.pool, { ...options, migrations: all.slice(0, chain) });
  await log.database.pool.query(`
    insert into audit_log (at, act, address, request_id, after)
      select now(), 'x.' || n, '-', '-', '{"n": 1}' from generate_series(1, 300) n;
    insert into operators (id, name, role, password_hash, created_at) values
      ('00000000-0000-4000-8000-000000000001', 'admin', 'admin', '', now()),
      ('00000000-0000-4000-8000-000000000002', 'demoted', 'viewer', '', now());
    insert into operator_links (id, hash, kind, role, made_by, created_at) values
      (gen_random_uuid(), 'a', 'invitation', 'admin', 'admin', now()),
      (gen_random_uuid(), 'b', 'invitation', 'admin', 'demoted', now()),
      (gen_random_uuid(), 'c', 'first-run', 'admin', 'recovery', now())`);
  await migrate(log.database.pool, options);
  await log.write('the next');
  expect(await log.verify()).toMatchObject({ entries: 301, first: 1, faults: [] });
  const links = await log.database.pool.query('select made_by from operator_links order by made_by');
  expect(links.rows).toEqual([{ made_by: 'admin' }, { made_by: 'recovery' }]);
});
