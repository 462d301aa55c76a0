/** TC3-HMAC-SHA256, checked by computing it again. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AccessKey } from '../config.ts';
import { TencentRefusal } from './errors.ts';

/** A request as received. */
export interface SignedRequest {
  readonly method: string;
  /** The whole path of the request. */
  readonly path: string;
  /** The raw query, without the question mark. */
  readonly query: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Maximum difference of the clocks in milliseconds. */
export const TOLERANCE_MS = 5 * 60 * 1000;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * The forms of the host that may be signed: the official clients send host and port and sign the host only.
 */
const signedHosts = (host: string): string[] => [host, host.replace(/:\d+$/, '')];

/**
 * Checks the signature.
 *
 * @param service the service in the key's scope: `sms`, `vms` or `captcha`
 * @param now milliseconds since 1970
 * @throws TencentRefusal for a missing or malformed Authorization, an unknown key, a clock more than 5 minutes off, or a
 *   wrong signature
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
