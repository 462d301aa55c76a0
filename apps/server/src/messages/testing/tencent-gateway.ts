/** For tests: Tencent Cloud's API 3.0, its TC3-HMAC-SHA256 worked out again from the vendor's document. */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Accepted, type Behaviour, type Gateway, type Served, serveGateway } from './gateway.ts';

export const tencentKey = { secretId: 'AKID-tests', secretKey: 'tencent-tests-secret' };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '');

const authorization = (request: IncomingMessage, body: string, service: string): string => {
  const timestamp = header(request, 'x-tc-timestamp');
  const date = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const canonical = [
    'POST',
    new URL(request.url ?? '/', 'http://x').pathname,
    '',
    `content-type:${header(request, 'content-type')}`,
    // The official client leaves the port out of what it signs; at the vendor's own port there is none.
    `host:${header(request, 'host').replace(/:\d+$/, '')}`,
    '',
    'content-type;host',
    sha256(body),
  ].join('\n');
  const key = hmac(hmac(hmac(`TC3${tencentKey.secretKey}`, date), service), 'tc3_request');
  const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString(
    'hex',
  );
  return `TC3-HMAC-SHA256 Credential=${tencentKey.secretId}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`;
};

interface Body {
  readonly [name: string]: unknown;
  readonly PhoneNumberSet?: readonly string[];
  readonly CalledNumber?: string;
  readonly TemplateId?: string;
}

const sms = (body: Body, behaviour: Behaviour, accepted: Accepted[]): object => {
  const statuses = (body.PhoneNumberSet ?? []).map(PhoneNumber => {
    const bad = typeof behaviour === 'object' ? behaviour.code : undefined;
    if (!bad) accepted.push({ to: PhoneNumber, template: String(body.TemplateId), fields: body });
    return {
      PhoneNumber,
      Fee: bad ? 0 : 1,
      Code: bad ?? 'Ok',
      Message: bad ? `for ${PhoneNumber}` : 'send success',
    };
  });
  return { SendStatusSet: statuses, RequestId: 'R' };
};

const voice = (body: Body, behaviour: Behaviour, accepted: Accepted[]): object => {
  if (typeof behaviour === 'object') {
    return { Error: { Code: behaviour.code, Message: `for ${String(body.CalledNumber)}` }, RequestId: 'R' };
  }
  accepted.push({ to: String(body.CalledNumber), template: String(body.TemplateId), fields: body });
  return { SendStatus: { CallId: 'C', SessionContext: '' }, RequestId: 'R' };
};

const actions = {
  SendSms: {
    service: 'sms',
    version: '2021-01-11',
    answer: sms,
    needed: ['PhoneNumberSet', 'SmsSdkAppId', 'SignName'],
  },
  SendTtsVoice: {
    service: 'vms',
    version: '2020-09-02',
    answer: voice,
    needed: ['CalledNumber', 'VoiceSdkAppid'],
  },
} as const;

/** SendSms fails in the number's own status, SendTtsVoice in `Response.Error`: as the vendor does. */
export const serveTencent = (): Promise<Gateway> =>
  serveGateway((request, text, behaviour, accepted): Served => {
    const error = (Code: string) => ({
      body: { Response: { Error: { Code, Message: Code }, RequestId: 'R' } },
    });
    const name = header(request, 'x-tc-action');
    if (name !== 'SendSms' && name !== 'SendTtsVoice') return error('InvalidAction');
    const { service, version, answer, needed } = actions[name];
    if (header(request, 'x-tc-version') !== version) return error('NoSuchVersion');
    if (header(request, 'x-tc-region') === '') return error('MissingParameter');
    const age = Date.now() - Number(header(request, 'x-tc-timestamp')) * 1000;
    if (!(Math.abs(age) < 5 * 60_000)) return error('AuthFailure.SignatureExpire');
    if (header(request, 'authorization') !== authorization(request, text, service)) {
      return error('AuthFailure.SignatureFailure');
    }
    const body = JSON.parse(text) as Body;
    if ([...needed, 'TemplateId', 'TemplateParamSet'].some(field => !body[field]))
      return error('MissingParameter');
    return { body: { Response: answer(body, behaviour, accepted) } };
  });
