/** The audit log's hourly job: what it checks, signs and deletes, and when it does not trust the clock. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptCheckpoints } from './audit-accept.ts';
import { type AuditLog, DAY, KEY, testAuditLog } from './testing/audit-log.ts';

const HOUR = DAY / 24;
const CHANGED = 'error: the audit log was changed: nothing is signed or deleted';
const KEPT = 'error: the audit log was changed: its old entries are not deleted';
let log: AuditLog;
let at: number;
beforeEach(async () => {
  log = await testAuditLog();
  ({ at } = log);
});
afterEach(() => log.database.close());

const checkpoints = () => log.database.db.selectFrom('audit_checkpoints').selectAll().orderBy('id').execute();
/** The entries of all checkpoints that this server's key signed. */
const signed = async () => {
  const unsigned = (await log.verify()).faults.flatMap(({ kind, id }) => (kind === 'signature' ? [id] : []));
  return (await checkpoints()).map(({ id }) => id).filter(id => !unsigned.includes(id));
};
/** What was logged since the last call, without what each run logs. */
const warnings = () => log.logged.splice(0).filter(line => !line.startsWith('info'));

it('signs checkpoints of a previous secret again with the current one', async () => {
  await log.write('a');
  await log.keep();
  const next = Buffer.alloc(32, 2);
  expect((await log.verify(next)).faults).toEqual([{ kind: 'signature', id: 1 }]);
  expect((await log.verify(next, KEY)).faults).toEqual([]);
  await log.keep(at, { keys: [next, KEY] });
  expect((await log.verify(next)).faults).toEqual([]);
});

describe('the check of the audit log', () => {
  beforeEach(async () => {
    for (const text of ['a', 'b', 'c']) await log.write(text);
    await log.keep();
    for (const text of ['d', 'e', 'f']) await log.write(text);
    await log.keep(at + HOUR);
  });

  it('covers entries since the last checkpoint each hour, and all entries once a day', async () => {
    await log.write('g');
    await log.tamper("update audit_log set subject = 'x' where id = 2");
    await log.keep(at + 2 * HOUR);
    expect(warnings()).toEqual([]);
    expect(await signed()).toEqual([3, 6, 7]);
    await log.keep(at + DAY);
    expect(warnings()).toEqual([CHANGED]);
    await log.write('h');
    await log.tamper("update audit_log set subject = 'x' where id = 8");
    await log.keep(at + DAY + HOUR);
    expect(warnings()).toEqual([CHANGED]);
  });

  it('finds each hour an entry that was changed since the last checkpoint, and one that was removed', async () => {
    for (const text of ['g', 'h', 'i']) await log.write(text);
    await log.tamper("update audit_log set subject = 'x' where id = 8");
    await log.keep(at + 2 * HOUR);
    expect(warnings()).toEqual([CHANGED]);
    await log.tamper("update audit_log set subject = 'h' where id = 8");
    await log.keep(at + 2 * HOUR);
    expect(warnings()).toEqual([]);
    await log.write('j');
    await log.write('k');
    await log.tamper('delete from audit_log where id = 10');
    await log.keep(at + 3 * HOUR);
    expect(warnings()).toEqual([CHANGED]);
  });

  it.each([
    ['was removed', 'delete from audit_log where id = 3'],
    ['has another hash', "update audit_log set hash = sha256('') where id = 3"],
  ])('finds each hour that the entry of an earlier checkpoint %s', async (_, statement) => {
    await log.tamper(statement);
    await log.keep(at + 2 * HOUR);
    expect(warnings()).toEqual([CHANGED]);
  });

  it('covers all entries in each run after a fault, and signs nothing until the log is restored', async () => {
    await log.tamper("update audit_log set subject = 'x' where id = 2");
    await log.keep(at + DAY);
    const before = await checkpoints();
    await log.write('g');
    await log.keep(at + DAY + HOUR);
    expect(warnings()).toEqual([CHANGED, CHANGED]);
    expect(await checkpoints()).toEqual(before);
    await log.tamper("update audit_log set subject = 'b' where id = 2");
    await log.keep(at + DAY + 2 * HOUR);
    expect(warnings()).toEqual([]);
    expect(await signed()).toEqual([3, 6, 7]);
  });

  it.each([
    ['was changed', "update audit_runs set checked_at = checked_at + interval '1 day'"],
    ['was removed', 'delete from audit_runs'],
  ])('covers all entries if the record of the last check %s', async (_, statement) => {
    await log.tamper("update audit_log set subject = 'x' where id = 2");
    await log.tamper(statement);
    await log.keep(at + 2 * HOUR);
    expect(warnings()).toEqual([CHANGED]);
  });

  it('covers all entries if the record of the last check is in the future', async () => {
    await log.keep(at + 400 * DAY);
    await log.tamper("update audit_log set subject = 'x' where id = 2");
    warnings();
    await log.keep(at + 2 * HOUR);
    expect(warnings()).toEqual([CHANGED]);
  });

  it('runs on one server at a time', async () => {
    await log.database.db.connection().execute(async other => {
      await sql`select pg_advisory_lock(7665527022)`.execute(other);
      await log.write('g');
      await log.keep(at + 2 * HOUR);
      expect(await signed()).toEqual([3, 6]);
      await sql`select pg_advisory_unlock(7665527022)`.execute(other);
    });
    await log.keep(at + 2 * HOUR);
    expect(await signed()).toEqual([3, 6, 7]);
  });
});

describe('the deletion of old audit entries', () => {
  /** A run before, so that the clock is known. */
  const keptBefore = (when = at) => log.keep(when - HOUR);

  it('deletes the oldest entries, also on several servers at once, and keeps the chain whole', async () => {
    for (let n = 0; n < 30; n += 1) await log.write(`old ${n}`, at - 366 * DAY);
    await log.write('young', at - 364 * DAY);
    // Its time is that of a clock that went back: what comes after a younger entry is kept with it.
    await log.write('out of order', at - 400 * DAY);
    await log.write('now');
    await Promise.all([log.keep(), log.keep(), log.keep()]);
    expect(await log.ids()).toEqual([31, 32, 33]);
    const report = await log.verify();
    expect(report).toMatchObject({ entries: 3, first: 31, deletedTo: 30, faults: [] });
    for (let day = 2; day <= 366; day += 4) await log.keep(at + day * DAY);
    expect(await log.ids()).toEqual([]);
    await log.write('the first again');
    expect(await log.verify()).toMatchObject({ entries: 1, deletedTo: 33, faults: [] });
  });

  it('deletes more entries than one transaction can', async () => {
    await sql`insert into audit_log (at, act, address, request_id)
      select ${new Date(at - 366 * DAY)}, 'x', '-', '-' from generate_series(1, 2500) n`.execute(
      log.database.db,
    );
    await log.write('now');
    await log.keep();
    expect(await log.ids()).toEqual([2501]);
    expect(await log.verify()).toMatchObject({ entries: 1, deletedTo: 2500, faults: [] });
  });

  it('stops at a changed entry, such as one whose time was set back', async () => {
    await log.write('a');
    await log.write('b');
    await log.keep();
    await log.write('c');
    await log.tamper("update audit_log set at = at - interval '366 days' where id = 1");
    await log.keep(at + HOUR);
    expect(warnings()).toEqual([KEPT]);
    expect(await log.ids()).toEqual([1, 2, 3]);
    const before = await checkpoints();
    await log.write('d');
    await log.keep(at + 2 * HOUR);
    expect(warnings()).toEqual([CHANGED]);
    expect(await checkpoints()).toEqual(before);
    // Also with hashes that fit: the checkpoint shows it.
    await log.tamper(
      "update audit_log l set hash = audit_hash(decode(repeat('00', 32), 'hex'), l) where id = 1",
    );
    await log.tamper(
      'update audit_log l set hash = audit_hash(p.hash, l) from audit_log p where l.id = 2 and p.id = 1',
    );
    expect((await log.verify()).faults.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'checkpoint 2',
      'entry 3',
    ]);
    await log.keep(at + 3 * HOUR);
    expect(await log.ids()).toEqual([1, 2, 3, 4]);
    expect(await checkpoints()).toEqual(before);
  });

  it('continues with a warning after checkpoints of a secret that is no longer accepted', async () => {
    await log.write('old', at - 366 * DAY);
    await log.write('young');
    await log.keep(at - 2 * DAY, { keys: [Buffer.alloc(32, 2)] });
    warnings();
    await log.write('younger');
    await log.keep(at + DAY);
    expect(warnings()).toEqual(['warn: checkpoints of the audit log are not signed with this secret']);
    expect((await signed()).at(-1)).toBe(3);
  });

  it('leaves a checkpoint that shows entries which were removed before it', async () => {
    for (let n = 0; n < 3; n += 1) await log.write('old', at - 366 * DAY);
    for (let n = 0; n < 3; n += 1) await log.write('young');
    await log.keep();
    await log.tamper('delete from audit_log where id = 4');
    expect((await log.verify()).faults).toEqual([{ kind: 'entry', id: 5, after: 3 }]);
    await log.tamper('update audit_checkpoints set id = 4 where deleted');
    expect((await log.verify()).faults.map(({ kind }) => kind)).toContain('signature');
  });

  describe('the deletion of old audit entries with a wrong clock', () => {
    beforeEach(async () => {
      await log.write('old', at - 364 * DAY);
      await log.write('now');
      await keptBefore();
    });

    it('deletes nothing for 30 days after a jump of more than a week, whatever entries are written meanwhile', async () => {
      const ahead = at + 365 * DAY;
      await log.keep(ahead);
      expect(warnings()).toEqual([
        'warn: the clock jumped: no entry of the audit log is deleted for 30 days',
      ]);
      await log.write('by the wrong clock', ahead + HOUR);
      for (let day = 1; day < 30; day += 1) await log.keep(ahead + day * DAY);
      expect(await log.ids()).toEqual([1, 2, 3]);
      await log.keep(ahead + 30 * DAY);
      expect(await log.ids()).toEqual([3]);
      expect(warnings()).toEqual([]);
    });

    it('deletes nothing for 30 days after the clock was corrected', async () => {
      const ahead = at + 365 * DAY;
      await log.keep(ahead);
      for (let day = 0; day < 30; day += 1) await log.keep(at + day * DAY);
      expect(await log.ids()).toEqual([1, 2]);
      await log.keep(at + 30 * DAY);
      expect(await log.ids()).toEqual([2]);
    });

    it('deletes nothing while the clocks of server and database differ', async () => {
      const ahead = at + 6 * DAY;
      await log.keep(ahead, { databaseAt: at });
      expect(warnings()).toEqual([
        'warn: the clocks of server and database differ: no entry of the audit log is deleted',
      ]);
      expect(await log.ids()).toEqual([1, 2]);
      await log.keep(ahead);
      expect(await log.ids()).toEqual([2]);
    });

    it('deletes nothing in the first run of a server that was off for weeks, or whose record was removed', async () => {
      await log.tamper('delete from audit_runs');
      await log.keep(at + 8 * DAY);
      expect(await log.ids()).toEqual([1, 2]);
    });

    it('deletes after a server was off for less than a week', async () => {
      await log.keep(at + 6 * DAY);
      expect(await log.ids()).toEqual([2]);
    });
  });
});

it.each([
  ['a deletion outside of the cleanup', '', 'delete from audit_log where id = 1', 'only added to'],
  ['a deletion between other entries', 'on', 'delete from audit_log where id = 2', 'loses its oldest'],
  ['a deletion without a checkpoint', 'on', 'delete from audit_log where id = 1', 'loses its oldest'],
  ['an update in the cleanup', 'on', "update audit_log set act = 'x'", 'only added to'],
  ['a truncation in the cleanup', 'on', 'truncate audit_log', 'only added to'],
])('the database refuses %s', async (_, cleanup, statement, message) => {
  await log.write('a');
  await log.write('b');
  const run = log.database.db.transaction().execute(async trx => {
    await sql`select set_config('rollcall.audit_cleanup', ${cleanup}, true)`.execute(trx);
    await sql.raw(statement).execute(trx);
  });
  await expect(run).rejects.toThrow(message);
  expect(await log.ids()).toEqual([1, 2]);
});

describe('checkpoints signed with a lost secret', () => {
  const next = Buffer.alloc(32, 2);
  beforeEach(async () => {
    await log.write('old', at - 400 * DAY);
    for (const text of ['a', 'b']) await log.write(text);
    // Deletes the old entry, after a checkpoint that the lost secret signed.
    await log.keep(at);
  });
  const accept = () => acceptCheckpoints(log.database.db, [next], at, () => true);

  it('are accepted if all entries match them: the audit log has it, and the job continues', async () => {
    expect(await log.ids()).toEqual([2, 3]);
    expect((await log.verify(next)).faults).toContainEqual({ kind: 'entry', id: 2, after: null });
    await log.keep(at, { keys: [next] });
    expect(warnings()).toContain(CHANGED);
    const done = await accept();
    expect(done?.unsigned.map(({ id }) => id)).toEqual([1, 3]);
    expect((await log.verify(next)).faults).toEqual([]);
    const { rows } = await sql<{ act: string; after: object }>`
      select act, after from audit_log order by id desc limit 1`.execute(log.database.db);
    expect(rows).toEqual([
      { act: 'audit.accept-checkpoints', after: { checkpoints: 2, last: done?.unsigned.at(-1) } },
    ]);
    await log.keep(at + HOUR, { keys: [next] });
    expect(warnings()).toEqual([]);
    expect((await log.verify(next)).checkpoints).toBe(3);
  });

  it('are shown before they are signed, and nothing is written without a confirmation', async () => {
    const [ids, before] = [await log.ids(), await checkpoints()];
    const shown: number[] = [];
    const done = await acceptCheckpoints(log.database.db, [next], at, unsigned => {
      shown.push(...unsigned.map(({ id }) => id));
      return false;
    });
    expect(shown).toEqual([1, 3]);
    expect(done?.accepted).toBe(false);
    expect([await log.ids(), await checkpoints()]).toEqual([ids, before]);
  });

  it('are accepted while a server writes entries, and the chain stays whole', async () => {
    for (let n = 0; n < 200; n += 1) await log.write('c');
    const server = { writes: true };
    const accepted = accept().finally(() => (server.writes = false));
    while (server.writes) await log.write('d');
    expect((await accepted)?.unsigned.map(({ id }) => id)).toEqual([1, 3]);
    expect((await log.verify(next)).faults).toEqual([]);
  });

  it('are refused if an entry was changed, and nothing is written', async () => {
    await log.tamper("update audit_log set subject = 'x' where id = 2");
    const before = await checkpoints();
    const done = await accept();
    expect(done?.report.faults).toEqual([{ kind: 'entry', id: 2, after: 1 }]);
    expect(done?.accepted).toBe(false);
    expect(await checkpoints()).toEqual(before);
    expect(await log.ids()).toEqual([2, 3]);
  });

  it('are not looked for if every checkpoint is signed, and nothing is written', async () => {
    await accept();
    const ids = await log.ids();
    expect(await accept()).toMatchObject({ unsigned: [], accepted: false });
    expect(await log.ids()).toEqual(ids);
  });
});
