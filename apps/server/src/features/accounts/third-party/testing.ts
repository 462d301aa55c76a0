/** For tests: WeChat and QQ as their protocols have them, and an older site, on a port of this machine. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a vendor is: well, never answering, cutting the connection, a status, or its own error. */
export type Condition = 'well' | 'silent' | 'cut' | { readonly status: number } | { readonly error: number };

export interface TestPerson {
  readonly appid: string;
  readonly openid: string;
  readonly unionid?: string;
  /** As the person chose it. */
  readonly nickname?: string;
  /** WeChat: the page was open as a snapshot. */
  readonly snapshot?: boolean;
}

export interface TestVendors {
  readonly url: string;
  wechat: Condition;
  /** Whether WeChat's token answer bears the union id; its answer about the person does in any case. */
  wechatUnionInToken: boolean;
  /** How WeChat's answer about the person is. */
  wechatInfo: 'well' | 'down';
  qq: Condition;
  olderSite: Condition;
  /** The format of QQ's answers, whatever the request asks for. */
  qqFormat: 'json' | 'jsonp' | 'form';
  /** Whether QQ lets the site see union ids. */
  qqUnions: boolean;
  /** What QQ says whose token it is; undefined: as it is. */
  qqClientId: string | undefined;
  /** A new authorisation code, good once. */
  code(person: TestPerson): string;
  /** A new session of the older site: the cookie's value, or its bearer token. */
  session(user: Readonly<Record<string, unknown>>): string;
  /** Every request, newest last. */
  readonly requests: {
    readonly path: string;
    readonly query: URLSearchParams;
    readonly headers: IncomingMessage['headers'];
  }[];
  close(): Promise<void>;
}

export const SECRET = 'vendor-secret';
export const COOKIE = 'older_session';

/** A session as an older site signs it. @param exp seconds since 1970 */
export const signedSession = (claims: Readonly<Record<string, unknown>>, secret: string): string => {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`;
};

export const startVendors = async (): Promise<TestVendors> => {
  const codes = new Map<string, TestPerson>();
  const used = new Set<string>();
  const sessions = new Map<string, Readonly<Record<string, unknown>>>();
  let last = 0;

  const wechat = (query: URLSearchParams) => {
    if (query.get('secret') !== SECRET) return { errcode: 40125, errmsg: 'invalid appsecret' };
    const code = query.get('code') ?? '';
    const person = codes.get(code);
    if (!person || person.appid !== query.get('appid')) return { errcode: 40029, errmsg: 'invalid code' };
    if (used.has(code)) return { errcode: 40163, errmsg: 'code been used' };
    used.add(code);
    const { openid, unionid, snapshot } = person;
    return {
      access_token: `token-${code}`,
      expires_in: 7200,
      openid,
      ...(unionid && vendors.wechatUnionInToken && { unionid }),
      ...(snapshot && { is_snapshotuser: 1 }),
    };
  };

  const qqToken = (query: URLSearchParams) => {
    const failed = (error: number) => ({ error, error_description: 'no' });
    if (query.get('client_secret') !== SECRET) return failed(100009);
    if (!query.get('redirect_uri')) return failed(100010);
    const code = query.get('code') ?? '';
    if (codes.get(code)?.appid !== query.get('client_id')) return failed(100019);
    if (used.has(code)) return failed(100020);
    used.add(code);
    return { access_token: `token-${code}`, expires_in: '7776000', refresh_token: 'x' };
  };

  const qqMe = (query: URLSearchParams) => {
    const person = codes.get((query.get('access_token') ?? '').replace('token-', ''));
    if (!person) return { error: 100016, error_description: 'access token check failed' };
    const unions = query.get('unionid') === '1';
    if (unions && !vendors.qqUnions) return { error: 100048, error_description: 'no unions' };
    return {
      client_id: vendors.qqClientId ?? person.appid,
      openid: person.openid,
      ...(unions && person.unionid && { unionid: person.unionid }),
    };
  };

  /** Both vendors' answer about a person; without a name where none was chosen. */
  const info = (query: URLSearchParams) => {
    const person = codes.get((query.get('access_token') ?? '').replace('token-', ''));
    if (person?.openid !== query.get('openid')) return { errcode: 40003 };
    return { nickname: person?.nickname ?? '', ...(person?.unionid && { unionid: person.unionid }) };
  };

  const inFormat = (answer: object, token: boolean): string => {
    const json = JSON.stringify(answer);
    if (vendors.qqFormat === 'json') return json;
    // As the real one: a form for tokens only, JSONP for the rest and for every error.
    if (vendors.qqFormat === 'form' && token && !('error' in answer)) {
      return new URLSearchParams(answer as Record<string, string>).toString();
    }
    return `callback( ${json} );\n`;
  };

  const olderSite = (request: IncomingMessage, response: ServerResponse) => {
    const token =
      request.headers.authorization?.replace('Bearer ', '') ??
      new RegExp(`^${COOKIE}=(.*)$`).exec(request.headers.cookie ?? '')?.[1];
    const user = token === undefined ? undefined : sessions.get(token);
    if (user) response.end(JSON.stringify(user));
    else response.writeHead(302, { location: '/sign-in' }).end();
  };

  /** @returns true where the condition has answered, or never will. */
  const simulateFailure = (condition: Condition, response: ServerResponse): boolean => {
    if (condition === 'silent') return true;
    if (condition === 'cut') response.destroy();
    else if (typeof condition === 'object' && 'status' in condition)
      response.writeHead(condition.status).end('<html>');
    else return false;
    return true;
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    vendors.requests.push({ path: pathname, query: searchParams, headers: request.headers });
    const [, vendor] = pathname.split('/');
    const condition = vendor === 'wechat' ? vendors.wechat : vendor === 'qq' ? vendors.qq : vendors.olderSite;
    if (simulateFailure(condition, response)) return;
    const error = typeof condition === 'object' && 'error' in condition ? condition.error : undefined;
    if (vendor === 'wechat') {
      const asksPerson = pathname.endsWith('/userinfo');
      if (asksPerson && vendors.wechatInfo === 'down') {
        response.writeHead(502).end('<html>');
        return;
      }
      const answer = asksPerson ? info(searchParams) : undefined;
      response.end(
        JSON.stringify(
          answer ?? (error === undefined ? wechat(searchParams) : { errcode: error, errmsg: 'no' }),
        ),
      );
    } else if (vendor === 'qq') {
      const token = pathname.endsWith('/token');
      const answer =
        error === undefined ? (token ? qqToken : qqMe)(searchParams) : { error, error_description: 'no' };
      if (pathname.endsWith('/get_user_info'))
        response.end(JSON.stringify({ ret: 0, ...info(searchParams) }));
      else response.end(inFormat(answer, token));
    } else olderSite(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));

  const vendors: TestVendors = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wechat: 'well',
    wechatUnionInToken: true,
    wechatInfo: 'well',
    qq: 'well',
    olderSite: 'well',
    qqFormat: 'json',
    qqUnions: true,
    qqClientId: undefined,
    requests: [],
    code: person => {
      const code = `code${++last}`;
      codes.set(code, person);
      return code;
    },
    session: user => {
      const token = `session${++last}`;
      sessions.set(token, user);
      return token;
    },
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close(error => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
  return vendors;
};

/** What a server is configured with, so that it asks these vendors. The older site's cookie is signed. */
export const vendorsEnv = ({ url }: TestVendors): Record<string, string> => ({
  ROLLCALL_WECHAT_APPS: `wxa:${SECRET}, wxb:${SECRET}`,
  ROLLCALL_WECHAT_SERVICE_APPS: `wxs:${SECRET}`,
  ROLLCALL_WECHAT_URL: `${url}/wechat`,
  ROLLCALL_WECHAT_OPEN_URL: `${url}/wechat`,
  ROLLCALL_QQ_APPS: `101:${SECRET},102:${SECRET}`,
  ROLLCALL_QQ_URL: `${url}/qq`,
  ROLLCALL_CONVERT_COOKIE: COOKIE,
  ROLLCALL_CONVERT_SECRET: CONVERT_SECRET,
  // The most there is: a vendor that answers is waited for, however slow the machine.
  ROLLCALL_THIRD_PARTY_TIMEOUT: '20000',
});
export const CONVERT_SECRET = 'older-site-secret-0123456789';
