/** TC3 against a request that the official client made, and every tampering with it refused. */
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { CommonClient } from 'tencentcloud-sdk-nodejs-common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedRequest, TOLERANCE_MS, verify } from './signature.ts';

const key = { id: 'the-id', secret: 'the-key' };
let request: SignedRequest;

const server = createServer((incoming, response) => {
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => parts.push(part));
  incoming.on('end', () => {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://localhost');
    request = {
      method: incoming.method ?? '',
      path: pathname,
      query: search.slice(1),
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: Buffer.concat(parts),
    };
    response.end('{"Response":{}}');
  });
});

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const protocol = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tencent/`;
  await new CommonClient('sms.tencentcloudapi.com', '2021-01-11', {
    credential: { secretId: key.id, secretKey: key.secret },
    region: 'ap-beijing',
    profile: { httpProfile: { protocol } },
  }).request('SendSms', { SignName: '点名 "🐱"', TemplateParamSet: ['1', '2'] });
});
afterAll(() => new Promise(resolve => server.close(resolve)));

const refusal = (signed: SignedRequest, service = 'sms', keys = [key], now = Date.now()): string => {
  try {
    verify(signed, service, keys, now);
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const withHeader = (name: string, value: string | undefined): SignedRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

describe('TC3', () => {
  it('accepts what the official client signed', () => {
    expect(refusal(request)).toBe('accepted');
  });

  it('refuses any other body, path, query or method', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: request.body.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (place, change) => {
          const body = Buffer.from(request.body);
          body[place] = (body[place] ?? 0) ^ change;
          expect(refusal({ ...request, body })).toBe('AuthFailure.SignatureFailure');
        },
      ),
      { numRuns: 200 },
    );
    expect(refusal({ ...request, path: '/' })).toBe('AuthFailure.SignatureFailure');
    expect(refusal({ ...request, query: 'a=b' })).toBe('AuthFailure.SignatureFailure');
    expect(refusal({ ...request, method: 'GET' })).toBe('AuthFailure.SignatureFailure');
  });

  it('refuses another host, content type, key, service, and a malformed Authorization', () => {
    expect(refusal(withHeader('host', 'evil.example'))).toBe('AuthFailure.SignatureFailure');
    expect(refusal(withHeader('content-type', 'text/plain'))).toBe('AuthFailure.SignatureFailure');
    expect(refusal(request, 'sms', [{ ...key, secret: 'other' }])).toBe('AuthFailure.SignatureFailure');
    expect(refusal(request, 'sms', [])).toBe('AuthFailure.SecretIdNotFound');
    expect(refusal(request, 'vms')).toBe('AuthFailure.InvalidAuthorization');
    for (const authorization of [undefined, '', 'Bearer x', 'TC3-HMAC-SHA256 Credential=a, Signature=b'])
      expect(refusal(withHeader('authorization', authorization))).toBe('AuthFailure.InvalidAuthorization');
    const unsigned = request.headers['authorization']?.replace('content-type;host', 'content-type');
    expect(refusal(withHeader('authorization', unsigned))).toBe('AuthFailure.InvalidAuthorization');
  });

  it('accepts a clock 5 minutes off, and no more; the time stamp is signed too', () => {
    const at = Number(request.headers['x-tc-timestamp']) * 1000;
    expect(refusal(request, 'sms', [key], at + TOLERANCE_MS)).toBe('accepted');
    expect(refusal(request, 'sms', [key], at - TOLERANCE_MS)).toBe('accepted');
    expect(refusal(request, 'sms', [key], at + TOLERANCE_MS + 1)).toBe('AuthFailure.SignatureExpire');
    expect(refusal(request, 'sms', [key], at - TOLERANCE_MS - 1)).toBe('AuthFailure.SignatureExpire');
    expect(refusal(withHeader('x-tc-timestamp', String(at / 1000 + 1)))).toBe('AuthFailure.SignatureFailure');
    expect(refusal(withHeader('x-tc-timestamp', 'soon'))).toBe('InvalidParameter');
  });

  it('refuses a key of another day, well signed as it is', () => {
    const sign = (date: string): SignedRequest => {
      const timestamp = request.headers['x-tc-timestamp'] ?? '';
      const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
      const hmac = (secret: string | Buffer, data: string) =>
        createHmac('sha256', secret).update(data).digest();
      const canonical = `POST\n${request.path}\n\ncontent-type:application/json\nhost:127.0.0.1\n\ncontent-type;host\n${hash(request.body)}`;
      const text = `TC3-HMAC-SHA256\n${timestamp}\n${date}/sms/tc3_request\n${hash(canonical)}`;
      const signature = hmac(hmac(hmac(hmac(`TC3${key.secret}`, date), 'sms'), 'tc3_request'), text).toString(
        'hex',
      );
      return withHeader(
        'authorization',
        `TC3-HMAC-SHA256 Credential=${key.id}/${date}/sms/tc3_request, SignedHeaders=content-type;host, Signature=${signature}`,
      );
    };
    const today = new Date(Number(request.headers['x-tc-timestamp']) * 1000).toISOString().slice(0, 10);
    expect(refusal(sign(today))).toBe('accepted');
    expect(refusal(sign('2020-01-01'))).toBe('AuthFailure.SignatureFailure');
  });
});
