import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomes, type TestAccounts, testAccounts } from '../testing.ts';

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context.close());

const refresh = (refresh_token: string) => context.call('refreshTokens', { body: { refresh_token } });
const profile = (token: string) => context.call('getProfile', { token });

describe('tokens', () => {
  test('a refresh gives an access token of the same session and thirty more days [3.token-set]', async () => {
    const { id, refresh: first, access } = await context.register();
    context.now.move(3_600_000);
    expect(await outcomes([profile(access)])).toEqual(['TokenInvalid']);
    const tokens = await refresh(first);
    expect(tokens.access).toMatchObject({ type: 'Bearer', expires_in: 3600 });
    expect(tokens.refresh.expires_in).toBe(30 * 24 * 3600);
    expect(await profile(tokens.access.token)).toMatchObject({ id });
    context.now.move(10_000);
    const again = await refresh(first);
    expect(again.refresh).toEqual({ token: tokens.refresh.token, expires_in: 30 * 24 * 3600 - 10 });
  });

  test('deleteTokens ends the session of the access token, and no other [6.own-account 7.deleteTokens]', async () => {
    const one = await context.register();
    const other = await context.register();
    expect(await context.call('deleteTokens', { token: one.access })).toEqual({});
    expect(await outcomes([profile(one.access), refresh(one.refresh), profile(other.access)])).toEqual([
      'TokenInvalid',
      'RefreshTokenInvalid',
      'ok',
    ]);
  });

  test('a reused old token ends the family: its access tokens too [3.successor]', async () => {
    const { refresh: first } = await context.register();
    const second = await refresh(first);
    const third = await refresh(second.refresh.token);
    await outcomes([refresh(first)]);
    expect(await outcomes([profile(third.access.token)])).toEqual(['TokenInvalid']);
  });

  test('the access token of an expired session is refused too', async () => {
    const { refresh: first } = await context.register();
    context.now.move(30 * 24 * 3600_000 - 1000);
    const { access } = await refresh(first);
    await context.database.db
      .updateTable('sessions')
      .set({ expires_at: new Date(context.now()) })
      .execute();
    expect(await outcomes([profile(access.token)])).toEqual(['TokenInvalid']);
  });
});

describe('the Authorization header', () => {
  test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic x', 'x', 'Bearer a b', 'Bearer \u00e9'])(
    '%j is no token',
    async header => {
      expect(await outcomes([context.authorise(header)])).toEqual(['TokenInvalid']);
    },
  );

  test('the scheme is read in any case (RFC 9110)', async () => {
    const { id, access } = await context.register();
    expect(await context.authorise(`bearer ${access}`)).toMatchObject({ accountId: id });
  });

  test('the keys are published', async () => {
    expect(await context.jwks()).toMatchObject({
      keys: [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' }],
    });
  });
});
