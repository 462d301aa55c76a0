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

it('names the senders that fail in the diagnosis of a number, and nobody without a sign-in sees it', async () => {
  const query = { identity: '13900000000' };
  const { hindrances } = await context.call('getSignInDiagnosis', { cookie: context.cookies.support, query });
  expect(hindrances.find(({ kind }) => kind === 'messages-failing')).toMatchObject({
    senders: ['development'],
  });
  expect((await context.ask('getHealth')).status).toBe(401);
});
