import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { BatchGap, LeaseLost } from '../../../events/store/errors.ts';
import { BatchRanges } from './batch-ranges.ts';

let database: TestDatabase;
let ranges: BatchRanges;
beforeAll(async () => {
  database = await testDatabase();
  ranges = new BatchRanges(database.db);
});
afterAll(() => database?.close());
beforeEach(() => database.truncate());

const batch = (from: number, to: number, lease?: number) => ({
  partition: 3,
  from,
  to,
  ...(lease === undefined ? {} : { lease }),
});

describe('the ranges of batches', () => {
  test('are recorded before, and moved behind after', async () => {
    expect(await ranges.position(3)).toEqual({ loadedTo: 0 });
    const token = await ranges.begin(batch(0, 10));
    expect(token).toEqual(expect.any(String));
    expect(await ranges.position(3)).toEqual({ loadedTo: 0, unfinished: { from: 0, to: 10 } });
    expect(await ranges.begin(batch(0, 10))).toBe(token);
    await ranges.finish(batch(0, 10));
    expect(await ranges.position(3)).toEqual({ loadedTo: 10 });
    expect(await ranges.begin(batch(0, 10))).toBeUndefined();
    expect(await ranges.position(2)).toEqual({ loadedTo: 0 });
  });

  test('are refused with a gap, and while another one is unfinished', async () => {
    await expect(ranges.begin(batch(5, 10))).rejects.toThrow(BatchGap);
    await ranges.begin(batch(0, 10));
    await expect(ranges.begin(batch(0, 12))).rejects.toThrow('one to 10 is unfinished');
    await expect(ranges.begin(batch(10, 12))).rejects.toThrow(BatchGap);
    await ranges.moveTo(3, 4);
    expect(await ranges.position(3)).toEqual({ loadedTo: 4 });
    await expect(ranges.finish(batch(0, 10))).rejects.toThrow(LeaseLost);
  });

  test('of an earlier lease are neither begun nor finished', async () => {
    await ranges.begin(batch(0, 10, 0));
    await database.db.updateTable('usage_partitions').set({ lease: 1 }).execute();
    await expect(ranges.finish(batch(0, 10, 0))).rejects.toThrow(LeaseLost);
    await expect(ranges.begin(batch(0, 10, 0))).rejects.toThrow(LeaseLost);
    await ranges.begin(batch(0, 10, 1));
    await ranges.finish(batch(0, 10, 1));
    expect(await ranges.position(3)).toEqual({ loadedTo: 10 });
    await expect(ranges.moveTo(3, 0, { lease: 0 })).rejects.toThrow(LeaseLost);
    await ranges.moveTo(3, 4, { lease: 1 });
    expect(await ranges.position(3)).toEqual({ loadedTo: 4 });
  });

  test('are not begun once the lease is over, though nobody else has it', async () => {
    await ranges.begin(batch(0, 10, 0));
    const until = (when: string) => database.pool.query(`update usage_partitions set lease_until = ${when}`);
    await until("now() + interval '1 minute'");
    await ranges.finish(batch(0, 10, 0));
    await ranges.begin(batch(10, 20, 0));
    await until("now() - interval '1 second'");
    await expect(ranges.begin(batch(10, 20, 0))).rejects.toThrow(LeaseLost);
  });

  test('of other records at the same place are another block', async () => {
    const one = await ranges.begin({ ...batch(0, 10), digest: 'one' });
    expect(await ranges.begin({ ...batch(0, 10), digest: 'one' })).toBe(one);
    expect(await ranges.begin({ ...batch(0, 10), digest: 'other' })).not.toBe(one);
    await ranges.finish({ ...batch(0, 10), digest: 'other' });
    expect(await ranges.position(3)).toEqual({ loadedTo: 10, last: { from: 0, digest: 'other' } });
    await ranges.moveTo(3, 4);
    expect(await ranges.position(3)).toEqual({ loadedTo: 4 });
  });

  test('of one log are not those of another, and one that comes again after a restore is another', async () => {
    const ofA = { ...batch(0, 10), log: 'a' };
    const ofB = { ...batch(0, 10), log: 'b' };
    const a = await ranges.begin(ofA);
    await ranges.finish(ofA);
    expect(await ranges.position(3, 'b')).toEqual({ loadedTo: 0 });
    const b = await ranges.begin(ofB);
    expect(await ranges.position(3, 'a')).toEqual({ loadedTo: 10 });
    await ranges.moveTo(3, 0, { log: 'a' });
    expect(await ranges.position(3, 'b')).toEqual({ loadedTo: 0, unfinished: { from: 0, to: 10 } });
    expect(new Set([a, b, await ranges.begin(ofA)]).size).toBe(3);
  });
});
