/**
 * Aliyun's two signatures, checked by computing them again: RPC (HMAC-SHA1 over the parameters, as @alicloud/pop-core
 * sends it) and V3 (ACS3-HMAC-SHA256 over method, path, query, headers and body, as @alicloud/dysmsapi20170525 sends it).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AccessKey } from '../config.ts';
import { AliyunRefusal } from './errors.ts';

/** A request as received. */
export interface SignedRequest {
  readonly method: string;
  /** Path below the product's address: `/` for every call of these products. */
  readonly path: string;
  /** Parameters of the query. */
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** The parameters that a valid signature covers. */
export interface Verified {
  readonly action: string;
  readonly version: string;
  readonly params: URLSearchParams;
  readonly nonce: string;
}

/** Maximum difference of the clocks in milliseconds. */
export const TOLERANCE_MS = 15 * 60 * 1000;

/** Percent-encodes by RFC 3986, also the characters that encodeURIComponent keeps. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const canonicalQuery = (params: URLSearchParams): string =>
  [...params]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const checkTime = (time: string, now: number): void => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) || Number.isNaN(Date.parse(time))) {
    throw new AliyunRefusal('InvalidTimeStamp.Format');
  }
  if (Math.abs(now - Date.parse(time)) > TOLERANCE_MS) throw new AliyunRefusal('InvalidTimeStamp.Expired');
};

const secretOf = (keys: readonly AccessKey[], id: string): string => {
  const key = keys.find(each => each.id === id);
  if (!key) throw new AliyunRefusal('InvalidAccessKeyId.NotFound');
  return key.secret;
};

/**
 * Checks either signature.
 *
 * @param now milliseconds since 1970
 * @throws AliyunRefusal for a missing part, an unknown key, a clock more than 15 minutes off, or a wrong signature
 */
export const verify = (request: SignedRequest, keys: readonly AccessKey[], now: number): Verified =>
  request.headers['authorization']?.startsWith('ACS3-')
    ? verifyV3(request, keys, now)
    : verifyRpc(request, keys, now);

const verifyRpc = (
  { method, query, headers, body }: SignedRequest,
  keys: readonly AccessKey[],
  now: number,
): Verified => {
  const params = new URLSearchParams(query);
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    for (const [name, value] of new URLSearchParams(body.toString('utf8'))) params.append(name, value);
  }
  const need = (name: string): string => {
    const values = params.getAll(name);
    if (values.length !== 1 || !values[0]) throw AliyunRefusal.missing(name);
    return values[0];
  };
  const action = need('Action');
  const version = need('Version');
  const id = need('AccessKeyId');
  const nonce = need('SignatureNonce');
  checkTime(need('Timestamp'), now);
  if (need('SignatureMethod') !== 'HMAC-SHA1' || need('SignatureVersion') !== '1.0') {
    throw new AliyunRefusal('IncompleteSignature');
  }
  const given = need('Signature');
  const secret = secretOf(keys, id);
  params.delete('Signature');
  const text = `${method}&${encode('/')}&${encode(canonicalQuery(params))}`;
  if (!same(createHmac('sha1', `${secret}&`).update(text).digest('base64'), given)) {
    throw new AliyunRefusal(
      'SignatureDoesNotMatch',
      `Specified signature is not matched with our calculation. server string to sign is:${text}`,
    );
  }
  return { action, version, params, nonce };
};

/** Headers that must be signed, so that they can't be changed on the way. */
const mustBeSigned = [
  'host',
  'x-acs-action',
  'x-acs-content-sha256',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-version',
];

const verifyV3 = (request: SignedRequest, keys: readonly AccessKey[], now: number): Verified => {
  const { method, path, query, headers, body } = request;
  const parts =
    /^ACS3-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([\da-f]{64})$/.exec(
      headers['authorization'] ?? '',
    );
  const [, id, signedNames, given] = parts ?? [];
  if (!id || !signedNames || !given) throw new AliyunRefusal('IncompleteSignature');
  const names = signedNames.split(';');
  const need = (name: string): string => {
    const value = headers[name];
    if (!value || !names.includes(name))
      throw new AliyunRefusal('IncompleteSignature', `${name} must be sent and signed.`);
    return value;
  };
  for (const name of mustBeSigned) need(name);
  checkTime(need('x-acs-date'), now);
  const secret = secretOf(keys, id);
  // The header with the body's digest is signed, so a changed body is detected here.
  const bodyHash = sha256(body);
  const canonical = [
    method,
    path,
    canonicalQuery(query),
    ...names.map(name => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    signedNames,
    bodyHash,
  ].join('\n');
  const text = `ACS3-HMAC-SHA256\n${sha256(canonical)}`;
  const ours = createHmac('sha256', secret).update(text).digest('hex');
  if (!same(ours, given)) throw new AliyunRefusal('SignatureDoesNotMatch');
  const params = new URLSearchParams(query);
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    for (const [name, value] of new URLSearchParams(body.toString('utf8'))) params.append(name, value);
  }
  return {
    action: need('x-acs-action'),
    version: need('x-acs-version'),
    params,
    nonce: need('x-acs-signature-nonce'),
  };
};

/** Nonces of valid requests, each valid once. They are stored for as long as their time stamp is acceptable. */
export class Nonces {
  readonly #seen = new Map<string, number>();

  /** @throws AliyunRefusal SignatureNonceUsed. */
  use(nonce: string, now: number): void {
    for (const [seen, until] of this.#seen) {
      // In order of use, so the first one that has not expired ends the search.
      if (until > now) break;
      this.#seen.delete(seen);
    }
    if (this.#seen.has(nonce)) throw new AliyunRefusal('SignatureNonceUsed');
    this.#seen.set(nonce, now + 2 * TOLERANCE_MS);
  }
}
