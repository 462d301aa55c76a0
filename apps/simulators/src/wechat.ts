/**
 * WeChat's sign-in by website apps and, in its own browser, by service accounts: open.weixin.qq.com, api.weixin.qq.com and
 * res.wx.qq.com under one prefix, with their original paths. Errors are `{errcode, errmsg}` with HTTP 200 and, as from the real service, text/plain.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Condition, errorOf } from './conditions.ts';
import type { Grant } from './grants.ts';
import { sendErrorPage } from './pages/frame.ts';
import { carried, readChoice, sendClosedPage, sendLoginPage } from './pages/login-page.ts';
import { type Client, snapshotPerson, wechatOpenId, wechatUnionId } from './people.ts';
import { isRegistered, withAnswer } from './redirect.ts';
import { type Simulation, WECHAT_TOKEN_SECONDS } from './simulation.ts';
import { formOf, headerOf, outage, queryOf } from './wire.ts';
import { type WechatError, wechatErrors } from './wechat-errors.ts';
import { wxLoginScript } from './wx-login.ts';

const requestParameters = [
  'appid',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'login_type',
  'self_redirect',
] as const;

const answerError = (reply: FastifyReply, code: WechatError): FastifyReply =>
  // The text ends with a request id, as the real service's: clients must read errcode.
  answer(reply, {
    errcode: Number(code),
    errmsg: `${wechatErrors[code]}, rid: ${randomUUID().slice(0, 23)}`,
  });

const answer = (reply: FastifyReply, body: object): FastifyReply =>
  reply.type('text/plain; charset=utf-8').send(JSON.stringify(body));

/** How each kind of app asks people. */
interface AppKind {
  readonly clients: readonly Client[];
  readonly scopes: readonly string[];
}

const kinds = ({ config }: Simulation) =>
  ({
    website: { clients: config.wechat, scopes: ['snsapi_login'] },
    service: { clients: config.wechatService, scopes: ['snsapi_base', 'snsapi_userinfo'] },
  }) as const satisfies Record<string, AppKind>;

/** WeChat's error page instead of the sign-in page, as [text, code]; or the client of the sign-in. */
const checkRequest = (
  simulation: Simulation,
  query: URLSearchParams,
  kind: keyof ReturnType<typeof kinds>,
): Client | [text: string, code: string] => {
  const { website, service } = kinds(simulation);
  const client = [...website.clients, ...service.clients].find(({ id }) => id === query.get('appid'));
  if (!client) return ['AppID 参数错误', '40013'];
  if (!isRegistered(query.get('redirect_uri') ?? '', simulation.config))
    return ['redirect_uri 参数错误', '10003'];
  const { clients, scopes }: AppKind = kind === 'website' ? website : service;
  // An app of the other kind does not have the scope either.
  if (!clients.includes(client) || !scopes.includes(query.get('scope') ?? ''))
    return ['Scope 参数错误或没有 Scope 权限', '10005'];
  // The embedded script omits response_type.
  if ((query.get('response_type') ?? 'code') !== 'code') return ['response_type 参数错误', '10006'];
  return client;
};

/** Whether a request comes from WeChat's own browser. */
const isInWechat = (request: FastifyRequest): boolean =>
  /MicroMessenger/i.test(headerOf(request, 'user-agent') ?? '');

/** Simulates the fault of the vendor or of this sign-in. @returns true if the request was answered */
const simulateFault = async (
  simulation: Simulation,
  conditions: readonly Condition[],
  reply: FastifyReply,
): Promise<boolean> => {
  for (const condition of conditions) {
    if (await outage(simulation, condition, reply)) return true;
    const error = errorOf('wechat', condition);
    if (error !== undefined) {
      await answerError(reply, error as WechatError);
      return true;
    }
  }
  return false;
};

const faultAt = (call: string, grant: Grant | undefined): Condition[] =>
  grant?.fault?.call === call ? [grant.fault.condition] : [];

export const wechat =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { config, conditions, grants } = simulation;
    const clients = [...config.wechat, ...config.wechatService];

    app.get('/connect/zh_CN/htmledition/js/wxLogin.js', async (_request, reply) => {
      if (await outage(simulation, conditions.of('wechat'), reply)) return reply;
      return reply.type('application/javascript; charset=utf-8').send(wxLoginScript);
    });

    app.get('/connect/qrconnect', async (request, reply) => {
      if (await outage(simulation, conditions.of('wechat'), reply)) return reply;
      const query = queryOf(request);
      const checked = checkRequest(simulation, query, 'website');
      if (Array.isArray(checked)) return sendErrorPage(reply, '微信登录', ...checked);
      const embedded = query.get('login_type') === 'jssdk';
      return sendLoginPage(reply, {
        vendor: 'wechat',
        clientId: checked.id,
        action: `${app.prefix}/connect/confirm`,
        hidden: carried(query, requestParameters),
        calls: { page: '返回网站', token: 'access_token', userinfo: 'userinfo' },
        compact: embedded,
        top: embedded && query.get('self_redirect') !== 'true',
      });
    });

    app.get('/connect/oauth2/authorize', async (request, reply) => {
      if (await outage(simulation, conditions.of('wechat'), reply)) return reply;
      if (!isInWechat(request)) return sendErrorPage(reply, '微信登录', '请在微信客户端打开链接', '-');
      const query = queryOf(request);
      const checked = checkRequest(simulation, query, 'service');
      if (Array.isArray(checked)) return sendErrorPage(reply, '微信登录', ...checked);
      return sendLoginPage(reply, {
        vendor: 'wechat',
        clientId: checked.id,
        action: `${app.prefix}/connect/oauth2/confirm`,
        hidden: carried(query, requestParameters),
        calls: { page: '返回网站', token: 'access_token', userinfo: 'userinfo' },
        compact: false,
        snapshots: true,
        top: false,
      });
    });

    const confirm = (kind: 'website' | 'service') => async (request: FastifyRequest, reply: FastifyReply) => {
      const form = formOf(request);
      const client = checkRequest(simulation, form, kind);
      if (Array.isArray(client)) return sendErrorPage(reply, '微信登录', ...client);
      const choice = readChoice('wechat', form);
      if (typeof choice === 'string') return sendErrorPage(reply.code(400), '微信登录', choice, '400');
      const snapshot = choice.decision === 'snapshot';
      if (snapshot && kind !== 'service')
        return sendErrorPage(reply.code(400), '微信登录', 'decision: no snapshot here', '400');
      const redirectUri = form.get('redirect_uri') ?? '';
      const state = form.get('state');
      if (choice.decision === 'close') return sendClosedPage(reply);
      if (choice.decision === 'refuse') return reply.redirect(withAnswer(redirectUri, { state }), 303);
      if (choice.fault?.call === 'page' && (await outage(simulation, choice.fault.condition, reply)))
        return reply;
      const { fault } = choice;
      const code = grants.wechat.issue({
        client,
        person: snapshot ? snapshotPerson : choice.person,
        redirectUri,
        scope: form.get('scope') ?? '',
        snapshot,
        ...(fault && { fault }),
      });
      return reply.redirect(withAnswer(redirectUri, { code, state }), 303);
    };
    app.post('/connect/confirm', confirm('website'));
    app.post('/connect/oauth2/confirm', confirm('service'));

    app.get('/sns/oauth2/access_token', async (request: FastifyRequest, reply) => {
      const query = queryOf(request);
      const code = query.get('code') ?? '';
      const faults = faultAt('token', grants.wechat.look(code));
      if (await simulateFault(simulation, [conditions.of('wechat'), ...faults], reply)) return reply;
      if (!query.get('appid')) return answerError(reply, '41002');
      if (!query.get('secret')) return answerError(reply, '41004');
      if (!code) return answerError(reply, '41008');
      if (query.get('grant_type') !== 'authorization_code') return answerError(reply, '40002');
      const client = clients.find(({ id }) => id === query.get('appid'));
      if (!client) return answerError(reply, '40013');
      if (client.secret !== query.get('secret')) return answerError(reply, '40125');
      const grant = grants.wechat.redeem(code, client);
      if (grant === 'unknown') return answerError(reply, '40029');
      if (grant === 'used') return answerError(reply, '40163');
      if (grant === 'expired') return answerError(reply, '42003');
      const { accessToken, refreshToken } = grants.wechat.token(grant);
      return answer(reply, {
        access_token: accessToken,
        expires_in: WECHAT_TOKEN_SECONDS,
        refresh_token: refreshToken,
        openid: wechatOpenId(client, grant.person),
        scope: grant.scope,
        ...(grant.snapshot && { is_snapshotuser: 1 }),
        // The silent scope gives the openid alone.
        ...(grant.scope !== 'snsapi_base' && { unionid: wechatUnionId(client, grant.person) }),
      });
    });

    app.get('/sns/userinfo', async (request, reply) => {
      const query = queryOf(request);
      const token = query.get('access_token') ?? '';
      const grant = grants.wechat.find(token);
      const faults = faultAt('userinfo', typeof grant === 'string' ? undefined : grant);
      if (await simulateFault(simulation, [conditions.of('wechat'), ...faults], reply)) return reply;
      if (!token) return answerError(reply, '41001');
      if (!query.get('openid')) return answerError(reply, '41009');
      if (grant === 'unknown') return answerError(reply, '40001');
      if (grant === 'expired') return answerError(reply, '42001');
      if (grant.scope === 'snsapi_base') return answerError(reply, '48001');
      const openid = wechatOpenId(grant.client, grant.person);
      if (query.get('openid') !== openid) return answerError(reply, '40003');
      const { name, sex, province, city, id } = grant.person;
      return answer(reply, {
        openid,
        nickname: name,
        sex,
        language: '',
        city,
        province,
        country: province ? '中国' : '',
        headimgurl: `${request.protocol}://${request.host}/people/${id}.svg`,
        privilege: [],
        unionid: wechatUnionId(grant.client, grant.person),
      });
    });
  };
