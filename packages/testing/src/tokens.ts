/** Access tokens for the tests of a service that checks them. For Node. */
import { generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The claims of an access token (docs/tokens.md). Times are in seconds since 1970. */
export interface TestClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly sid: string;
  readonly pid: string;
  readonly iat: number;
  readonly exp: number;
}

export interface TestSigner {
  /** The public key, as `/.well-known/jwks.json` has it. */
  readonly jwks: { readonly keys: JsonWebKey[] };
  /**
   * An access token as a server issues it, valid for an hour.
   * @param claims in the place of the usual ones: `{ exp: 1 }` makes one that has expired
   */
  token(claims?: Partial<TestClaims>): string;
  /** Serves the keys at `/.well-known/jwks.json` of a port of this machine; `url` is that origin. */
  serve(): Promise<{ readonly url: string; close(): Promise<void> }>;
}

export interface TestSignerOptions {
  /** @default `http://127.0.0.1:8080`, or where `serve` serves */
  readonly issuer?: string;
  /** The audience. @default `my-school` */
  readonly pid?: string;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Makes a key of its own that signs access tokens as a server does, so that a service is tested without one.
 *
 * @example const { jwks, token } = testSigner({ pid: 'my-school' });
 * @see `docs/tokens.md`
 */
export function testSigner({ issuer, pid = 'my-school' }: TestSignerOptions = {}): TestSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const kid = 'test';
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' }] };
  let iss = issuer ?? 'http://127.0.0.1:8080';
  return {
    jwks,
    token: (claims = {}) => {
      const iat = Math.floor(Date.now() / 1000);
      const usual: TestClaims = {
        iss,
        aud: pid,
        sub: '00000000-0000-4000-8000-000000000001',
        sid: '00000000-0000-4000-8000-000000000002',
        pid,
        iat,
        exp: iat + 3600,
      };
      const text = `${encoded({ alg: 'EdDSA', kid, typ: 'JWT' })}.${encoded({ ...usual, ...claims })}`;
      return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
    },
    serve: async () => {
      const server = createServer((request, response) => {
        const known = request.url === '/.well-known/jwks.json';
        response
          .writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
          .end(JSON.stringify(known ? jwks : {}));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      iss = issuer ?? url;
      return {
        url,
        close: async () => {
          server.closeAllConnections();
          server.close();
          await once(server, 'close');
        },
      };
    },
  };
}
