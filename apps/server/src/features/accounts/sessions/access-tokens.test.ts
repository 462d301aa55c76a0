import { generateKeyPairSync } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HeldClock, heldClock, type TestDatabase, testDatabase } from '../../../app/testing.ts';
import type { Secret } from '../../../platform/derive-key.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import {
  ID_TOKENS_SHOWN,
  openSigningKeys,
  PUBLISHED_AFTER,
  PUBLISHED_BEFORE,
  type SigningKeys,
  SIGNS_FOR,
} from './signing-keys.ts';

const ISSUER = 'https://accounts.school.example';
const claims = {
  accountId: '6f0d8f7e-3c53-4c8e-9a53-2f2b8e8e6d01',
  sessionId: 'b3c8e0aa-8a4d-4c0f-8f5e-0a51f5a4f9a2',
  pid: 'school',
};
let database: TestDatabase;
let now: HeldClock;
let keys: SigningKeys;
const usageProof = (accountId: string) => `proof of ${accountId}`;
let tokens: AccessTokens;
const warnings: string[] = [];
const log = { warn: (text: string) => void warnings.push(text) } as unknown as ReturnType<typeof pino>;
const open = (secret: Secret = 'one secret of the school', clock: () => number = now) =>
  openSigningKeys({ db: database.db, now: clock, log, secret });

beforeAll(async () => {
  database = await testDatabase();
  now = heldClock();
  keys = await open();
  tokens = createAccessTokens({ keys, issuer: ISSUER, usageProof, now });
});
afterAll(() => database.close());

describe('access tokens', () => {
  test('any service can verify one with the published keys; it holds no profile and is below 1 KB [3.access-token 3.jwks]', async () => {
    const token = tokens.issue({ ...claims, pid: 'p'.repeat(64) });
    expect(token.length).toBeLessThan(1024);
    const set = await keys.jwks();
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(set), {
      issuer: ISSUER,
      audience: 'p'.repeat(64),
      currentDate: new Date(now()),
    });
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: keys.active().kid, typ: 'JWT' });
    const iat = Math.floor(now() / 1000);
    expect(payload).toEqual({
      iss: ISSUER,
      aud: 'p'.repeat(64),
      sub: claims.accountId,
      sid: claims.sessionId,
      pid: 'p'.repeat(64),
      usage_proof: `proof of ${claims.accountId}`,
      iat,
      exp: iat + 3600,
    });
  });

  test('are valid for an hour, whether their verification is cached or not [3.access-token]', async () => {
    const token = tokens.issue(claims);
    const stranger = createAccessTokens({ keys, issuer: ISSUER, usageProof, now });
    expect(await tokens.verify(token)).toEqual(claims);
    expect(await tokens.verify(token)).toEqual(claims);
    now.move(3_600_000 - 1000);
    expect(await stranger.verify(token)).toEqual(claims);
    now.move(1000);
    expect(await tokens.verify(token)).toBeUndefined();
    expect(await stranger.verify(token)).toBeUndefined();
    expect(await createAccessTokens({ keys, issuer: ISSUER, usageProof, now }).verify(token)).toBeUndefined();
  });

  test('forged ones are refused: another key, another issuer, no algorithm, a changed letter, other claims [3.access-token]', async () => {
    const token = tokens.issue(claims);
    const [head = '', body = '', mac = ''] = token.split('.');
    const header = decodeProtectedHeader(token);
    const payload = decodeJwt(token);
    const { privateKey } = generateKeyPairSync('ed25519');
    const write = (text: object) => Buffer.from(JSON.stringify(text)).toString('base64url');
    const signed = (changes: object, key = keys.active().key) =>
      new SignJWT({ ...payload, ...changes })
        .setProtectedHeader({ alg: 'EdDSA', kid: keys.active().kid })
        .sign(key);
    const forged = [
      '',
      'a.b.c',
      `${head}.${body}.`,
      `${write({ alg: 'none', kid: header.kid })}.${body}.`,
      `${write({ ...header, kid: 'unknown' })}.${body}.${mac}`,
      `${head}.${write({ ...payload, sub: claims.sessionId })}.${mac}`,
      `${head}.${body}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
      `${token}.x`,
      'x'.repeat(5000),
      await signed({}, privateKey),
      await signed({ iss: 'https://elsewhere.example' }),
      await signed({ aud: 'another pid' }),
      await signed({ aud: ['school'] }),
      await signed({ aud: undefined }),
      await signed({ sid: 7 }),
      await signed({ sub: undefined }),
      await signed({ exp: undefined }),
    ];
    for (const text of forged) expect(await tokens.verify(text)).toBeUndefined();
    expect(await tokens.verify(await signed({}))).toEqual(claims);
  });
});

test('other services refuse a token that is for this server alone', async () => {
  const token = tokens.issue(claims, { ownOnly: true });
  expect(decodeJwt(token).aud).toBe('rollcall');
  expect(await tokens.verify(token)).toEqual(claims);
});

describe('signing keys', () => {
  test('servers that start at once agree on one, and the next start loads it', async () => {
    await database.truncate();
    const servers = await Promise.all(Array.from({ length: 6 }, () => open()));
    expect(new Set(servers.map(server => server.active().kid)).size).toBe(1);
    expect((await open()).active().kid).toBe(servers[0]?.active().kid);
    const { rows } = await database.pool.query('select count(*)::int as n from signing_keys');
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('the private key is stored encrypted only', async () => {
    const { rows } = await database.pool.query('select * from signing_keys');
    for (const row of rows as { public_jwk: object; sealed_private_jwk: Buffer }[]) {
      expect(Object.keys(row.public_jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
      expect(row.sealed_private_jwk.toString('latin1')).not.toContain('"d"');
    }
    expect(JSON.stringify(await keys.jwks())).not.toContain('"d"');
  });

  test('with another secret a new key is made with a warning, and old tokens still verify', async () => {
    const first = await open();
    const old = createAccessTokens({ keys: first, issuer: ISSUER, usageProof, now }).issue(claims);
    now.move(10_000);
    const before = warnings.length;
    const second = await open('another secret of the school');
    expect(warnings.length).toBe(before + 1);
    expect(second.active().kid).not.toBe(first.active().kid);
    expect(await createAccessTokens({ keys: second, issuer: ISSUER, usageProof, now }).verify(old)).toEqual(
      claims,
    );
    // The first server learns of the key that the second made.
    const fresh = createAccessTokens({ keys: second, issuer: ISSUER, usageProof, now }).issue(claims);
    expect(await createAccessTokens({ keys: first, issuer: ISSUER, usageProof, now }).verify(fresh)).toEqual(
      claims,
    );
    expect((await first.jwks()).keys.map(key => key.kid)).toEqual([first.active().kid, second.active().kid]);
  });
});

describe('the rotation of signing keys', () => {
  const kidsOf = async (server: SigningKeys) => (await server.jwks()).keys.map(({ kid }) => kid);
  const signer = (server: SigningKeys) =>
    createAccessTokens({ keys: server, issuer: ISSUER, usageProof, now });

  test('publishes the next key before it signs, and the last one until its tokens have expired; no session ends', async () => {
    await database.truncate();
    const one = await open();
    const other = await open();
    const first = one.active().kid;
    now.move(SIGNS_FOR - PUBLISHED_BEFORE - 1000);
    await one.rotate();
    expect(await kidsOf(one)).toEqual([first]);
    now.move(1000);
    // several servers concurrently make one key
    await Promise.all([one.rotate(), other.rotate(), one.rotate()]);
    const [, second] = await kidsOf(one);
    expect(await kidsOf(other)).toEqual([first, second]);
    expect([one.active().kid, other.active().kid]).toEqual([first, first]);
    now.move(PUBLISHED_BEFORE - 1000);
    const last = signer(one).issue(claims);
    expect(decodeProtectedHeader(last).kid).toBe(first);
    now.move(1000);
    // without another look into the table
    expect([one.active().kid, other.active().kid]).toEqual([second, second]);
    expect(await signer(other).verify(last)).toEqual(claims);
    expect(await signer(one).verify(signer(other).issue(claims))).toEqual(claims);
    now.move(3_600_000 + PUBLISHED_AFTER - 1);
    expect(await kidsOf(one)).toEqual([first, second]);
    now.move(1);
    expect(await kidsOf(one)).toEqual([second]);
    expect(await one.find(first)).toBeUndefined();
  });

  test('publishes a key of ID tokens for as long as a client may show one', async () => {
    const set = { table: 'openid_keys', algorithm: 'EdDSA' } as const;
    const own = await openSigningKeys({ db: database.db, now, log, secret: 'one secret of the school', set });
    const first = own.active().kid;
    now.move(SIGNS_FOR - PUBLISHED_BEFORE);
    await own.rotate();
    now.move(PUBLISHED_BEFORE + ID_TOKENS_SHOWN - 1);
    expect(own.active().kid).not.toBe(first);
    expect(await kidsOf(own)).toContain(first);
    now.move(1);
    expect(await kidsOf(own)).not.toContain(first);
  });

  test('keeps a bounded number of keys over the years', async () => {
    for (let quarter = 0; quarter < 12; quarter += 1) {
      const server = await open();
      now.move(SIGNS_FOR);
      await server.rotate();
      expect((await server.jwks()).keys.length).toBeLessThanOrEqual(3);
    }
    const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from signing_keys');
    expect(rows[0]?.n).toBeLessThanOrEqual(5);
  });

  test('a server whose clock jumps forward or back removes no key that other servers use', async () => {
    await database.truncate();
    const right = await open();
    now.move(SIGNS_FOR - PUBLISHED_BEFORE);
    await right.rotate();
    const kid = right.active().kid;
    for (const jump of [400, -400, 4000, -4000]) {
      const wrong = await open(undefined, () => now() + jump * 86_400_000);
      await wrong.rotate();
      // what it signs now is known here
      await right.rotate();
      expect(right.active().kid).toBe(kid);
      expect(await signer(right).verify(signer(right).issue(claims))).toEqual(claims);
      expect(await kidsOf(right)).toContain(kid);
    }
    now.move(PUBLISHED_BEFORE);
    expect(right.active().kid).not.toBe(kid);
  });

  test('a key of the previous secret is encrypted again under the new one', async () => {
    await database.truncate();
    const before = await open('the first secret');
    const during = await open({ current: 'the second secret', previous: 'the first secret' });
    expect(during.active().kid).toBe(before.active().kid);
    const after = await open('the second secret');
    expect(after.active().kid).toBe(before.active().kid);
  });
});
