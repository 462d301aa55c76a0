import { createLocalJWKSet, createRemoteJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { testSigner } from './tokens.ts';

const expected = { audience: 'my-school', algorithms: ['EdDSA'] };

test('a token is verified by the keys, as a real one', async () => {
  const { jwks, token } = testSigner({ issuer: 'https://accounts.school.example' });
  const { payload, protectedHeader } = await jwtVerify(token({ sub: '42' }), createLocalJWKSet(jwks), {
    ...expected,
    issuer: 'https://accounts.school.example',
  });
  expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: 'test', typ: 'JWT' });
  expect(payload).toMatchObject({ sub: '42', pid: 'my-school', sid: expect.any(String) });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
});

test('an expired token, one for another product, and one of another signer are refused', async () => {
  const { jwks, token } = testSigner();
  const keys = createLocalJWKSet(jwks);
  await expect(jwtVerify(token({ exp: 1 }), keys, expected)).rejects.toThrow(
    '"exp" claim timestamp check failed',
  );
  await expect(jwtVerify(token({ aud: 'other' }), keys, expected)).rejects.toThrow('unexpected "aud"');
  await expect(jwtVerify(testSigner().token(), keys, expected)).rejects.toThrow(
    'signature verification failed',
  );
});

test('its keys are fetched as from a server, which is the issuer of its tokens', async () => {
  const signer = testSigner();
  const { url, close } = await signer.serve();
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', url));
  await expect(jwtVerify(signer.token(), keys, { ...expected, issuer: url })).resolves.toBeDefined();
  expect((await fetch(`${url}/else`)).status).toBe(404);
  await close();
  await expect(fetch(url)).rejects.toThrow();
});
