/** Checks tokens with the keys of a made-up Rollcall, over HTTP. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVerifier, TokenError, type VerifierOptions } from './verify-token.ts';

const at = 1_795_000_000_000;
const issuer = 'https://accounts.school.example';

let server: Server;
let url = '';
let published: JWK[] = [];
let requests = 0;
let status = 200;
beforeEach(async () => {
  [published, requests, status] = [[], 0, 200];
  server = createServer((_, response) => {
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: published }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

/** A new key, which is published from now on. */
const newKey = async (kid: string): Promise<CryptoKey> => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  published.push({ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' });
  return privateKey;
};
const claims = { sid: 'session', pid: 'school' };
const sign = (key: CryptoKey, kid: string, more: Record<string, unknown> = {}) =>
  new SignJWT({ iss: issuer, aud: 'school', sub: 'account', exp: at / 1000 + 60, ...claims, ...more })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .sign(key);
const verifier = (more: Partial<VerifierOptions> = {}) =>
  createVerifier({ issuer, url, pid: 'school', now: () => at, ...more });

test('a good token says who sent it, and keys are fetched once for many', async () => {
  const key = await newKey('one');
  const verifyToken = verifier();
  const token = await sign(key, 'one');
  const sent = await Promise.all(Array.from({ length: 20 }, () => verifyToken(`Bearer ${token}`)));
  expect(sent[0]).toEqual({ account: 'account', session: 'session', pid: 'school' });
  await verifyToken(`bearer ${token}`);
  expect(requests).toBe(1);
});

test('every other token is refused by TokenError', async () => {
  const key = await newKey('one');
  const { privateKey: stranger } = await generateKeyPair('EdDSA');
  const verifyToken = verifier();
  const good = await sign(key, 'one');
  const [head = '', body = '', mark = ''] = good.split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'one' })).toString('base64url');
  const wrong = {
    'of a stranger': await sign(stranger, 'one'),
    'for another product': await sign(key, 'one', { aud: 'other', pid: 'other' }),
    'for Rollcall alone': await sign(key, 'one', { aud: 'rollcall' }),
    'of another issuer': await sign(key, 'one', { iss: 'https://evil.example' }),
    over: await sign(key, 'one', { exp: at / 1000 - 31 }),
    'an ID token': await sign(key, 'one', { pid: undefined, sid: undefined, nonce: 'n' }),
    'without a session': await sign(key, 'one', { sid: undefined }),
    'with another body': `${head}.${body.slice(0, -2)}AA.${mark}`,
    unsigned: `${none}.${body}.${mark}`,
    nothing: 'x.y.z',
  };
  for (const [name, token] of Object.entries(wrong))
    await expect(verifyToken(`Bearer ${token}`), name).rejects.toBeInstanceOf(TokenError);
  for (const header of [undefined, null, '', good, `Basic ${good}`, `Bearer ${head}.${body}`])
    await expect(verifyToken(header)).rejects.toBeInstanceOf(TokenError);
  expect(requests).toBe(1);
});

test('clocks may differ by 30 seconds', async () => {
  const key = await newKey('one');
  const header = `Bearer ${await sign(key, 'one', { exp: at / 1000 - 29 })}`;
  expect(await verifier()(header)).toMatchObject({ account: 'account' });
  await expect(verifier({ clockTolerance: 0 })(header)).rejects.toThrow('exp');
});

test('a key that is published later is found, and unknown ones fetch once in five seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  try {
    const first = await newKey('one');
    const verifyToken = verifier();
    await verifyToken(`Bearer ${await sign(first, 'one')}`);
    const second = await newKey('two');
    const header = `Bearer ${await sign(second, 'two')}`;
    vi.setSystemTime(at + 6000);
    expect(await verifyToken(header)).toMatchObject({ account: 'account' });
    expect(requests).toBe(2);
    for (let n = 0; n < 20; n += 1)
      await expect(verifyToken(`Bearer ${await sign(first, `unknown-${n}`)}`)).rejects.toBeInstanceOf(
        TokenError,
      );
    expect(requests).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('that the keys cannot be fetched is no word about the token', async () => {
  const key = await newKey('one');
  status = 503;
  const failed = verifier()(`Bearer ${await sign(key, 'one')}`);
  await expect(failed).rejects.toThrow();
  await expect(failed).rejects.not.toBeInstanceOf(TokenError);
  // What stands in front answers for it.
  status = 200;
  published = 'none' as never;
  const without = verifier()(`Bearer ${await sign(key, 'one')}`);
  await expect(without).rejects.toMatchObject({ code: 'ERR_JWKS_INVALID' });
});
