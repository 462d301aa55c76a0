import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isBusy } from '../../../platform/database/errors.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { createRotations } from './session-rotations.ts';
import type { Rotation } from './session-rotation.ts';
import { type TestAccounts, testAccounts } from '../testing.ts';

let context: TestAccounts;
let ids: string[];
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context.close());
afterEach(() => vi.restoreAllMocks());

/** Sessions of a new account, which are at the generation 5. */
const startSessions = async (count: number): Promise<string[]> => {
  const { id } = await context.register();
  const { rows } = await context.database.pool.query<{ id: string }>(
    `insert into sessions (id, account_id, pid, secret, generation, rotated_at, created_at, expires_at, user_agent, address)
     select gen_random_uuid(), $1, 'school', '', 5, $2, $2, $2::timestamptz + interval '1 day', '', '' from generate_series(1, $3) returning id`,
    [id, new Date(context.now()), count],
  );
  return rows.map(row => row.id);
};
const asked = (id: string, generation = 5): Rotation => ({
  id,
  generation,
  at: context.now(),
  required: false,
});
const generations = async () =>
  (
    await context.database.db
      .selectFrom('sessions')
      .select(['id', 'generation'])
      .where('id', 'in', ids)
      .execute()
  ).map(row => row.generation);

test('refreshes of many sessions at once are few statements, and each has its own successor', async () => {
  ids = await startSessions(40);
  const statements = vi.spyOn(context.database.db, 'executeQuery');
  const rotate = createRotations(context.database.db);
  const rotated = await Promise.all(ids.map(id => rotate(asked(id))));
  expect(rotated.map(row => row?.generation)).toEqual(ids.map(() => 6));
  // Two alone, then all others.
  expect(statements).toHaveBeenCalledTimes(3);
  expect(await generations()).toEqual(ids.map(() => 6));
});

test('a session that somebody has locked keeps no other one waiting', async () => {
  ids = await startSessions(10);
  const rotate = createRotations(context.database.db);
  let locked: Promise<unknown> = Promise.resolve();
  await transaction(context.database.db, async trx => {
    await trx
      .updateTable('sessions')
      .set({ user_agent: 'x' })
      .where('id', '=', ids[5] ?? '')
      .execute();
    const all = ids.map(id => rotate(asked(id)));
    locked = all[5] ?? locked;
    const others = await Promise.all(all.filter(one => one !== locked));
    expect(others.map(row => row?.generation)).toEqual(others.map(() => 6));
  });
  expect(await locked).toMatchObject({ generation: 6, ended_at: null });
});

test('tokens of several generations of a session at once: the parent gets the same successor, an older one ends it', async () => {
  ids = await startSessions(8);
  const [id = ''] = ids.slice(-1);
  const rotate = createRotations(context.database.db);
  const twins = await Promise.all([...ids.slice(0, 4), id, id].map(one => rotate(asked(one))));
  expect(twins.map(row => row?.generation)).toEqual([6, 6, 6, 6, 6, 6]);
  const mixed = await Promise.all([
    ...ids.slice(4, 7).map(other => rotate(asked(other))),
    rotate(asked(id, 6)),
    rotate(asked(id, 4)),
  ]);
  expect(mixed.slice(0, 4).map(row => row?.generation)).toEqual([6, 6, 6, 7]);
  expect(mixed[4]).toMatchObject({ ended_at: new Date(context.now()) });
});

test('sessions that are over, and those of the blocked, get none with the others', async () => {
  ids = await startSessions(6);
  const rotate = createRotations(context.database.db);
  const [expired = '', ended = ''] = ids.slice(-2);
  const { db } = context.database;
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(context.now()) })
    .where('id', '=', expired)
    .execute();
  await db
    .updateTable('sessions')
    .set({ ended_at: new Date(0) })
    .where('id', '=', ended)
    .execute();
  const all = () =>
    Promise.all(ids.map(id => rotate(asked(id)))).then(rows => rows.map(row => row?.generation));
  expect(await all()).toEqual([6, 6, 6, 6, undefined, undefined]);
  await db
    .updateTable('accounts')
    .set({ blocked_at: new Date(context.now()) })
    .where('id', '=', eb => eb.selectFrom('sessions').select('account_id').where('id', '=', expired))
    .execute();
  expect(await Promise.all(ids.map(id => rotate(asked(id, 6))))).toEqual(ids.map(() => undefined));
});

test('a statement that fails is a fault of those that it was for, and the next ones go on', async () => {
  ids = await startSessions(10);
  const rotate = createRotations(context.database.db);
  const statements = vi.spyOn(context.database.db, 'executeQuery');
  const alone = ids.slice(0, 2).map(id => rotate(asked(id)));
  statements.mockRejectedValueOnce(new Error('the disk is full'));
  const together = await Promise.allSettled(ids.slice(2).map(id => rotate(asked(id))));
  expect(together.map(({ status }) => status)).toEqual(together.map(() => 'rejected'));
  await Promise.all(alone);
  const again = await Promise.all(ids.slice(2).map(id => rotate(asked(id))));
  expect(again.map(row => row?.generation)).toEqual(again.map(() => 6));
});

describe('where PostgreSQL does not answer', () => {
  /** Statements that answer only when the test says so. */
  const silent = () => {
    const statements = vi.spyOn(context.database.db, 'executeQuery');
    const failures: ((error: Error) => void)[] = [];
    statements.mockImplementation(() => new Promise((_, reject) => failures.push(reject)));
    return { statements, fail: (index: number) => failures[index]?.(new Error('Query read timeout')) };
  };
  /** What became of 300 concurrent refreshes: two go alone, 100 in each of two statements, 98 wait. */
  const refreshes = () => {
    const rotate = createRotations(context.database.db);
    const refused: unknown[] = [];
    for (let count = 0; count < 300; count += 1)
      rotate(asked(randomUUID())).catch((error: unknown) => refused.push(error));
    return refused;
  };
  afterEach(() => vi.useRealTimers());

  test('the first time limit that a statement reaches is the last for all that wait', async () => {
    const { statements, fail } = silent();
    const refused = refreshes();
    await expect.poll(() => statements.mock.calls.length).toBe(4);
    fail(2);
    await expect.poll(() => refused.length).toBe(198);
    for (const index of [0, 1, 3]) fail(index);
    await expect.poll(() => refused.length).toBe(300);
    expect(refused.every(isBusy)).toBe(true);
    expect(statements).toHaveBeenCalledTimes(4);
  });

  test('nobody waits longer for a statement than for a connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { statements } = silent();
    const refused = refreshes();
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    expect(statements).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(refused).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toHaveLength(98);
    expect(refused.every(isBusy)).toBe(true);
  });

  test('one connection that leads nowhere keeps nobody else waiting', async () => {
    ids = await startSessions(12);
    const [first = '', second = '', third = '', ...others] = ids;
    const rotate = createRotations(context.database.db);
    const alone = [first, second].map(id => rotate(asked(id)));
    let fail: (error: Error) => void = () => undefined;
    const statements = vi.spyOn(context.database.db, 'executeQuery');
    statements.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
    const hanging = rotate(asked(third));
    await expect.poll(() => statements.mock.calls.length).toBeGreaterThan(0);
    const rotated = await Promise.all(others.map(id => rotate(asked(id))));
    expect(rotated.map(row => row?.generation)).toEqual(others.map(() => 6));
    fail(new Error('Query read timeout'));
    await expect(hanging).rejects.toThrow('Query read timeout');
    await Promise.all(alone);
  });
});
