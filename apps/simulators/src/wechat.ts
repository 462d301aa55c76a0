/**
 * WeChat's sign-in by website apps and, in its own browser, by service accounts: open.weixin.qq.com, api.weixin.qq.com (wechat-api.ts) and
 * res.wx.qq.com under one prefix, with their original paths.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendErrorPage } from './pages/frame.ts';
import { carried, readChoice, sendClosedPage, sendLoginPage } from './pages/login-page.ts';
import { type Client, snapshotPerson } from './people.ts';
import { isRegistered, withAnswer } from './redirect.ts';
import type { Simulation } from './simulation.ts';
import { formOf, headerOf, outage, queryOf } from './wire.ts';
import { wechatApi } from './wechat-api.ts';
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

export const wechat =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { conditions, grants } = simulation;

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

    await app.register(wechatApi(simulation));
  };
