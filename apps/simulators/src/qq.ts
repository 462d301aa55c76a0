/**
 * QQ's website sign-in: graph.qq.com under a prefix, with the paths it has there, and its three forms of answer: a form,
 * `callback( {...} );`, and JSON for `fmt=json`. Errors have HTTP 200.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Condition, errorOf } from './conditions.ts';
import type { Grant } from './grants.ts';
import { sendErrorPage } from './pages/frame.ts';
import { carried, readChoice, sendClosedPage, sendLoginPage } from './pages/login-page.ts';
import { type Client, qqOpenId, qqUnionId } from './people.ts';
import { type QqError, qqErrors } from './qq-errors.ts';
import { isRegistered, withAnswer } from './redirect.ts';
import { QQ_TOKEN_SECONDS, type Simulation } from './simulation.ts';
import { formOf, outage, queryOf } from './wire.ts';

const requestParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'scope',
  'display',
] as const;

const sendJson = (reply: FastifyReply, body: object): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(body));

const sendCallback = (reply: FastifyReply, body: object): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(`callback( ${JSON.stringify(body)} );\n`);

const errorBody = (code: QqError) => ({ error: Number(code), error_description: qqErrors[code] });

/** An error of token and me: JSONP unless JSON is requested. */
const answerError = (reply: FastifyReply, query: URLSearchParams, code: QqError): FastifyReply =>
  (query.get('fmt') === 'json' ? sendJson : sendCallback)(reply, errorBody(code));

const apiError = (reply: FastifyReply, ret: number, msg: string): FastifyReply =>
  sendJson(reply, { ret, msg });

const checkRequest = ({ config }: Simulation, query: URLSearchParams): Client | QqError => {
  if (query.get('response_type') !== 'code') return '100000';
  if (!query.get('client_id')) return '100001';
  const client = config.qq.find(({ id }) => id === query.get('client_id'));
  if (!client) return '100008';
  return isRegistered(query.get('redirect_uri') ?? '', config) ? client : '100010';
};

type AnswerError = (code: QqError) => FastifyReply;

/** Simulates the fault of the vendor or of this sign-in. @returns true if the request was answered */
const simulateFault = async (
  simulation: Simulation,
  call: string,
  grant: Grant | undefined,
  reply: FastifyReply,
  error: AnswerError,
): Promise<boolean> => {
  const active: Condition[] = [simulation.conditions.of('qq')];
  if (grant?.fault?.call === call) active.push(grant.fault.condition);
  for (const condition of active) {
    if (await outage(simulation, condition, reply)) return true;
    const code = errorOf('qq', condition);
    if (code !== undefined) {
      await error(code as QqError);
      return true;
    }
  }
  return false;
};

const present = (grant: Grant | 'unknown' | 'expired'): Grant | undefined =>
  typeof grant === 'string' ? undefined : grant;

export const qq =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { config, conditions, grants } = simulation;

    app.get('/oauth2.0/authorize', async (request, reply) => {
      if (await outage(simulation, conditions.of('qq'), reply)) return reply;
      const query = queryOf(request);
      const checked = checkRequest(simulation, query);
      if (typeof checked === 'string') return sendErrorPage(reply, 'QQ 登录', qqErrors[checked], checked);
      return sendLoginPage(reply, {
        vendor: 'qq',
        clientId: checked.id,
        action: `${app.prefix}/oauth2.0/confirm`,
        hidden: carried(query, requestParameters),
        calls: { page: '返回网站', token: 'token', openid: 'me', userinfo: 'get_user_info' },
        compact: query.get('display') === 'mobile',
        top: false,
      });
    });

    app.post('/oauth2.0/confirm', async (request, reply) => {
      const form = formOf(request);
      const client = checkRequest(simulation, form);
      if (typeof client === 'string') return sendErrorPage(reply, 'QQ 登录', qqErrors[client], client);
      const choice = readChoice('qq', form);
      if (typeof choice === 'string') return sendErrorPage(reply.code(400), 'QQ 登录', choice, '400');
      const redirectUri = form.get('redirect_uri') ?? '';
      const state = form.get('state');
      if (choice.decision !== 'allow') {
        // On a desktop a cancelled sign-in only closes its page; on a phone it redirects with an error.
        return choice.decision === 'refuse' && form.get('display') === 'mobile'
          ? reply.redirect(withAnswer(redirectUri, { usercancel: '1', state }), 303)
          : sendClosedPage(reply);
      }
      if (choice.fault?.call === 'page' && (await outage(simulation, choice.fault.condition, reply)))
        return reply;
      const { person, fault } = choice;
      const scope = form.get('scope') ?? 'get_user_info';
      const code = grants.qq.issue({ client, person, redirectUri, scope, ...(fault && { fault }) });
      return reply.redirect(withAnswer(redirectUri, { code, state }), 303);
    });

    app.get('/oauth2.0/token', async (request: FastifyRequest, reply) => {
      const query = queryOf(request);
      const code = query.get('code') ?? '';
      const error: AnswerError = each => answerError(reply, query, each);
      if (await simulateFault(simulation, 'token', grants.qq.look(code), reply, error)) return reply;
      if (query.get('grant_type') !== 'authorization_code') return error('100004');
      if (!query.get('client_id')) return error('100001');
      if (!query.get('client_secret')) return error('100002');
      if (!code) return error('100005');
      const client = config.qq.find(({ id }) => id === query.get('client_id'));
      if (!client) return error('100008');
      if (client.secret !== query.get('client_secret')) return error('100009');
      // Checked before the code is redeemed: a wrong URL doesn't require a second sign-in.
      if ((grants.qq.look(code)?.redirectUri ?? query.get('redirect_uri')) !== query.get('redirect_uri')) {
        return error('100010');
      }
      const grant = grants.qq.redeem(code, client);
      if (grant === 'used') return error('100020');
      if (typeof grant === 'string') return error('100019');
      const { accessToken, refreshToken } = grants.qq.token(grant);
      const body = {
        access_token: accessToken,
        expires_in: String(QQ_TOKEN_SECONDS),
        refresh_token: refreshToken,
        ...(query.get('need_openid') === '1' && { openid: qqOpenId(client, grant.person) }),
      };
      if (query.get('fmt') === 'json') return sendJson(reply, body);
      return reply.type('text/html; charset=utf-8').send(new URLSearchParams(body).toString());
    });

    app.get('/oauth2.0/me', async (request, reply) => {
      const query = queryOf(request);
      const token = query.get('access_token') ?? '';
      const grant = grants.qq.find(token);
      const error: AnswerError = each => answerError(reply, query, each);
      if (await simulateFault(simulation, 'openid', present(grant), reply, error)) return reply;
      if (!token) return error('100007');
      if (grant === 'unknown') return error('100016');
      if (grant === 'expired') return error('100014');
      const { client, person } = grant;
      const unionid = query.get('unionid') === '1' ? qqUnionId(client, person) : undefined;
      const body = { client_id: client.id, openid: qqOpenId(client, person), ...(unionid && { unionid }) };
      return (query.get('fmt') === 'json' ? sendJson : sendCallback)(reply, body);
    });

    app.get('/user/get_user_info', async (request, reply) => {
      const query = queryOf(request);
      const token = query.get('access_token') ?? '';
      const grant = grants.qq.find(token);
      const error: AnswerError = each => apiError(reply, Number(each), qqErrors[each]);
      if (await simulateFault(simulation, 'userinfo', present(grant), reply, error)) return reply;
      if (!token) return error('100007');
      if (grant === 'unknown') return error('100016');
      if (grant === 'expired') return error('100014');
      if (query.get('oauth_consumer_key') !== grant.client.id) return error('100008');
      if (query.get('openid') !== qqOpenId(grant.client, grant.person)) {
        return apiError(reply, -1, "client request's parameters are invalid, invalid openid");
      }
      const { name, sex, province, city, id } = grant.person;
      const picture = `${request.protocol}://${request.host}/people/${id}.svg`;
      return sendJson(reply, {
        ret: 0,
        msg: '',
        is_lost: 0,
        nickname: name,
        // QQ's default for an unknown gender.
        gender: sex === 2 ? '女' : '男',
        gender_type: sex === 2 ? 1 : 2,
        province,
        city,
        year: '2001',
        figureurl: picture,
        figureurl_1: picture,
        figureurl_2: picture,
        figureurl_qq_1: picture,
        figureurl_qq_2: picture,
        figureurl_qq: picture,
        figureurl_type: '1',
      });
    });
  };
