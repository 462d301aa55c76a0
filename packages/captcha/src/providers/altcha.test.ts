// @vitest-environment jsdom
import { type AltchaChallenge, altchaChallenge } from '@rollcall/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { dialog, freshPage, settle } from '../testing/browser.ts';
import { FakeServer, success } from '../testing/server.ts';
import { verify } from '../verify.ts';

/** Made and solved by altcha-lib 2.8.0. */
const known: readonly { challenge: AltchaChallenge; counter: number; derivedKey: string }[] = [
  {
    challenge: {
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        cost: 20,
        data: { attempt: 'a1' },
        expiresAt: 4102444800,
        keyLength: 32,
        keyPrefix: '7de0e458a2d667a07633d767b1a4a22b',
        keySignature: 'db2522a79c4852e5b4912d8b99e45188fb91b4afcb977d45a15a603e71311edd',
        nonce: '6ee317bc9b985c53b35fa31316ac76bf',
        salt: '3c88f2a6e0c618f67a82cf76dd5e11b7',
      },
      signature: '40e99e1e71c3c6318bda8eb5228b2b066e7fac98b3c525d10b09bb7cdfc2d92d',
    },
    counter: 7,
    derivedKey: '7de0e458a2d667a07633d767b1a4a22b92ff9d33af913067eed1a70a34c9e972',
  },
  {
    challenge: {
      parameters: {
        algorithm: 'PBKDF2/SHA-512',
        cost: 5,
        data: { attempt: 'a1' },
        expiresAt: 4102444800,
        keyLength: 48,
        // An odd number of figures, in capitals: both are allowed.
        keyPrefix: '033F3',
        nonce: '196878b8e82ce32a5243fdec9140a605',
        salt: '53107f526ea2d14bdd833d083c171d65',
      },
      signature: 'd1589af3400886e7db2393fca300c32ae3bd1773a67ea6d1aeaccb319f4df3ec',
    },
    counter: 2,
    derivedKey:
      '033f32367a1992fa13f9c58f7c139625c446554f5a07d4267f75a9d6060b9f64db203bf787773181eb326e0e1c047d70',
  },
];
const first = known[0]?.challenge as AltchaChallenge;

let server: FakeServer;
beforeEach(() => {
  freshPage();
  server = new FakeServer().on('/captcha/altcha', success({ ticket: 'tk' }));
});
afterEach(() => {
  vi.useRealTimers();
});

const start = (challenge: unknown, signal?: AbortSignal) => {
  server.on('/captcha/rule/v3', success({ rule: 'ALTCHA', attempt: 'at1', challenge }));
  return verify({
    pid: 'school',
    product_code: 7,
    platform: 'web',
    identity: '13800000000',
    scene: 'register',
    createRequest: server.createRequest,
    signal,
  });
};

test.each(known)(
  'solves $challenge.parameters.algorithm as altcha-lib does [4.altcha 7.checkAltcha]',
  async ({ challenge, ...solution }) => {
    await expect(start(challenge)).resolves.toMatchObject({ ticket: 'tk' });
    expect(server.requests.at(-1)?.body).toEqual({
      challenge,
      solution: { ...solution, time: expect.any(Number) },
      attempt: 'at1',
    });
    expect(dialog()?.textContent).toContain('正在验证');
  },
);

test('what is signed reaches the server whole [4.altcha]', () => {
  expect(v.parse(altchaChallenge, first)).toEqual(first);
});

test('without a challenge [4.altcha]', async () => {
  await expect(start(undefined)).rejects.toMatchObject({ name: 'CaptchaRuleError', code: 47 });
});

test('on a page without WebCrypto [4.altcha]', async () => {
  vi.stubGlobal('crypto', {});
  await expect(start(first)).rejects.toMatchObject({ name: 'CaptchaVendorConfig', code: 50 });
});

test.each(['SCRYPT', 'SHA-256', 'PBKDF2/MD5', 'PBKDF2/SHA-1000', ''])(
  'an algorithm that it does not know: %j [4.altcha]',
  async algorithm => {
    const parameters = { ...first.parameters, algorithm };
    await expect(start({ ...first, parameters })).rejects.toMatchObject({ name: 'CaptchaVendorError' });
  },
);

test('a page that goes ends the work [4.altcha]', async () => {
  const page = new AbortController();
  const deriveBits = vi.spyOn(crypto.subtle, 'deriveBits');
  const parameters = { ...first.parameters, keyPrefix: 'f'.repeat(64) };
  const outcome = start({ ...first, parameters }, page.signal);
  await expect.poll(() => deriveBits.mock.calls.length).toBeGreaterThan(0);
  page.abort();
  await expect(outcome).rejects.toMatchObject({ name: 'CaptchaClosed' });
  const begun = deriveBits.mock.results.map(({ value }) => value as Promise<unknown>);
  await Promise.all(begun);
  await settle();
  // Those between import and derivation when it ended may still finish: one a lane.
  expect(deriveBits.mock.calls.length - begun.length).toBeLessThanOrEqual(8);
  const after = deriveBits.mock.calls.length;
  await Promise.all(deriveBits.mock.results.map(({ value }) => value as Promise<unknown>));
  await settle();
  expect(deriveBits.mock.calls.length).toBe(after);
});
