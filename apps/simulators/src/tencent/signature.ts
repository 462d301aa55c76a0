/** TC3-HMAC-SHA256, checked by working it out again. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AccessKey } from '../config.ts';
import { TencentRefusal } from './errors.ts';

/** A request as it came. */
export interface SignedRequest {
  readonly method: string;
  /** The path that was asked for, whole. */
  readonly path: string;
  /** Without the question mark, as it came. */
  readonly query: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** How far the clocks may be apart, in milliseconds. */
export const TOLERANCE_MS = 5 * 60 * 1000;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * The host as it may have been signed: the official clients send host and port and sign the host alone, which is the
 * same thing at the real service's port.
 */
const signedHosts = (host: string): string[] => [host, host.replace(/:\d+$/, '')];

/**
 * Checks the signature.
 *
 * @param service what the key must be scoped to: `sms`, `vms` or `captcha`
 * @param now milliseconds since 1970
 * @throws TencentRefusal: no or a malformed Authorization, a foreign key, a clock more than 5 minutes off, a signature
 *   that isn't ours.
 */
export const verify = (
  request: SignedRequest,
  service: string,
  keys: readonly AccessKey[],
  now: number,
): void => {
  const { method, path, query, headers, body } = request;
  const [, id, date, scope, signedNames, given] =
    /^TC3-HMAC-SHA256 Credential=([^/\s]+)\/(\d{4}-\d\d-\d\d)\/([\w-]+)\/tc3_request,\s*SignedHeaders=([\w;-]+),\s*Signature=([\da-f]{64})$/.exec(
      headers['authorization'] ?? '',
    ) ?? [];
  if (!id || !date || !scope || !signedNames || !given)
    throw new TencentRefusal('AuthFailure.InvalidAuthorization');
  const names = signedNames.split(';');
  if (scope !== service || !names.includes('content-type') || !names.includes('host')) {
    throw new TencentRefusal('AuthFailure.InvalidAuthorization');
  }
  const timestamp = headers['x-tc-timestamp'] ?? '';
  if (!/^\d{1,12}$/.test(timestamp))
    throw new TencentRefusal('InvalidParameter', 'X-TC-Timestamp: seconds since 1970.');
  const seconds = Number(timestamp);
  if (Math.abs(now - seconds * 1000) > TOLERANCE_MS) throw new TencentRefusal('AuthFailure.SignatureExpire');
  const key = keys.find(each => each.id === id);
  if (!key) throw new TencentRefusal('AuthFailure.SecretIdNotFound');

  const signingKey = hmac(hmac(hmac(`TC3${key.secret}`, date), service), 'tc3_request');
  const matches = signedHosts(headers['host'] ?? '').some(host => {
    const values = names.map(
      name => `${name}:${(name === 'host' ? host : (headers[name] ?? '')).trim().toLowerCase()}`,
    );
    const canonical = [method, path, query, ...values, '', signedNames, sha256(body)].join('\n');
    const text = `TC3-HMAC-SHA256\n${timestamp}\n${date}/${service}/tc3_request\n${sha256(canonical)}`;
    return timingSafeEqual(hmac(signingKey, text), Buffer.from(given, 'hex'));
  });
  // The date of the scope is the time stamp's, in UTC.
  if (!matches || new Date(seconds * 1000).toISOString().slice(0, 10) !== date) {
    throw new TencentRefusal('AuthFailure.SignatureFailure');
  }
};
