import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestConsole, testConsole } from './testing/console.ts';

const TOKEN = 'a-token-of-the-metrics';
let context: TestConsole;
beforeAll(async () => {
  context = await testConsole({ ROLLCALL_METRICS_TOKEN: TOKEN });
});
afterAll(() => context?.stop());

const ready = async (headers: Record<string, string> = {}) => {
  const { status, text } = await context.server.ask('GET', '/readyz', undefined, headers);
  expect(status).toBe(200);
  return JSON.parse(text) as { health?: { kind: string; name: string; state: string }[] };
};
const sms = (items: readonly { kind: string; name: string; state: string }[] | undefined) =>
  items?.find(({ kind }) => kind === 'sender');

it('is told to operators, and by /readyz to them and to who reads the metrics, not to others', async () => {
  const { signInStatistics } = context.server;
  signInStatistics.message('development', 'sms', 'failed', 'login', 'timeout');
  const found = await context.call('getHealth', { cookie: context.cookies.viewer });
  expect(sms(found.items)).toMatchObject({ name: 'development', state: 'bad', since: found.at });
  expect(sms((await ready({ cookie: context.cookies.viewer })).health)).toMatchObject({ state: 'bad' });
  expect(sms((await ready({ authorization: `Bearer ${TOKEN}` })).health)).toMatchObject({ state: 'bad' });
  const open = await ready();
  expect(open).not.toHaveProperty('health');
  expect(await ready({ authorization: 'Bearer another' })).toEqual(open);
  expect(await ready({ cookie: 'rollcall_console=another' })).toEqual(open);
});

it('takes a number that cannot exist for no failure of the sender', async () => {
  const { signInStatistics } = context.server;
  signInStatistics.message('development', 'sms', 'sent', 'login');
  signInStatistics.message('development', 'sms', 'failed', 'login', 'isv.MOBILE_NUMBER_ILLEGAL', true);
  const found = await context.call('getHealth', { cookie: context.cookies.viewer });
  expect(sms(found.items)).toMatchObject({ state: 'good' });
  context.server.now.move(1);
  signInStatistics.message('development', 'sms', 'failed', 'login', 'timeout');
});

it('is no use of a session', async () => {
  const { app, now } = context.server;
  const used = () =>
    app.db.selectFrom('operator_sessions').select(['id', 'last_used_at']).orderBy('id').execute();
  const before = await used();
  now.move(5 * 60_000);
  expect(await ready({ cookie: context.cookies.viewer })).toHaveProperty('health');
  expect(await used()).toEqual(before);
});

it('is told to nobody who lacks the second factor that all must have', async () => {
  const strict = await testConsole({ ROLLCALL_CONSOLE_SECOND_FACTOR: 'required' });
  try {
    const { text } = await strict.server.ask('GET', '/readyz', undefined, { cookie: strict.cookies.viewer });
    expect(JSON.parse(text)).not.toHaveProperty('health');
  } finally {
    await strict.stop();
  }
});

it('names the senders that fail in the diagnosis of a number, and nobody without a sign-in sees it', async () => {
  const query = { identity: '13900000000' };
  const { hindrances } = await context.call('getSignInDiagnosis', { cookie: context.cookies.support, query });
  expect(hindrances.find(({ kind }) => kind === 'messages-failing')).toMatchObject({
    senders: ['development'],
  });
  expect((await context.ask('getHealth')).status).toBe(401);
});
