/** `npm run sample` on a whole server: what it makes, what it must not do, and that nothing of it stays. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallName, calls, refusals } from '@rollcall/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../tools/testing/until.ts';
import { signUp } from './testing/people.ts';
import { type TestServer, testServer } from './testing.ts';
import { refusalOf } from '../features/accounts/testing.ts';
import { type TestConsole, testConsole } from '../features/console/testing/console.ts';
import { alertRule } from '../features/monitoring/testing/alert-rule.ts';
import { createNoticeDelivery } from '../features/accounts/notices/notice-delivery.ts';

const DAY = 86_400_000;
const PRODUCT = 'sample-school';
let context: TestConsole;
let key: string;
const keyOf = async ({ app }: TestServer): Promise<string> => {
  const file = join(app.config.data, 'usage', 'sample-key.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { key: string }).key;
};
beforeAll(async () => {
  context = await testConsole();
  key = await keyOf(context.server);
});
afterAll(() => context?.stop());

const db = () => context.server.app.db;
const cookie = () => context.cookies.admin;
const sample = async (method: 'POST' | 'DELETE', body?: object) => {
  const answer = await context.server.ask(method, '/usage/v1/sample', body, { 'x-rollcall-sample-key': key });
  expect(answer.status).toBe(200);
  return answer.json?.data as Record<string, number>;
};
const make = () => sample('POST', { days: 30, pupils: 120, seed: 3 });

/** What jobs and calls write by themselves. */
const busy = [
  'job_leases',
  'operator_sessions',
  'audit_log',
  'audit_runs',
  'audit_checkpoints',
  'usage_partitions',
  'usage_people',
  'usage_people_changes',
];
/** Every row of every table, by table. */
const dump = async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db());
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    if (busy.includes(name)) continue;
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(name)} t order by to_jsonb(t)::text`.execute(db());
    all[name] = rows.map(({ row }) => row);
  }
  return all;
};

/** Rows of the school itself, also under the names that the sample has. */
const ownRows = async () => {
  await context.call('createPerson', {
    cookie: cookie(),
    body: { pid: PRODUCT, phone_number: '13800001111', fullname: '晨曦' },
  });
  await context.call('createAlertRule', {
    cookie: cookie(),
    body: { ...alertRule, name: 'own', product: PRODUCT },
  });
  const parts = ['1', 'error', 'TypeError', 'x is not a function', 'openExercise@/static/a.js:1:2'];
  const error = parts.map(part => encodeURIComponent(part)).join('!');
  await context.server.ask('GET', `/monitor/v1.gif?p=${PRODUCT}&v=1.3.0&u=%2Fexercise&d=0&e=${error}`);
  await until(async () => (await db().selectFrom('error_groups').select('id').execute()).length === 1);
};

test('fills people, messages, errors and alerts, counts nowhere, and leaves no row behind', async () => {
  await context.call('proveOperator', {
    cookie: cookie(),
    body: { proof: { method: 'password', password: 'a long passphrase' } },
  });
  await ownRows();
  // The message to the person who was created is counted as it is sent.
  const waiting = () =>
    db().selectFrom('security_notices').select('id').where('due_at', 'is not', null).execute();
  await until(async () => (await waiting()).length === 0);
  await context.server.signInStatistics.flush();
  const before = await dump();
  const overview = await context.call('getOverview', { cookie: cookie(), query: {} });
  const made = await make();
  expect(made).toMatchObject({
    people: 120,
    alerts: 1,
    errors: expect.any(Number),
    messages: expect.any(Number),
  });
  expect(Math.min(...Object.values(made))).toBeGreaterThan(0);

  const people = await context.call('listPeople', { cookie: cookie(), query: { limit: 100, pid: PRODUCT } });
  expect(people.items.filter(({ sample }) => sample).length).toBeGreaterThan(90);
  expect(people.items.some(({ child }) => child)).toBe(true);
  expect(people.items.some(({ child }) => !child)).toBe(true);
  const counts = await context.call('getMessageCounts', { cookie: cookie(), query: { sender: 'sample' } });
  expect(counts.rows.length).toBeGreaterThan(10);
  const groups = await context.call('listErrorGroups', {
    cookie: cookie(),
    query: { product: PRODUCT },
  });
  expect(groups.items.length).toBeGreaterThan(1);
  const { episodes } = await context.call('listAlertEpisodes', {
    cookie: cookie(),
    query: { product: PRODUCT },
  });
  expect(episodes).toMatchObject([{ ended_by: 'resolved', delivery: 'none' }]);
  expect(await context.call('getOverview', { cookie: cookie(), query: {} })).toMatchObject({
    people: overview.people,
    signed_up: overview.signed_up,
    messages_sent: overview.messages_sent,
    messages_failed: overview.messages_failed,
  });

  // Made again it is replaced; then nothing of it is left.
  expect(await make()).toEqual(made);
  expect(await sample('DELETE')).toEqual({ events: made['events'], people: 120 });
  expect(await dump()).toEqual(before);
  expect(await sample('DELETE')).toEqual({ events: 0, people: 0 });
});

test('what a killed run left is removed', async () => {
  const before = await dump();
  await make();
  // As of a kill between two parts: no groups yet, and the alert of the run before.
  await db().deleteFrom('error_groups').where('id', 'like', '5a3b1e00%').execute();
  await db().deleteFrom('message_counts').where('sender', '=', 'sample').execute();
  await make();
  await sample('DELETE');
  expect(await dump()).toEqual(before);
});

test('what was made before production is told at its start and removed there, and nothing is made', async () => {
  await make();
  const inProduction = () =>
    testServer({
      beside: context.server,
      env: {
        ROLLCALL_ENV: 'prod',
        ROLLCALL_ISSUER: 'https://accounts.school.example',
        ROLLCALL_PIDS: 'school',
        ROLLCALL_PRODUCTS: 'school',
      },
    });
  const server = await inProduction();
  try {
    expect(server.lines.join('')).toContain('the database has sample data');
    const headers = { 'x-rollcall-sample-key': await keyOf(server) };
    const made = await server.ask('POST', '/usage/v1/sample', { days: 30, pupils: 120 }, headers);
    expect(refusals.IllegalOperation).toMatchObject({ code: made.json?.code, status: made.status });
    expect((await server.ask('DELETE', '/usage/v1/sample')).json?.code).toBe(refusals.IllegalOperation.code);
    const removed = await server.ask('DELETE', '/usage/v1/sample', undefined, headers);
    expect(removed.json?.data).toMatchObject({ people: 120 });
  } finally {
    await server.stop();
  }
  const later = await inProduction();
  expect(later.lines.join('')).not.toContain('sample data');
  await later.stop();
  // The events are in the first server's own store.
  await sample('DELETE');
});

/** Makes a call as a page does. @returns the refusal's name; undefined where it succeeds */
const refusalTo = async (name: CallName, body: object): Promise<string | undefined> => {
  const { method, path } = calls[name];
  const { status, json } = await context.server.ask(method, path, {
    pid: PRODUCT,
    agreement_ids: [-1],
    ...body,
  });
  if (status === 200) return undefined;
  return Object.entries(refusals).find(([, row]) => row.code === json?.code && row.status === status)?.[0];
};
const signIn = (identity: string, password: string) => refusalTo('loginByAccount', { identity, password });
/** Asks for codes to sign in or set a password, as pages of a phone's number do. */
const codesTo = (phone_number: string) =>
  Promise.all(
    (['sendLoginCaptcha', 'sendSilentLoginCaptcha', 'sendResetPasswordCaptcha'] as const).map(name =>
      refusalTo(name, { phone_number }),
    ),
  );
const codesByEmail = (email: string) =>
  Promise.all(
    (['sendEmailLoginCaptcha', 'sendEmailResetCaptcha'] as const).map(name => refusalTo(name, { email })),
  );

/** A message to a fixed recipient, as of a change that names another's number. */
const planned = (accountId: string) => ({
  id: randomUUID(),
  account_id: accountId,
  kind: 'phone-change-planned',
  details: '{}',
  language: 'zh-CN' as const,
  recipient: JSON.stringify({ channel: 'sms', to: '13900002222' }),
  take_back: null,
  created_at: new Date(),
  due_at: new Date(),
});

test('nobody signs in to it, whatever they type, and nothing is sent to it', async () => {
  await make();
  const identifiers = await db()
    .selectFrom('identifiers as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .select(['i.kind', 'i.value', 'a.id'])
    .where('a.sample', '=', true)
    .execute();
  expect(new Set(identifiers.map(({ kind }) => kind))).toEqual(new Set(['phone', 'email', 'username']));
  for (const kind of ['phone', 'email', 'username'] as const) {
    const value = identifiers.find(one => one.kind === kind)?.value ?? '';
    for (const password of ['sample', 'Sample#1', value])
      expect(await signIn(value, password), kind).toBe('WrongCredentials');
    expect(new Set(await codesTo(value)), kind).toEqual(new Set(['InvalidPhoneNumber']));
    expect(new Set(await codesByEmail(value)), kind).toEqual(new Set(['InvalidEmail']));
  }
  // Somebody else is in by the same calls.
  const real = await signUp(context.server);
  expect(await signIn(real, 'Sample#1')).toBe('WrongCredentials');
  expect(await signIn(real, 'Secret#1')).toBeUndefined();
  expect(await refusalTo('sendResetPasswordCaptcha', { phone_number: real })).toBeUndefined();
  // An operator's remedy writes a message; it goes nowhere, also not to the number of somebody else.
  const adult = await db()
    .selectFrom('accounts')
    .select('id')
    .where('sample', '=', true)
    .where('child_until', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  await context.call('correctPersonName', {
    cookie: cookie(),
    body: { id: adult.id, fullname: '王小明', reason: 'asked' },
  });
  await db().insertInto('security_notices').values(planned(adult.id)).execute();
  const sent: unknown[] = [];
  const delivery = createNoticeDelivery({
    db: db(),
    log: context.server.app.log,
    messages: {
      serves: () => true,
      notify: async notice => {
        sent.push(notice);
        return 'sent';
      },
    },
    budget: { spendNotice: async () => [] },
    secret: context.server.app.config.secret,
    issuer: 'https://school.example',
  });
  await delivery.deliver(Date.now() + DAY);
  expect(sent).toEqual([]);
  const refused = await refusalOf(
    context.call('proposeNumberChange', {
      cookie: cookie(),
      body: { id: adult.id, phone_number: '13900002222', reason: 'lost' },
    }),
  );
  expect(refused.refusal).toBe('IllegalOperation');
  await sample('DELETE');
});
