/** For tests: Aliyun's RPC protocol, its signature worked out again from the vendor's document. */
import { createHmac } from 'node:crypto';
import { type Gateway, type Served, serveGateway } from './gateway.ts';

export const aliyunKey = { accessKeyId: 'LTAI-tests', accessKeySecret: 'aliyun tests’ secret' };

const fields = {
  SendSms: { to: 'PhoneNumbers', template: 'TemplateCode', needed: ['SignName', 'TemplateParam'] },
  SingleCallByTts: { to: 'CalledNumber', template: 'TtsCode', needed: ['TtsParam'] },
} as const;

/** RFC 3986. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const signatureOf = (method: string, params: ReadonlyMap<string, string>): string => {
  const names = [...params.keys()].filter(name => name !== 'Signature').sort();
  const canonical = names.map(name => `${encode(name)}=${encode(params.get(name) ?? '')}`).join('&');
  return createHmac('sha1', `${aliyunKey.accessKeySecret}&`)
    .update(`${method}&${encode('/')}&${encode(canonical)}`)
    .digest('base64');
};

export const serveAliyun = (): Promise<Gateway> => {
  const nonces = new Set<string>();
  return serveGateway((request, _, behaviour, accepted): Served => {
    const query = new URL(request.url ?? '/', 'http://x').searchParams;
    const params = new Map(query);
    const get = (name: string) => params.get(name) ?? '';
    const error = (Code: string, Message: string, status = 400) => ({
      status,
      body: { Code, Message, RequestId: 'R' },
    });
    if (get('AccessKeyId') !== aliyunKey.accessKeyId)
      return error('InvalidAccessKeyId.NotFound', 'not found', 404);
    if (get('Signature') !== signatureOf(request.method ?? '', params))
      return error('SignatureDoesNotMatch', 'no match');
    if (Math.abs(Date.parse(get('Timestamp')) - Date.now()) > 15 * 60_000)
      return error('InvalidTimeStamp.Expired', 'old');
    if (nonces.has(get('SignatureNonce'))) return error('SignatureNonceUsed', 'used');
    nonces.add(get('SignatureNonce'));
    const action = get('Action');
    if (action !== 'SendSms' && action !== 'SingleCallByTts')
      return error('InvalidAction.NotFound', action, 404);
    if (get('Version') !== '2017-05-25') return error('InvalidVersion', get('Version'), 404);
    const { to, template, needed } = fields[action];
    const missing = [to, template, ...needed].find(name => get(name) === '');
    if (missing) return error(`Missing${missing}`, `${missing} is mandatory for this action.`);
    if (typeof behaviour === 'object') {
      return error(behaviour.code, behaviour.message ?? `for ${get(to)}`, 200);
    }
    accepted.push({ to: get(to), template: get(template), fields: Object.fromEntries(params) });
    return { body: { Code: 'OK', Message: 'OK', RequestId: 'R', BizId: '1^0' } };
  });
};
