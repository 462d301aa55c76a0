import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { BACKUP_MARK, createSchoolHealth, type HealthParts } from './health.ts';
import { writeServiceStates } from './service-states.ts';

const HOUR = 3_600_000;
const now = heldClock();
const folder = mkdtempSync(join(tmpdir(), 'rollcall-health-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.truncate());
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const senders = ['aliyun', 'tencent'].map(name => ({ name, channels: ['sms'] as const }));
/** The states of the items of a kind, by name. */
const told = async (kind: string, parts: Partial<HealthParts> = {}) => {
  const { items } = await createSchoolHealth({
    db: database.db,
    now,
    senders,
    verification: ['GEETEST'],
    thirdParties: ['wechat'],
    usageLag: async () => 2_000,
    data: folder,
    flush: async () => {},
    ...parts,
  }).read();
  return Object.fromEntries(
    items.filter(item => item.kind === kind).map(({ name, state, since }) => [name, { state, since }]),
  );
};
const seen = (states: Record<string, { workedAt?: number; failingSince?: number }>) =>
  writeServiceStates(database.db, new Map(Object.entries(states)));

it('is good only where it was seen to work of late', async () => {
  const unknown = { state: 'unknown', since: null };
  expect(await told('sender')).toEqual({ aliyun: unknown, tencent: unknown });
  expect(await told('verification')).toEqual({ GEETEST: unknown });
  expect(await told('third-party')).toEqual({ wechat: unknown });
  await seen({
    'sender:aliyun:sms': { workedAt: now() - HOUR },
    'sender:tencent:sms': { workedAt: now() - 25 * HOUR },
    'challenge:GEETEST': { workedAt: now() },
    'third-party:wechat': { workedAt: now() },
  });
  expect(await told('sender')).toEqual({
    aliyun: { state: 'good', since: now() - HOUR },
    tencent: { state: 'unknown', since: now() - 25 * HOUR },
  });
  expect(await told('verification')).toMatchObject({ GEETEST: { state: 'good' } });
  expect(await told('third-party')).toMatchObject({ wechat: { state: 'good' } });
});

it('warns of a sender that fails while another does its work, and is bad where all of a channel fail', async () => {
  await seen({
    'sender:aliyun:sms': { workedAt: now() - HOUR, failingSince: now() - 60_000 },
    'sender:tencent:sms': { workedAt: now() },
  });
  expect(await told('sender')).toMatchObject({
    aliyun: { state: 'warning', since: now() - 60_000 },
    tencent: { state: 'good' },
  });
  await seen({ 'sender:tencent:sms': { failingSince: now() + 1 } });
  expect(await told('sender')).toEqual({
    aliyun: { state: 'bad', since: now() - 60_000 },
    tencent: { state: 'bad', since: now() + 1 },
  });
});

it('tells of the loader, also where it does not answer', async () => {
  const loader = async (lag: number | null) =>
    (await told('loader', { usageLag: async () => lag }))['']?.state;
  expect(await loader(2_000)).toBe('good');
  expect(await loader(60_000)).toBe('warning');
  expect(await loader(HOUR)).toBe('bad');
  expect(await loader(null)).toBe('unknown');
  const usageLag = () => Promise.reject(new Error('no store'));
  expect((await told('loader', { usageLag }))['']).toEqual({ state: 'unknown', since: null });
});

it('tells when the last backup ended, and where a disk cannot be read says so', async () => {
  expect(await told('backup')).toEqual({ '': { state: 'unknown', since: null } });
  const mark = join(folder, BACKUP_MARK);
  writeFileSync(mark, '');
  utimesSync(mark, new Date(now()), new Date(now() - 2 * HOUR));
  expect(await told('backup')).toEqual({ '': { state: 'good', since: now() - 2 * HOUR } });
  utimesSync(mark, new Date(now()), new Date(now() - 40 * HOUR));
  expect(await told('backup')).toEqual({ '': { state: 'warning', since: now() - 40 * HOUR } });
  expect(await told('disk', { data: join(folder, 'absent') })).toEqual({
    '': { state: 'unknown', since: null },
  });
});

it('names each job that fails, and says that all are well where none does', async () => {
  expect(await told('jobs')).toEqual({ '': { state: 'unknown', since: null } });
  const at = new Date(now());
  const job = { due_at: at, started_at: at, owner: null, leased_until: null };
  await database.db
    .insertInto('job_leases')
    .values([
      { ...job, name: 'cleanup', failing_since: null },
      { ...job, name: 'export', failing_since: new Date(now() - HOUR) },
    ])
    .execute();
  expect(await told('jobs')).toEqual({ export: { state: 'warning', since: now() - HOUR } });
  await database.db.updateTable('job_leases').set({ failing_since: null }).execute();
  expect(await told('jobs')).toEqual({ '': { state: 'good', since: now() } });
});
