import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import type { Database } from '../../platform/database/schema.ts';
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
/** A database that does not answer. */
const broken = { connect: () => Promise.reject(new Error('away')), end: async () => {} };
/** The states of the items of a kind, by name. */
const told = async (kind: string, parts: Partial<HealthParts> = {}) => {
  const { items } = await createSchoolHealth({
    db: database.db,
    now,
    log: { warn: () => {} },
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
const seen = (states: Record<string, { workedAt?: number; failingSince?: number; failedAt?: number }>) =>
  writeServiceStates(database.db, new Map(Object.entries(states)), now());

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

it('warns of a job that does not run, and knows nothing of one that no version has any more', async () => {
  const at = new Date(now());
  const job = { name: 'cleanup', started_at: at, owner: null, leased_until: null, failing_since: null };
  const due = (past: number) =>
    database.db
      .updateTable('job_leases')
      .set({ due_at: new Date(now() - past) })
      .execute();
  await database.db
    .insertInto('job_leases')
    .values({ ...job, due_at: at })
    .execute();
  await due(60_000);
  expect(await told('jobs')).toMatchObject({ '': { state: 'good' } });
  await due(HOUR);
  expect(await told('jobs')).toEqual({ cleanup: { state: 'warning', since: now() - HOUR } });
  await database.db
    .updateTable('job_leases')
    .set({ leased_until: new Date(now() + 1), owner: randomUUID() })
    .execute();
  expect(await told('jobs')).toMatchObject({ '': { state: 'good' } });
  await database.db
    .updateTable('job_leases')
    .set({ leased_until: null, owner: null, failing_since: at })
    .execute();
  await due(8 * 24 * HOUR);
  expect(await told('jobs')).toEqual({ '': { state: 'unknown', since: null } });
});

it('is told where nothing can be written or read: each part is unknown by itself', async () => {
  const flush = () => Promise.reject(new Error('read-only'));
  await seen({ 'sender:aliyun:sms': { workedAt: now() } });
  expect(await told('sender', { flush })).toMatchObject({ aliyun: { state: 'good' } });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: broken }) });
  const unknown = { state: 'unknown', since: null };
  expect(await told('sender', { db, flush })).toEqual({ aliyun: unknown, tencent: unknown });
  expect(await told('jobs', { db })).toEqual({ '': unknown });
  expect(await told('loader', { db })).toMatchObject({ '': { state: 'good' } });
});

it('takes an old failure for no proof that a service fails now', async () => {
  const failed = (at: number) => ({ failingSince: now() - 48 * HOUR, failedAt: at });
  await seen({
    'sender:aliyun:sms': failed(now() - HOUR),
    'sender:tencent:sms': failed(now() - 25 * HOUR),
  });
  expect(await told('sender')).toEqual({
    aliyun: { state: 'warning', since: now() - 48 * HOUR },
    tencent: { state: 'unknown', since: null },
  });
});

it('leaves out a vendor of challenges that is configured no more', async () => {
  await seen({ 'challenge:NETEASE': { failingSince: now() } });
  expect(Object.keys(await told('verification'))).toEqual(['GEETEST']);
});

it('takes a time that a clock which ran ahead wrote for unknown, and the next one instead of it', async () => {
  const unknown = { state: 'unknown', since: null };
  const [worked, failed] = ['sender:aliyun:sms', 'sender:tencent:sms'];
  await writeServiceStates(
    database.db,
    new Map([
      [worked, { workedAt: now() + HOUR }],
      [failed, { failingSince: now() + HOUR }],
    ]),
    now() + HOUR,
  );
  const mark = join(folder, BACKUP_MARK);
  writeFileSync(mark, '');
  utimesSync(mark, new Date(now()), new Date(now() + HOUR));
  expect(await told('sender')).toEqual({ aliyun: unknown, tencent: unknown });
  expect(await told('backup')).toEqual({ '': unknown });
  await seen({ [worked]: { failingSince: now() }, [failed]: { workedAt: now() } });
  expect(await told('sender')).toEqual({
    aliyun: { state: 'warning', since: now() },
    tencent: { state: 'good', since: now() },
  });
});
