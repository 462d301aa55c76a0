import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { newId } from '../testing/batches.ts';
import { databaseExports } from './database-exports.ts';
import { FolderExports } from './folder-exports.ts';
import { JobRequests } from './job-requests.ts';
import { Jobs, JobTaken } from './jobs.ts';

const now = heldClock();
const account = '00000000-0000-4000-8000-000000000001';
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rollcall-exports-'));
});
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => database.truncate());

/** An export that this process works on. */
const begin = async () => {
  const jobs = new Jobs(database.db, now);
  await new JobRequests(database.db, now).request('export', account);
  const job = await jobs.take();
  if (!job) throw new Error('no job');
  return { jobs, id: job.id };
};

describe.each([
  ['a folder', () => new FolderExports(join(folder, newId()))],
  ['the database', (jobs: Jobs) => databaseExports(database.db, (trx, id) => jobs.hold(trx, id))],
])('exports in %s', (_, open) => {
  const text = async (files: ReturnType<typeof open>, id: string) => {
    const file = await files.read(id);
    if (!file) return undefined;
    const content = await buffer(file.stream);
    expect(content).toHaveLength(file.bytes);
    return gunzipSync(content).toString();
  };

  test('are read once they are finished, whole and in order', async () => {
    const { jobs, id } = await begin();
    const files = open(jobs);
    expect(await files.size(id)).toBe(0);
    let bytes = 0;
    for (let part = 1; part <= 3; part += 1) bytes = await files.add(id, bytes, [{ part }, 'ü']);
    expect(await files.size(id)).toBe(bytes);
    expect(await text(files, id)).toBeUndefined();
    await files.finish(id, bytes);
    expect(await text(files, id)).toBe('{"part":1}\n"ü"\n{"part":2}\n"ü"\n{"part":3}\n"ü"\n');
  });

  test('are resumed at any part, and what was written behind it is gone', async () => {
    const { jobs, id } = await begin();
    const files = open(jobs);
    const first = await files.add(id, 0, ['first']);
    const lost = await files.add(id, first, ['lost']);
    await files.add(id, lost, ['lost too']);
    const bytes = await files.add(id, first, ['second']);
    await files.add(id, bytes, ['behind the end']);
    await files.finish(id, bytes);
    await files.finish(id, bytes);
    expect(await text(files, id)).toBe('"first"\n"second"\n');
  });

  test('are removed, finished or not', async () => {
    const { jobs, id } = await begin();
    const files = open(jobs);
    for (const finished of [false, true]) {
      const bytes = await files.add(id, 0, ['gone']);
      if (finished) await files.finish(id, bytes);
      await files.remove(id);
      await files.remove(id);
      expect([await files.size(id), await files.read(id)]).toEqual([0, undefined]);
    }
  });
});

test('a process whose job another has taken over does not touch the parts in the database', async () => {
  const { jobs, id } = await begin();
  const late = databaseExports(database.db, (trx, job) => jobs.hold(trx, job));
  await jobs.release();
  const other = new Jobs(database.db, now);
  await other.take();
  const files = databaseExports(database.db, (trx, job) => other.hold(trx, job));
  const bytes = await files.add(id, 0, ['whole']);
  await expect(late.add(id, 0, ['late'])).rejects.toThrow(JobTaken);
  await expect(late.finish(id, 0)).rejects.toThrow(JobTaken);
  await files.finish(id, bytes);
  expect((await files.read(id))?.bytes).toBe(bytes);
});
