/** For tests: the five vendors, each a server of its own that works every signature out again from its document. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type Behaviour,
  type Gateway,
  type Served,
  serveGateway,
} from '../../../messages/testing/gateway.ts';
import type { VendorName } from '../settings.ts';

export const keys = {
  geetest: { id: 'a'.repeat(32), key: 'geetest-tests-key' },
  tencent: {
    appId: '190000001',
    appSecret: 'tencent-app-secret',
    id: 'AKID-captcha',
    key: 'tencent-captcha-key',
  },
  netease: { captchaId: 'netease-captcha', id: 'netease-id', key: 'netease-key' },
  nextdata: { organization: 'nextdata-org', key: 'nextdata-key' },
  aliyun: {
    appKey: 'FFFF0N00000000000001',
    scene: 'nc_login',
    id: 'LTAI-captcha',
    key: 'aliyun-captcha-key',
  },
} as const;

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string, digest = 'sha256'): Buffer =>
  createHmac(digest, key).update(text).digest();

/** A vendor's server for tests: the requests that it got, and how it behaves. */
export interface CaptchaGateway extends Gateway {
  /** Every request that was answered as the protocol says. */
  readonly requests: string[];
}

export interface TestVerificationVendors {
  readonly at: Readonly<Record<VendorName, CaptchaGateway>>;
  /** The configuration that names them all, in the order of `vendorNames`. */
  readonly env: Readonly<Record<string, string>>;
  /** What the vendor's script gives after a pass; each is good once. */
  readonly pass: {
    /** @param challenge what the server gave, to which the slide adds two characters */
    geetest(challenge: string): {
      geetest_challenge: string;
      geetest_validate: string;
      geetest_seccode: string;
    };
    tencent(): { tencentTicket: string; randomStr: string };
    netease(): { validate: string };
    nextdata(): { rid: string };
    aliyun(): { sessionId: string; sig: string; token: string };
  };
  /** GeeTest's challenges as the server got them, oldest first. */
  readonly issued: string[];
  /** GeeTest's own word of its health. */
  health: 'success' | 'fail';
  close(): Promise<void>;
}

const codeOf = (behaviour: Behaviour): string | undefined =>
  typeof behaviour === 'object' ? behaviour.code : undefined;

export const startVerificationVendors = async (): Promise<TestVerificationVendors> => {
  const passes = new Set<string>();
  const fresh = (kind: string): string => {
    const pass = `${kind}-${randomUUID()}`;
    passes.add(pass);
    return pass;
  };
  /** True once. */
  const use = (pass: string): boolean => passes.delete(pass);

  const serve = async (
    answer: (request: IncomingMessage, body: string, code: string | undefined) => Served,
  ): Promise<CaptchaGateway> => {
    const requests: string[] = [];
    const gateway = await serveGateway((request, body, behaviour) => {
      requests.push(`${request.method} ${new URL(request.url ?? '/', 'http://x').pathname}`);
      return answer(request, body, codeOf(behaviour));
    });
    return Object.assign(gateway, { requests });
  };
  const queryOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://x').searchParams;

  const geetest = await serve((request, body, code) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    if (pathname === '/v1/bypass_status.php') return { body: { status: vendors.health } };
    if (pathname === '/register.php') {
      const query = queryOf(request);
      const known = query.get('gt') === keys.geetest.id && query.get('user_id') && query.get('ip_address');
      const challenge = randomBytes(16).toString('hex');
      vendors.issued.push(challenge);
      return { body: { challenge: known && code !== 'config' ? challenge : '0' } };
    }
    const form = new URLSearchParams(body);
    const good = form.get('captchaid') === keys.geetest.id && use(form.get('seccode') ?? '');
    if (code === 'answer') return { body: { status: 'error', error_code: '02' } };
    if (code === 'down') return { body: { status: 'error' } };
    return { body: { seccode: good ? md5(form.get('seccode') ?? '') : 'false' } };
  });

  const tencent = await serve((request, body, code) => {
    const header = (name: string) => String(request.headers[name] ?? '');
    const error = (Code: string) => ({
      body: { Response: { Error: { Code, Message: Code }, RequestId: 'R' } },
    });
    const timestamp = header('x-tc-timestamp');
    const date = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10);
    const scope = `${date}/captcha/tc3_request`;
    const canonical = [
      'POST',
      new URL(request.url ?? '/', 'http://x').pathname,
      '',
      `content-type:${header('content-type')}`,
      // The official client leaves the port out of what it signs; at the vendor's own port there is none.
      `host:${header('host').replace(/:\d+$/, '')}`,
      '',
      'content-type;host',
      sha256(body),
    ].join('\n');
    const key = hmac(hmac(hmac(`TC3${keys.tencent.key}`, date), 'captcha'), 'tc3_request');
    const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString(
      'hex',
    );
    const wanted = `TC3-HMAC-SHA256 Credential=${keys.tencent.id}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`;
    if (header('authorization') !== wanted) return error('AuthFailure.SignatureFailure');
    if (header('x-tc-action') !== 'DescribeCaptchaResult' || header('x-tc-version') !== '2019-07-22') {
      return error('InvalidAction');
    }
    if (code === 'config') return error('UnauthorizedOperation.Unauthorized');
    if (code === 'down') return error('InternalError');
    const sent = JSON.parse(body) as Record<string, unknown>;
    const answer = (CaptchaCode: number) => ({
      body: { Response: { CaptchaCode, CaptchaMsg: '', RequestId: 'R' } },
    });
    if (code) return answer(Number(code));
    if (sent.CaptchaType !== 9 || sent.CaptchaAppId !== Number(keys.tencent.appId) || !sent.UserIp)
      return answer(16);
    if (sent.AppSecretKey !== keys.tencent.appSecret) return answer(100);
    return answer(sent.Randstr === '@rnd' && use(String(sent.Ticket)) ? 1 : 9);
  });

  const netease = await serve((_, body, code) => {
    const form = new URLSearchParams(body);
    const { signature, ...fields } = Object.fromEntries(form) as { signature: string } & Record<
      string,
      string
    >;
    const text = Object.keys(fields)
      .sort()
      .map(name => name + String(fields[name]))
      .join('');
    const error = (number: number) => ({ body: { error: number, msg: '', result: false } });
    if (code === 'config') return error(415);
    if (code === 'down') return error(430);
    if (code === 'answer') return error(419);
    if (signature !== md5(text + keys.netease.key) || fields.secretId !== keys.netease.id) return error(415);
    if (fields.captchaId !== keys.netease.captchaId || !form.has('user') || fields.version !== 'v2')
      return error(419);
    if (Math.abs(Number(fields.timestamp) - Date.now()) > 60_000 || (fields.nonce ?? '').length > 32)
      return error(419);
    return { body: { error: 0, msg: 'ok', result: use(fields.validate ?? '') } };
  });

  const nextdata = await serve((_, body, code) => {
    const { accessKey, data } = JSON.parse(body) as { accessKey: string; data: { rid: string; ip: string } };
    const answer = (number: number, riskLevel: string) => ({
      body: { code: number, message: '', riskLevel },
    });
    if (code === 'config' || accessKey !== keys.nextdata.key) return answer(9101, '');
    if (code === 'down') return answer(1903, '');
    if (code === 'answer' || !data.ip) return answer(1902, '');
    return answer(1100, use(data.rid) ? 'PASS' : 'REJECT');
  });

  const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const aliyun = await serve((request, _, code) => {
    const params = queryOf(request);
    const names = [...params.keys()].filter(name => name !== 'Signature').sort();
    const canonical = names.map(name => `${encode(name)}=${encode(params.get(name) ?? '')}`).join('&');
    const text = `${request.method}&${encode('/')}&${encode(canonical)}`;
    const wanted = hmac(`${keys.aliyun.key}&`, text, 'sha1').toString('base64');
    const error = (Code: string | number, status = 200) => ({
      status,
      body: { Code, Msg: '', RequestId: 'R' },
    });
    if (params.get('Signature') !== wanted) return error('SignatureDoesNotMatch', 400);
    if (params.get('Action') !== 'AuthenticateSig' || params.get('Version') !== '2018-01-12') {
      return error('InvalidAction.NotFound', 404);
    }
    if (code === 'config') return error('Forbidden.RAM', 403);
    if (code === 'down') return error(500);
    if (code === 'answer') return error(400);
    const ours = params.get('AppKey') === keys.aliyun.appKey && params.get('Scene') === keys.aliyun.scene;
    if (!ours || !params.get('RemoteIp')) return error(400);
    const complete = params.get('SessionId') === 'session' && params.get('Sig') === 'sig';
    return error(complete && use(params.get('Token') ?? '') ? 100 : 900);
  });

  const at = { geetest, tencent, netease, nextdata, aliyun };
  const vendors: TestVerificationVendors = {
    at,
    issued: [],
    health: 'success',
    env: {
      ROLLCALL_CAPTCHA_VENDORS: Object.keys(at).join(','),
      ROLLCALL_CAPTCHA_TIMEOUT_MS: '3000',
      ROLLCALL_GEETEST_ID: keys.geetest.id,
      ROLLCALL_GEETEST_KEY: keys.geetest.key,
      ROLLCALL_GEETEST_URL: geetest.url,
      ROLLCALL_GEETEST_BYPASS_URL: geetest.url,
      ROLLCALL_TENCENT_CAPTCHA_URL: `${tencent.url}/captcha.tencentcloudapi.com`,
      ROLLCALL_TENCENT_CAPTCHA_APP_ID: keys.tencent.appId,
      ROLLCALL_TENCENT_CAPTCHA_APP_SECRET: keys.tencent.appSecret,
      ROLLCALL_TENCENT_CAPTCHA_SECRET_ID: keys.tencent.id,
      ROLLCALL_TENCENT_CAPTCHA_SECRET_KEY: keys.tencent.key,
      ROLLCALL_NETEASE_CAPTCHA_URL: netease.url,
      ROLLCALL_NETEASE_CAPTCHA_ID: keys.netease.captchaId,
      ROLLCALL_NETEASE_CAPTCHA_SECRET_ID: keys.netease.id,
      ROLLCALL_NETEASE_CAPTCHA_SECRET_KEY: keys.netease.key,
      ROLLCALL_NEXTDATA_URL: nextdata.url,
      ROLLCALL_NEXTDATA_ORGANIZATION: keys.nextdata.organization,
      ROLLCALL_NEXTDATA_ACCESS_KEY: keys.nextdata.key,
      ROLLCALL_ALIYUN_CAPTCHA_URL: aliyun.url,
      ROLLCALL_ALIYUN_CAPTCHA_APP_KEY: keys.aliyun.appKey,
      ROLLCALL_ALIYUN_CAPTCHA_SCENE: keys.aliyun.scene,
      ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_ID: keys.aliyun.id,
      ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_SECRET: keys.aliyun.key,
    },
    pass: {
      geetest: challenge => {
        const whole = `${challenge}ab`;
        const validate = md5(`${keys.geetest.key}geetest${whole}`);
        const seccode = `${validate}|jordan`;
        passes.add(seccode);
        return { geetest_challenge: whole, geetest_validate: validate, geetest_seccode: seccode };
      },
      tencent: () => ({ tencentTicket: fresh('tencent'), randomStr: '@rnd' }),
      netease: () => ({ validate: fresh('netease') }),
      nextdata: () => ({ rid: fresh('nextdata') }),
      aliyun: () => ({ sessionId: 'session', sig: 'sig', token: fresh('aliyun') }),
    },
    close: async () => {
      await Promise.all(Object.values(at).map(gateway => gateway.stop()));
    },
  };
  return vendors;
};
