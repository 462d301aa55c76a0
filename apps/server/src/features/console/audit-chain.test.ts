/** The hash chain of the audit log: what is appended at once stays a chain, and what is changed is found. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { auditReport } from '../../app/audit-command.ts';
import { openDatabase } from '../../platform/database/connection.ts';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { createLog } from '../../platform/log.ts';
import { writeAudit } from './audit.ts';
import { keepAudit, verifyAudit } from './audit-checkpoints.ts';

const DAY = 24 * 3600 * 1000;
const key = Buffer.alloc(32, 1);
let database: TestDatabase;
let at: number;
beforeEach(async () => {
  database = await testDatabase();
  at = heldClock()();
  logged = [];
});
afterEach(() => database.close());

const write = (text: string, when = at, db = database.db) =>
  writeAudit(db, {
    at: when,
    act: 'people.block',
    subject: text,
    by: { id: randomUUID(), name: '管理员' },
    after: { reason: text, count: 1.5, nested: { b: [1, null], aa: '\u{1F600}' } },
    address: '203.0.113.7',
    requestId: 'r',
  });
const verify = () => verifyAudit(database.db, [key]);
let logged: string[] = [];
const say = (level: string) => (_: unknown, text?: string) => void logged.push(`${level}: ${text}`);
const log = { info: say('info'), warn: say('warn'), error: say('error') };
const keep = (when = at, keys: [Buffer, ...Buffer[]] = [key]) =>
  keepAudit({ db: database.db, keys, days: 365, log }, when);
/** Runs a statement without the triggers, as somebody can who administers the database. */
const tamper = async (statement: string) => {
  const client = await database.pool.connect();
  try {
    await client.query(
      `set session_replication_role = replica; ${statement}; reset session_replication_role`,
    );
  } finally {
    client.release();
  }
};
/** The entries of all checkpoints that this server's key signed. */
const checkpointsSigned = async () => {
  const unsigned = (await verify()).faults.flatMap(({ kind, id }) => (kind === 'signature' ? [id] : []));
  const all = await database.db.selectFrom('audit_checkpoints').select('id').orderBy('id').execute();
  return all.map(({ id }) => id).filter(id => !unsigned.includes(id));
};
const ids = async () =>
  (await database.db.selectFrom('audit_log').select('id').orderBy('id').execute()).map(({ id }) => id);

describe('the chain', () => {
  it('is one, whoever appends at once, over two pools and with transactions that are rolled back', async () => {
    const second = await openDatabase(database.config, createLog(database.config, { write: () => {} }));
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 ? second : database).db.transaction().execute(async within => {
          await write(`entry ${n} '"\\\n:-`, at - n, within);
          if (n % 5 === 0) throw new Error('rolled back');
        }),
      ).map(writing => writing.catch(() => undefined)),
    );
    await second.close();
    const report = await verify();
    expect(report).toMatchObject({ entries: 48, faults: [] });
    expect(auditReport(report)).toContain('The chain holds.');
  });

  it('holds for several entries of one statement', async () => {
    await sql`insert into audit_log (at, act, address, request_id) select now(), 'x.' || n, '-', '-' from generate_series(1, 5) n`.execute(
      database.db,
    );
    expect(await verify()).toMatchObject({ entries: 5, faults: [] });
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
      await tamper('truncate audit_log restart identity');
      for (const text of ['a', 'b', 'c']) await write(text);
      await tamper(`update audit_log set ${change} where id = 2`);
      const faults = (await verify()).faults.map(({ id }) => id);
      // A changed hash is that of its own entry, and what the next one continues.
      expect(faults, change).toEqual(change.startsWith('hash') ? [2, 3] : [2]);
    }
  });

  it('shows that entries were removed: first, between, and last', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await write(text);
    await keep();
    await tamper('delete from audit_log where id = 2');
    const report = await verify();
    expect(report.faults).toEqual([{ kind: 'entry', id: 3, after: 1 }]);
    expect(auditReport(report)).toContain('entries between 1 and it were changed or removed');
    await tamper('delete from audit_log where id <= 2');
    expect((await verify()).faults).toEqual([{ kind: 'entry', id: 3, after: null }]);
    await tamper('delete from audit_log where id = 4');
    expect((await verify()).faults).toContainEqual({ kind: 'missing', id: 4 });
  });

  it('shows by the checkpoint that all was written anew, with right hashes', async () => {
    for (const text of ['a', 'b', 'c']) await write(text);
    await keep();
    await tamper("update audit_log set subject = 'x' where id = 2");
    for (const id of [2, 3])
      await tamper(`update audit_log l set hash = audit_hash(p.hash, l) from audit_log p
        where l.id = ${id} and p.id = ${id - 1}`);
    expect((await verify()).faults).toEqual([{ kind: 'checkpoint', id: 3 }]);
    // A checkpoint that fits has no signature.
    await tamper('update audit_checkpoints c set hash = l.hash from audit_log l where l.id = c.id');
    expect((await verify()).faults).toEqual([{ kind: 'signature', id: 3 }]);
  });
});

it('checkpoints of a previous secret are signed again with the current one', async () => {
  await write('a');
  await keep();
  const next = Buffer.alloc(32, 2);
  expect((await verifyAudit(database.db, [next])).faults).toEqual([{ kind: 'signature', id: 1 }]);
  expect((await verifyAudit(database.db, [next, key])).faults).toEqual([]);
  await keep(at, [next, key]);
  expect((await verifyAudit(database.db, [next])).faults).toEqual([]);
});

describe('after the retention', () => {
  it('the oldest entries go, whatever servers clean up at once, and the chain holds', async () => {
    for (let n = 0; n < 30; n += 1) await write(`old ${n}`, at - 366 * DAY);
    await write('young', at - 364 * DAY);
    // Its time is that of a clock that went back: what comes after a younger entry is kept with it.
    await write('out of order', at - 400 * DAY);
    await Promise.all([keep(), keep(), keep()]);
    expect(await ids()).toEqual([31, 32]);
    const report = await verify();
    expect(report).toMatchObject({ entries: 2, first: 31, deletedTo: 30, faults: [] });
    await keep(at + 2 * DAY);
    expect(await ids()).toEqual([]);
    await write('the first again');
    expect(await verify()).toMatchObject({ entries: 1, deletedTo: 32, faults: [] });
  });

  it('neither deletes nor signs what was changed, such as the time of an entry that would then be deleted', async () => {
    await write('a');
    await keep();
    await write('b');
    await tamper("update audit_log set at = at - interval '366 days' where id = 1");
    const checkpoints = () => database.db.selectFrom('audit_checkpoints').selectAll().execute();
    const before = await checkpoints();
    logged = [];
    await keep();
    expect(await ids()).toEqual([1, 2]);
    expect(await checkpoints()).toEqual(before);
    expect(logged).toEqual(['error: the audit log was changed: nothing is signed or deleted']);
    // Also with hashes that fit: the checkpoint shows it.
    await tamper("update audit_log l set hash = audit_hash(decode(repeat('00', 32), 'hex'), l) where id = 1");
    await tamper(
      'update audit_log l set hash = audit_hash(p.hash, l) from audit_log p where l.id = 2 and p.id = 1',
    );
    expect((await verify()).faults).toEqual([{ kind: 'checkpoint', id: 1 }]);
    await keep();
    expect(await ids()).toEqual([1, 2]);
    expect(await checkpoints()).toEqual(before);
  });

  it('goes on, with a warning, after checkpoints of a secret that is not accepted any more', async () => {
    await write('old', at - 366 * DAY);
    await write('young');
    await keep(at - 2 * DAY, [Buffer.alloc(32, 2)]);
    logged = [];
    await write('younger');
    await keep(at + DAY);
    expect(logged[0]).toBe('warn: checkpoints of the audit log are not signed with this secret');
    expect((await checkpointsSigned()).at(-1)).toBe(3);
  });

  it('entries before the checkpoint cannot be removed without a trace', async () => {
    for (let n = 0; n < 3; n += 1) await write('old', at - 366 * DAY);
    for (let n = 0; n < 3; n += 1) await write('young');
    await keep();
    await tamper('delete from audit_log where id = 4');
    expect((await verify()).faults).toEqual([{ kind: 'entry', id: 5, after: 3 }]);
    await tamper('update audit_checkpoints set id = 4 where deleted');
    expect((await verify()).faults.map(({ kind }) => kind)).toContain('signature');
  });

  it.each([
    ['without the name of the cleanup', '', 'delete from audit_log where id = 1', 'only added to'],
    ['an entry between', 'on', 'delete from audit_log where id = 2', 'loses its oldest'],
    ['the oldest without a checkpoint', 'on', 'delete from audit_log where id = 1', 'loses its oldest'],
    ['changes', 'on', "update audit_log set act = 'x'", 'only added to'],
    ['all at once', 'on', 'truncate audit_log', 'only added to'],
  ])('the database refuses %s', async (_, cleanup, statement, message) => {
    await write('a');
    await write('b');
    const run = database.db.transaction().execute(async within => {
      await sql`select set_config('rollcall.audit_cleanup', ${cleanup}, true)`.execute(within);
      await sql.raw(statement).execute(within);
    });
    await expect(run).rejects.toThrow(message);
    expect(await ids()).toEqual([1, 2]);
  });
});

it('the migration makes the chain of the entries that are there, and ends links of demoted admins', async () => {
  await database.close();
  database = await testDatabase({ migrated: false });
  const all = await readMigrations();
  const chain = all.findIndex(({ name }) => name.startsWith('0020'));
  const options = { log: createLog(database.config, { write: () => {} }), now: () => at };
  await migrate(database.pool, { ...options, migrations: all.slice(0, chain) });
  await database.pool.query(`
    insert into audit_log (at, act, address, request_id, after)
      select now(), 'x.' || n, '-', '-', '{"n": 1}' from generate_series(1, 300) n;
    insert into operators (id, name, role, password_hash, created_at) values
      ('00000000-0000-4000-8000-000000000001', 'admin', 'admin', '', now()),
      ('00000000-0000-4000-8000-000000000002', 'demoted', 'viewer', '', now());
    insert into operator_links (id, hash, kind, role, made_by, created_at) values
      (gen_random_uuid(), 'a', 'invitation', 'admin', 'admin', now()),
      (gen_random_uuid(), 'b', 'invitation', 'admin', 'demoted', now()),
      (gen_random_uuid(), 'c', 'first-run', 'admin', 'recovery', now())`);
  await migrate(database.pool, options);
  await write('the next');
  expect(await verify()).toMatchObject({ entries: 301, first: 1, faults: [] });
  const links = await database.pool.query('select made_by from operator_links order by made_by');
  expect(links.rows).toEqual([{ made_by: 'admin' }, { made_by: 'recovery' }]);
});
