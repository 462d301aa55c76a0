import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { LIMIT } from '../../../../../../tools/testing/limits.ts';
import { PartitionOwner } from './partition-owner.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());
beforeEach(() => database.truncate());

const log = { info: () => {}, error: () => {} } as never;
const opened: PartitionOwner[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(owner => owner.close()));
});

/**
 * By partition, the process that loads it and its lease; a process that loads what another loads is an error.
 * @param leaseMs by default no lease ends while a test runs, unless the test ends it
 */
const world = (partitions: number, leaseMs = LIMIT) => {
  const loading = new Map<number, { name: string; lease: number }>();
  const overlaps: string[] = [];
  const leases = new Map<number, number>();
  const open = (name: string) => {
    const state = {
      dead: false,
      /** Whether it asks for its leases, or takes others. */
      looking: false,
      looks: 0,
      leave: Promise.resolve(),
      /** Of single partitions, instead. */
      leaves: new Map<number, Promise<void>>(),
      answer: Promise.resolve(),
      log: 'log',
    };
    const owner = new PartitionOwner({
      db: database.db,
      name,
      identity: async () => {
        state.looking = true;
        await state.answer;
        return state.log;
      },
      partitions,
      leaseMs,
      onOwn: (partition, { lease }) => {
        const other = loading.get(partition);
        if (other && other.name !== 'dead') overlaps.push(`${other.name} and ${name}: ${partition}`);
        if (lease <= (leases.get(partition) ?? 0)) overlaps.push(`lease ${lease} of ${partition} again`);
        leases.set(partition, lease);
        loading.set(partition, { name, lease });
      },
      onLeave: async partition => {
        await (state.leaves.get(partition) ?? state.leave);
        if (loading.get(partition)?.name === name) loading.delete(partition);
      },
      log,
      pause: async (ms, signal) => {
        // Between two looks; the other pause is the rest of a lease.
        const between = ms === leaseMs / 3;
        if (between) {
          state.looking = false;
          state.looks += 1;
        }
        await setTimeout(between ? 20 : ms, undefined, { signal }).catch(() => undefined);
        // A dead process renews nothing.
        if (state.dead && !signal.aborted)
          await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
      },
    });
    const die = async () => {
      state.dead = true;
      await expect.poll(() => state.looking, soon).toBe(false);
      for (const [partition, { name: of, lease }] of loading)
        if (of === name) loading.set(partition, { name: 'dead', lease });
    };
    return { owner, state, die };
  };
  const counts = () => {
    const found: Record<string, number> = {};
    for (const { name } of loading.values()) found[name] = (found[name] ?? 0) + 1;
    return found;
  };
  return { open, counts, overlaps };
};
const soon = { interval: 20 };

describe('the owners of partitions', () => {
  test('share them fairly as processes come and go, and never load one twice', async () => {
    const { open, counts, overlaps } = world(16);
    const first = open('a');
    await expect.poll(counts, soon).toEqual({ a: 16 });
    const second = open('b');
    await expect.poll(counts, soon).toEqual({ a: 8, b: 8 });
    const third = open('c');
    // Each takes up to 6: the last one what the others gave up.
    await expect.poll(counts, soon).toMatchObject({ a: 6, b: 6, c: 4 });
    await second.owner.close();
    await expect.poll(() => Object.values(counts()).sort(), soon).toEqual([8, 8]);
    await first.owner.close();
    await expect.poll(counts, soon).toEqual({ c: 16 });
    await third.owner.close();
    expect([counts(), overlaps]).toEqual([{}, []]);
  });

  test('take over what a dead one had once its lease ends, with a greater number', async () => {
    const { open, counts, overlaps } = world(4);
    const first = open('a');
    await expect.poll(counts, soon).toEqual({ a: 4 });
    await first.die();
    const second = open('b');
    opened.push(second.owner);
    await expect.poll(() => second.state.looks, soon).toBeGreaterThan(1);
    expect(counts()).toEqual({ dead: 4 });
    await database.pool.query("update usage_partitions set lease_until = now() - interval '1 second'");
    await database.pool.query(
      "update usage_loaders set alive_until = now() - interval '1 second' where name = 'a'",
    );
    await expect.poll(counts, soon).toEqual({ b: 4 });
    expect(overlaps).toEqual([]);
    const { rows } = await database.pool.query('select distinct lease from usage_partitions');
    expect(rows).toEqual([{ lease: 2 }]);
    first.state.dead = false;
    await first.owner.close();
    // What the dead one still believed to own stays the other's.
    expect(second.owner.owned).toEqual([0, 1, 2, 3]);
    expect(await database.db.selectFrom('usage_partitions').select('lease_owner').execute()).toEqual(
      Array.from({ length: 4 }, () => ({ lease_owner: 'b' })),
    );
  });

  test('give one up only after its batch', async () => {
    const { open, counts, overlaps } = world(2);
    const first = open('a');
    opened.push(first.owner);
    await expect.poll(counts, soon).toEqual({ a: 2 });
    let finish = () => {};
    first.state.leave = new Promise<void>(resolve => (finish = resolve));
    const second = open('b');
    opened.push(second.owner);
    await expect.poll(() => first.owner.owned.length, soon).toBe(1);
    expect(counts()).toEqual({ a: 2 });
    finish();
    await expect.poll(counts, soon).toEqual({ a: 1, b: 1 });
    expect(overlaps).toEqual([]);
  });

  test('take partitions whose lease is further ahead than a lease can be, as the clock was put back', async () => {
    const { open, counts } = world(2);
    await database.pool.query(`insert into usage_partitions (log, partition, lease_owner, lease_until)
      select 'log', generate_series(0, 1), 'gone', now() + interval '1 hour'`);
    await database.pool.query(
      "insert into usage_loaders (name, log, alive_until) values ('gone', 'log', now() + interval '1 hour')",
    );
    opened.push(open('a').owner);
    await expect.poll(counts, soon).toEqual({ a: 2 });
  });

  test('do not renew a lease that has ended, but take it anew', async () => {
    const { open, counts, overlaps } = world(2);
    opened.push(open('a').owner);
    await expect.poll(counts, soon).toEqual({ a: 2 });
    await database.pool.query("update usage_partitions set lease_until = now() - interval '1 second'");
    const leases = async () =>
      (await database.pool.query('select distinct lease from usage_partitions')).rows;
    await expect.poll(leases, soon).toEqual([{ lease: 2 }]);
    await expect.poll(counts, soon).toEqual({ a: 2 });
    expect(overlaps).toEqual([]);
  });

  test('take nothing anew that they are leaving still, and hear of an earlier lease that it is lost without giving up the newer', async () => {
    const { open, counts, overlaps } = world(2);
    const { owner, state } = open('a');
    opened.push(owner);
    await expect.poll(counts, soon).toEqual({ a: 2 });
    let finish = () => {};
    state.leaves.set(0, new Promise<void>(resolve => (finish = resolve)));
    await database.pool.query("update usage_partitions set lease_until = now() - interval '1 second'");
    const leases = async () =>
      (await database.pool.query('select lease from usage_partitions order by partition')).rows.map(
        row => row.lease,
      );
    // The other one is left immediately, and taken again.
    await expect.poll(leases, soon).toEqual([1, 2]);
    await expect.poll(() => owner.owned, soon).toEqual([1]);
    finish();
    await expect.poll(() => owner.owned, soon).toEqual([0, 1]);
    expect(await leases()).toEqual([2, 2]);
    owner.lost(0, 1);
    expect(owner.owned).toEqual([0, 1]);
    owner.lost(0, 2);
    expect(owner.owned).toEqual([1]);
    expect(overlaps).toEqual([]);
  });

  test('stop loading when their leases end, while a renewal waits for an answer', async () => {
    const { open, counts } = world(2, 4_000);
    const { owner, state } = open('a');
    opened.push(owner);
    await expect.poll(counts, soon).toEqual({ a: 2 });
    let answer = () => {};
    state.answer = new Promise(resolve => (answer = resolve));
    await expect.poll(counts, soon).toEqual({});
    answer();
    await expect.poll(counts, soon).toEqual({ a: 2 });
  });

  test('of different logs do not share', async () => {
    const first = world(2);
    const second = world(2);
    const other = second.open('b');
    other.state.log = 'another';
    opened.push(first.open('a').owner, other.owner);
    await expect.poll(first.counts, soon).toEqual({ a: 2 });
    await expect.poll(second.counts, soon).toEqual({ b: 2 });
  });

  test('take one that was lost again if nobody else has it', async () => {
    const { open, counts } = world(1);
    const { owner } = open('a');
    opened.push(owner);
    await expect.poll(counts, soon).toEqual({ a: 1 });
    await database.db.updateTable('usage_partitions').set({ lease_owner: 'b', lease: 7 }).execute();
    await expect.poll(() => owner.owned, soon).toEqual([]);
    await database.db.updateTable('usage_partitions').set({ lease_owner: null, lease_until: null }).execute();
    await expect.poll(() => owner.owned, soon).toEqual([0]);
  });
});
