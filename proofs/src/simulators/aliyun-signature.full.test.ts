/** The two algorithms against requests that the official clients made, and every tampering with them refused. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import SmsClient, { SendSmsRequest } from '@alicloud/dysmsapi20170525';
import { $OpenApiUtil } from '@alicloud/openapi-core';
import RpcClient from '@alicloud/pop-core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Nonces,
  type SignedRequest,
  TOLERANCE_MS,
  verify,
} from '../../../apps/simulators/src/aliyun/signature.ts';

const key = { id: 'the-id', secret: 'the-secret' };
const Sms = (SmsClient as unknown as { default?: typeof SmsClient }).default ?? SmsClient;

/** Odd signs that an encoding could lose: those that encodeURIComponent leaves alone, a plus, a tilde, an astral one. */
const ODD = "a b+c!*'()~猫🐱&=%";

let v3: SignedRequest;
let rpc: SignedRequest;

const flat = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const signed: SignedRequest = {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: flat(request.headers),
    body: Buffer.alloc(0),
  };
  if (request.headers.authorization) v3 = signed;
  else rpc = signed;
  response.end('{"Code":"OK"}');
});

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = new $OpenApiUtil.Config({
    accessKeyId: key.id,
    accessKeySecret: key.secret,
    endpoint,
    protocol: 'http',
  });
  await new Sms(config).sendSms(
    new SendSmsRequest({ phoneNumbers: '13800138000', signName: ODD, templateCode: 'T' }),
  );
  await new RpcClient({
    accessKeyId: key.id,
    accessKeySecret: key.secret,
    endpoint: `http://${endpoint}`,
    apiVersion: '2017-05-25',
  }).request('SingleCallByTts', { TtsCode: ODD });
});
afterAll(() => new Promise(resolve => server.close(resolve)));

const refusal = (request: SignedRequest, keys = [key], now = Date.now()): string => {
  try {
    verify(request, keys, now);
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe.each([
  ['V3', () => v3, 'SignName'],
  ['RPC', () => rpc, 'TtsCode'],
])('%s', (name, request, field) => {
  it('accepts what the official client signed, odd signs and all', () => {
    expect(refusal(request())).toBe('accepted');
    expect(verify(request(), [key], Date.now()).params.get(field)).toBe(ODD);
  });

  it('refuses a request in which any parameter was changed, added or taken away', () => {
    const names = [...request().query.keys()].filter(each => each !== 'Signature');
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ minLength: 1 }), (changed, value) => {
        const query = new URLSearchParams(request().query);
        fc.pre(query.get(changed) !== value);
        query.set(changed, value);
        expect(refusal({ ...request(), query })).not.toBe('accepted');
        query.set(changed, request().query.get(changed) ?? '');
        query.append(`X${value}`, value);
        expect(refusal({ ...request(), query })).not.toBe('accepted');
      }),
      { numRuns: 200 },
    );
    for (const taken of names) {
      const query = new URLSearchParams(request().query);
      query.delete(taken);
      expect(refusal({ ...request(), query }), taken).not.toBe('accepted');
    }
  });

  it('refuses another method, a foreign key, another secret', () => {
    expect(refusal({ ...request(), method: request().method === 'GET' ? 'POST' : 'GET' })).toBe(
      'SignatureDoesNotMatch',
    );
    expect(refusal(request(), [])).toBe('InvalidAccessKeyId.NotFound');
    expect(refusal(request(), [{ id: key.id, secret: 'other' }])).toBe('SignatureDoesNotMatch');
  });

  it('accepts a clock 15 minutes off, and no more', () => {
    const time = request().headers['x-acs-date'] ?? request().query.get('Timestamp') ?? '';
    const at = Date.parse(time);
    expect(refusal(request(), [key], at + TOLERANCE_MS)).toBe('accepted');
    expect(refusal(request(), [key], at - TOLERANCE_MS)).toBe('accepted');
    expect(refusal(request(), [key], at + TOLERANCE_MS + 1)).toBe('InvalidTimeStamp.Expired');
    expect(refusal(request(), [key], at - TOLERANCE_MS - 1)).toBe('InvalidTimeStamp.Expired');
    expect(name === 'V3' || name === 'RPC').toBe(true);
  });
});

describe('V3', () => {
  it('refuses a changed, a missing and an unsigned header, and another body', () => {
    for (const header of [
      'x-acs-action',
      'x-acs-version',
      'x-acs-signature-nonce',
      'host',
      'x-acs-content-sha256',
    ]) {
      const changed = { ...v3, headers: { ...v3.headers, [header]: 'changed' } };
      expect(refusal(changed), header).toBe('SignatureDoesNotMatch');
      expect(refusal({ ...v3, headers: { ...v3.headers, [header]: undefined } }), header).toBe(
        'IncompleteSignature',
      );
      const unsigned = v3.headers['authorization']?.replace(new RegExp(`${header};?`), '') ?? '';
      expect(refusal({ ...v3, headers: { ...v3.headers, authorization: unsigned } }), header).not.toBe(
        'accepted',
      );
    }
    expect(refusal({ ...v3, body: Buffer.from('more') })).toBe('SignatureDoesNotMatch');
    const date = { ...v3, headers: { ...v3.headers, 'x-acs-date': 'yesterday' } };
    expect(refusal(date)).toBe('InvalidTimeStamp.Format');
  });
});

describe('nonces', () => {
  it('are good once, for as long as their time stamp could be', () => {
    const nonces = new Nonces();
    nonces.use('a', 0);
    expect(() => nonces.use('a', 2 * TOLERANCE_MS - 1)).toThrow('nonce was used');
    nonces.use('b', 1);
    nonces.use('a', 2 * TOLERANCE_MS);
  });
});
