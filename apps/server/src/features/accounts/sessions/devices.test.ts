/** Over HTTP: the devices that an account is signed in on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { PASSWORD, PID, refusalOf } from '../testing.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const PHONE_BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
/** Signs in once more, from a phone. */
const again = async (phone: string, headers: Readonly<Record<string, string>> = {}) => {
  const { auth } = await context.call('loginByAccount', {
    body: { identity: phone, password: PASSWORD, pid: PID },
    headers: { 'user-agent': PHONE_BROWSER, ...headers },
  });
  return auth.token.access.token;
};

test('each session with its device, the one that asks first and marked', async () => {
  const { access, phone } = await context.member();
  context.server.now.move(60_000);
  await again(phone);
  const devices = await context.call('getDevices', { token: access });
  expect(devices).toMatchObject([
    { current: true, last_used_at: context.server.now() - 60_000 },
    {
      current: false,
      browser: 'Safari 17',
      system: 'iOS 17',
      kind: 'phone',
      created_at: context.server.now(),
    },
  ]);
});

test('each session with the platform and product that its client said, where they are well formed [3.init 3.headers]', async () => {
  const { access, phone } = await context.member();
  const client = async (headers: Readonly<Record<string, string>>) => {
    await again(phone, headers);
    const devices = await context.call('getDevices', { token: access });
    const [newest] = devices.filter(({ current }) => !current);
    await context.call('endDevice', { token: access, body: { id: newest?.id ?? '' } });
    return [newest?.platform, newest?.product];
  };
  expect(await client({ Platform: 'app', 'Product-Code': 'contest' })).toEqual(['app', 'contest']);
  expect(await client({})).toEqual([null, null]);
  expect(await client({ Platform: '<script>', 'Product-Code': 'x'.repeat(65) })).toEqual([null, null]);
  expect(await client({ Platform: 'app', 'Product-Code': '13800138000' })).toEqual(['app', '138****8000']);
});

test('a lost phone is ended, and only it', async () => {
  const { access, phone } = await context.member();
  const lost = await again(phone);
  const [device] = (await context.call('getDevices', { token: access })).filter(({ current }) => !current);
  const body = { id: device?.id ?? '' };
  await context.call('endDevice', { token: access, body });
  await context.call('endDevice', { token: access, body });
  expect(await refusalOf(context.call('getProfile', { token: lost }))).toMatchObject({
    refusal: 'TokenInvalid',
  });
  expect(await context.call('getDevices', { token: access })).toHaveLength(1);
});

test("nobody ends another account's session", async () => {
  const [mine, other] = [await context.visitor(), await context.visitor()];
  const [device] = await context.call('getDevices', { token: other.access });
  const ended = context.call('endDevice', { token: mine.access, body: { id: device?.id ?? '' } });
  expect(await refusalOf(ended)).toMatchObject({
    refusal: 'InvalidRequest',
    detail: { data: { field: 'id' } },
  });
  expect(await context.call('getProfile', { token: other.access })).toBeTypeOf('object');
});

test('all others end, this one goes on', async () => {
  const { access, phone } = await context.member();
  const others = [await again(phone), await again(phone)];
  expect(await context.call('endOtherDevices', { token: access })).toEqual({ ended: 2 });
  for (const token of others)
    expect(await refusalOf(context.call('getProfile', { token }))).toMatchObject({ refusal: 'TokenInvalid' });
  expect(await context.call('getDevices', { token: access })).toMatchObject([{ current: true }]);
});
