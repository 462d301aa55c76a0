/**
 * WeChat's calls for a site's server: api.weixin.qq.com. Errors are `{errcode, errmsg}` with HTTP 200 and, as from the real service,
 * text/plain, also for a path or a method that there is not.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Condition, errorOf } from './conditions.ts';
import type { Grant, Tokens } from './grants.ts';
import { wechatOpenId, wechatUnionId } from './people.ts';
import { type Simulation, WECHAT_TOKEN_SECONDS } from './simulation.ts';
import { outage, queryOf } from './wire.ts';
import { type WechatError, wechatErrors } from './wechat-errors.ts';

const answerError = (reply: FastifyReply, code: WechatError): FastifyReply =>
  // The text ends with a request id, as the real service's: clients must read errcode.
  answer(reply, {
    errcode: Number(code),
    errmsg: `${wechatErrors[code]}, rid: ${randomUUID().slice(0, 23)}`,
  });

const answer = (reply: FastifyReply, body: object): FastifyReply =>
  reply.type('text/plain; charset=utf-8').send(JSON.stringify(body));

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

/** What the token and the openid of a query are of; or the error that they are refused with. */
const grantOf = (query: URLSearchParams, found: Grant | 'unknown' | 'expired'): Grant | WechatError => {
  if (!query.get('access_token')) return '41001';
  if (!query.get('openid')) return '41009';
  if (found === 'unknown') return '40001';
  if (found === 'expired') return '42001';
  return found;
};

/** The fields that a sign-in and a refresh answer alike. */
const tokenFields = (grant: Grant, { accessToken, refreshToken }: Tokens) => ({
  access_token: accessToken,
  expires_in: WECHAT_TOKEN_SECONDS,
  refresh_token: refreshToken,
  openid: wechatOpenId(grant.client, grant.person),
  scope: grant.scope,
});

const paths = ['oauth2/access_token', 'oauth2/refresh_token', 'userinfo', 'auth'];

export const wechatApi =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { config, conditions, grants } = simulation;
    const clients = [...config.wechat, ...config.wechatService];
    const isFaulty = (reply: FastifyReply, faults: readonly Condition[] = []) =>
      simulateFault(simulation, [conditions.of('wechat'), ...faults], reply);

    app.get('/sns/oauth2/access_token', async (request: FastifyRequest, reply) => {
      const query = queryOf(request);
      const code = query.get('code') ?? '';
      const faults = faultAt('token', grants.wechat.look(code));
      if (await isFaulty(reply, faults)) return reply;
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
      return answer(reply, {
        ...tokenFields(grant, grants.wechat.token(grant)),
        ...(grant.snapshot && { is_snapshotuser: 1 }),
        // The silent scope gives the openid alone.
        ...(grant.scope !== 'snsapi_base' && { unionid: wechatUnionId(client, grant.person) }),
      });
    });

    app.get('/sns/oauth2/refresh_token', async (request, reply) => {
      if (await isFaulty(reply)) return reply;
      const query = queryOf(request);
      const refreshToken = query.get('refresh_token');
      if (!query.get('appid')) return answerError(reply, '41002');
      if (!refreshToken) return answerError(reply, '41003');
      if (query.get('grant_type') !== 'refresh_token') return answerError(reply, '40002');
      const client = clients.find(({ id }) => id === query.get('appid'));
      if (!client) return answerError(reply, '40013');
      const refreshed = grants.wechat.refresh(refreshToken, client);
      if (refreshed === 'unknown') return answerError(reply, '40030');
      if (refreshed === 'expired') return answerError(reply, '42002');
      return answer(reply, tokenFields(refreshed.grant, refreshed));
    });

    app.get('/sns/auth', async (request, reply) => {
      if (await isFaulty(reply)) return reply;
      const query = queryOf(request);
      const grant = grantOf(query, grants.wechat.find(query.get('access_token') ?? ''));
      if (typeof grant === 'string') return answerError(reply, grant);
      if (query.get('openid') !== wechatOpenId(grant.client, grant.person))
        return answerError(reply, '40003');
      return answer(reply, { errcode: 0, errmsg: 'ok' });
    });

    app.get('/sns/userinfo', async (request, reply) => {
      const query = queryOf(request);
      const found = grants.wechat.find(query.get('access_token') ?? '');
      const faults = faultAt('userinfo', typeof found === 'string' ? undefined : found);
      if (await isFaulty(reply, faults)) return reply;
      const grant = grantOf(query, found);
      if (typeof grant === 'string') return answerError(reply, grant);
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

    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/sns/*',
      handler: async (request, reply) => {
        if (await isFaulty(reply)) return reply;
        const { '*': path } = request.params as { readonly '*': string };
        return answerError(reply, paths.includes(path) ? '43001' : '40066');
      },
    });
  };
