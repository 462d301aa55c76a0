/** For tests: an authenticator in software, which answers WebAuthn challenges as a browser does, and codes of an app. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '@rollcall/contract';
import { generateSync } from 'otplib';

/** The code that an app shows. @param at milliseconds since 1970 */
export const totpCodeAt = (secret: string, at: number): string =>
  generateSync({ secret, epoch: Math.floor(at / 1000) });

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (...pairs: Buffer[]) => Buffer.concat([head(5, pairs.length / 2), ...pairs]);

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest();
const base64url = (value: Buffer | string) => Buffer.from(value).toString('base64url');

/** ES256 as a COSE key. */
const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map(
    integer(1),
    integer(2),
    integer(3),
    integer(-7),
    integer(-1),
    integer(1),
    integer(-2),
    bytes(Buffer.from(x, 'base64url')),
    integer(-3),
    bytes(Buffer.from(y, 'base64url')),
  );
};

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_KEY = 64;

export interface TestAuthenticator {
  readonly id: string;
  /** Makes the passkey that a challenge asks for. */
  register(options: Record<string, unknown>): PasskeyRegistration;
  /** Signs a challenge. */
  assert(options: Record<string, unknown>): PasskeyAssertion;
}

/**
 * @param at the page's origin and RP ID
 * @param at.verifies whether it asks for a PIN or a finger
 * @param at.step what each use adds to the signature counter
 */
export const testAuthenticator = (at: {
  readonly origin: string;
  readonly rpId: string;
  readonly verifies?: boolean;
  readonly step?: number;
}): TestAuthenticator => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(16);
  const id = base64url(credential);
  let counter = 0;

  const client = (type: string, { challenge }: Record<string, unknown>) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at.origin, crossOrigin: false }));
  const authenticatorData = (attested?: Buffer) => {
    counter += at.step ?? 1;
    const flags = USER_PRESENT | (at.verifies === false ? 0 : USER_VERIFIED) | (attested ? HAS_KEY : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(Math.max(0, counter));
    return Buffer.concat([sha256(at.rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };

  return {
    id,
    register: options => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, coseKey(publicKey)]);
      const attestation = map(
        text('fmt'),
        text('none'),
        text('attStmt'),
        map(),
        text('authData'),
        bytes(authenticatorData(attested)),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client('webauthn.create', options)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    assert: options => {
      const data = authenticatorData();
      const clientData = client('webauthn.get', options);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)),
        },
        clientExtensionResults: {},
      };
    },
  };
};
