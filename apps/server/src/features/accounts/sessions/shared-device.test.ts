import { headers } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, PID } from '../testing.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { newPerson, stepsOf } from '../testing/valid-requests.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts({
    ROLLCALL_TRUST_PROXY: 'loopback',
    ROLLCALL_SHARED_NETWORKS: '203.0.113.0/24, 2001:db8:7::/48',
  });
});
afterAll(() => context?.close());

const HOUR = 3600;
const shared = { headers: { [headers.sharedDevice]: '1' } };
const login = async (more: object = {}) => {
  const { phone } = await context.member();
  const body = { identity: phone, password: PASSWORD, pid: PID, agreement_ids: [-1] };
  return (await context.call('loginByAccount', { body, ...more })).auth.token;
};

describe('a sign-in on a shared device [3.shared-device]', () => {
  test('gives refresh.expires_in 7,200; without the header, or with another value, thirty days', async () => {
    expect((await login(shared)).refresh.expires_in).toBe(2 * HOUR);
    for (const more of [{}, { headers: { [headers.sharedDevice]: 'yes' } }])
      expect((await login(more)).refresh.expires_in).toBe(30 * 24 * HOUR);
  });

  test('is meant by a network of the settings, unless the browser says that it is one person’s own', async () => {
    const from = (ip: string, said: object = {}) => login({ headers: { 'x-forwarded-for': ip, ...said } });
    for (const ip of ['203.0.113.7', '2001:db8:7:1::9'])
      expect((await from(ip)).refresh.expires_in).toBe(2 * HOUR);
    for (const ip of ['203.0.114.7', '2001:db8:8::9'])
      expect((await from(ip)).refresh.expires_in).toBe(30 * 24 * HOUR);
    expect((await from('203.0.113.7', { [headers.sharedDevice]: '0' })).refresh.expires_in).toBe(
      30 * 24 * HOUR,
    );
    expect((await from('203.0.113.7', { [headers.sharedDevice]: 'no' })).refresh.expires_in).toBe(2 * HOUR);
  });

  test('is meant by WeChat too', async () => {
    const ticket = await stepsOf(context).oauthTicket(newPerson('wxa'));
    const body = { oauth_ticket: ticket, agreement_ids: [-1] };
    const { auth } = await context.call('registerByThirdParty', { body, ...shared });
    expect(auth.token.refresh.expires_in).toBe(2 * HOUR);
  });

  test('ends after eight hours with all its tokens, however it is refreshed, with or without the header', async () => {
    let tokens = await login(shared);
    for (let minutes = 0; minutes < 7.5 * 60; minutes += 90) {
      context.server.now.move(90 * 60_000);
      const body = { refresh_token: tokens.refresh.token };
      tokens = await context.call('refreshTokens', { body });
    }
    expect(tokens.refresh.expires_in).toBe(HOUR / 2);
    expect(tokens.access.expires_in).toBe(HOUR / 2);
    context.server.now.move(HOUR * 500);
    const { token } = { token: tokens.access.token };
    await expect(context.call('getProfile', { token })).rejects.toMatchObject({ refusal: 'TokenInvalid' });
  });
});
