/** The first run asks for the name, the mark and the colour of the school beside its first admin. */
import { type ConsoleCallName, consoleCalls } from '@rollcall/contract/console';
import { afterEach, expect, test } from 'vitest';
import { OPERATOR_PASSWORD } from '../features/console/testing/console.ts';
import { type TestServer, testServer } from './testing.ts';

let server: TestServer;
afterEach(() => server.stop());

const open = async (env: Record<string, string> = {}): Promise<string> => {
  server = await testServer({ env });
  return new URL(server.adminLink ?? 'none:').hash.slice(1);
};
const ask = (name: ConsoleCallName, body: object) =>
  server.ask('POST', consoleCalls[name].path, body, { origin: server.url });
const create = (token: string, school?: object) =>
  ask('createFirstOperator', { token, name: 'first.admin', password: OPERATOR_PASSWORD, school });
const head = async () => (await server.ask('GET', '/agreements')).text;

test('what is given is in force with the first admin', async () => {
  const token = await open();
  expect((await ask('lookAtInvitation', { token })).json?.data).toMatchObject({
    asks: ['name', 'name_en', 'mark', 'colour'],
  });
  expect((await create(token, { name: '星野网校', colour: '#1F4B8F', mark: '' })).status).toBe(200);
  expect(await head()).toContain('星野网校');
  expect(await head()).toContain('#1f4b8f');
  const rows = await server.app.db
    .selectFrom('settings')
    .select(['name', 'value', 'changed_by'])
    .orderBy('name')
    .execute();
  expect(rows).toEqual([
    { name: 'ROLLCALL_COLOUR', value: '#1F4B8F', changed_by: 'first.admin' },
    { name: 'ROLLCALL_NAME', value: '星野网校', changed_by: 'first.admin' },
  ]);
  const entries = await server.app.db
    .selectFrom('audit_log')
    .select(['act', 'subject', 'operator_name', 'before', 'after'])
    .orderBy('id')
    .execute();
  expect(entries).toMatchObject([
    { act: 'operators.first-run', operator_name: 'first.admin' },
    {
      act: 'settings.change',
      subject: 'ROLLCALL_NAME ROLLCALL_COLOUR',
      operator_name: 'first.admin',
      before: { ROLLCALL_NAME: null, ROLLCALL_COLOUR: null },
      after: { ROLLCALL_NAME: '星野网校', ROLLCALL_COLOUR: '#1F4B8F' },
    },
    // The alert rules that a new school begins with.
    ...Array.from({ length: 3 }, () => ({ act: 'monitor.rule-create', operator_name: 'first.admin' })),
  ]);
});

test('nothing has to be given', async () => {
  const token = await open();
  expect((await create(token)).status).toBe(200);
  expect(await server.app.db.selectFrom('settings').select('name').execute()).toEqual([]);
});

test('a value that the start refuses makes no admin, and leaves the link', async () => {
  const token = await open();
  for (const school of [{ colour: '#ffff00' }, { name: '<b>' }, { mark: 'http://school.example/a.svg' }]) {
    const { status, json } = await create(token, { name: '星野网校', ...school });
    expect([status, (json?.data as { field?: string } | undefined)?.field]).toEqual([
      400,
      `ROLLCALL_${Object.keys(school)[0]?.toUpperCase()}`,
    ]);
  }
  expect(await server.app.db.selectFrom('operators').select('id').execute()).toEqual([]);
  expect(await head()).not.toContain('星野网校');
  expect((await create(token)).status).toBe(200);
});

test('what the environment sets is not asked for, and not taken', async () => {
  const token = await open({ ROLLCALL_NAME: '蓝鸟' });
  expect((await ask('lookAtInvitation', { token })).json?.data).toMatchObject({
    asks: ['name_en', 'mark', 'colour'],
  });
  expect((await create(token, { name: '星野网校' })).status).toBe(409);
  expect(await head()).toContain('蓝鸟');
});

test('a link that asks for no settings sets none', async () => {
  const first = await testServer();
  const recovering = async () =>
    testServer({ beside: first, now: first.now, env: { ROLLCALL_CONSOLE_RECOVERY: 'on' } });
  try {
    const token = new URL(first.adminLink ?? 'none:').hash.slice(1);
    server = first;
    expect((await create(token)).status).toBe(200);
    server = await recovering();
    const link = new URL(server.adminLink ?? 'none:').hash.slice(1);
    const body = { token: link, name: 'second.admin', password: OPERATOR_PASSWORD };
    expect((await ask('lookAtInvitation', { token: link })).json?.data).toMatchObject({
      asks: [],
      sample: false,
    });
    expect((await ask('createFirstOperator', { ...body, school: { name: '星野网校' } })).status).toBe(409);
    expect((await ask('createFirstOperator', { ...body, sample: true })).status).toBe(409);
    expect(await first.app.db.selectFrom('settings').select('name').execute()).toEqual([]);
    expect((await ask('createFirstOperator', { ...body, school: {} })).status).toBe(200);
    await server.stop();
  } finally {
    server = first;
  }
});
