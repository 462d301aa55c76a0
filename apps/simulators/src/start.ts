/** One process that simulates all vendors, each below its own prefix. */
import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyRequest } from 'fastify';
import { aliyun } from './aliyun/aliyun.ts';
import { avatars } from './avatars.ts';
import { awsc } from './captcha/awsc.ts';
import { geetest } from './captcha/geetest.ts';
import { netease } from './captcha/netease.ts';
import { nextdata } from './captcha/nextdata.ts';
import { tencentCaptcha } from './captcha/tencent.ts';
import { defaults, type SimulatorsConfig } from './config.ts';
import { control } from './control.ts';
import { groupBot } from './group-bots.ts';
import { qq } from './qq.ts';
import { createSimulation } from './simulation.ts';
import { tencent } from './tencent/tencent.ts';
import { wechat } from './wechat.ts';
import { headerOf, queryOf } from './wire.ts';

export type { SimulatorsConfig } from './config.ts';
export { defaults } from './config.ts';

export interface SimulatorsOptions {
  /** Replaces parts of the default configuration; port 0: any free port. */
  readonly config?: Partial<SimulatorsConfig>;
  /** The clock of codes, limits and records, in milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * The clock that signatures are compared with, in milliseconds since 1970. The official clients sign with the machine's
   * clock, so a test with another `now` passes Date.now here.
   * @default now
   */
  readonly signatureNow?: () => number;
  /** Resolves after a number of milliseconds; replaced by tests. */
  readonly wait?: (ms: number) => Promise<void>;
}

export interface Simulators {
  /** http://host:port, without a slash at its end. */
  readonly url: string;
  /** Closes the server immediately, slow answers included. */
  stop(): Promise<void>;
}

/** Enough for messages to a thousand numbers. */
const BODY_LIMIT = 256 * 1024;

/**
 * Starts the simulators. Prefixes: `/wechat`, `/qq`, `/aliyun/dysmsapi`, `/aliyun/dyvmsapi`, `/aliyun/afs`, `/tencent`,
 * `/geetest`, `/tencent-captcha`, `/netease`, `/nextdata`, `/awsc`, `/dingtalk`, `/feishu`, `/wecom`, `/control`. The root answers clients of
 * Aliyun and Tencent that take only host and port, and redirects browsers to `/control`.
 */
export const startSimulators = async (options: SimulatorsOptions = {}): Promise<Simulators> => {
  const config = { ...defaults, ...options.config };
  const now = options.now ?? Date.now;
  const stopping = new AbortController();
  const simulation = createSimulation(config, {
    now,
    signatureNow: options.signatureNow ?? now,
    wait: options.wait ?? (ms => delay(ms, undefined, { signal: stopping.signal })),
  });
  // A proxy on this machine may serve them over https: their answers hold URLs of their own.
  const app = fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true, trustProxy: 'loopback' });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const answerAliyun = aliyun(simulation);
  const answerTencent = tencent(simulation);
  const methods = ['GET', 'POST'];

  await app.register(wechat(simulation), { prefix: '/wechat' });
  await app.register(qq(simulation), { prefix: '/qq' });
  await app.register(geetest(simulation), { prefix: '/geetest' });
  await app.register(tencentCaptcha(simulation), { prefix: '/tencent-captcha' });
  await app.register(netease(simulation), { prefix: '/netease' });
  await app.register(nextdata(simulation), { prefix: '/nextdata' });
  await app.register(awsc(simulation), { prefix: '/awsc' });
  for (const vendor of ['dingtalk', 'feishu', 'wecom'] as const)
    await app.register(groupBot(vendor, simulation), { prefix: `/${vendor}` });
  await app.register(control(simulation), { prefix: '/control' });
  await app.register(avatars, { prefix: '/people' });
  for (const url of ['/aliyun/:product', '/aliyun/:product/']) {
    app.route({
      method: methods,
      url,
      handler: (request: FastifyRequest, reply) =>
        answerAliyun(request, reply, (request.params as { product: string }).product),
    });
  }
  for (const url of ['/tencent', '/tencent/*']) app.route({ method: methods, url, handler: answerTencent });
  app.route({
    method: methods,
    url: '/',
    handler: async (request, reply) => {
      if (headerOf(request, 'x-tc-action') !== undefined) return answerTencent(request, reply);
      if (headerOf(request, 'x-acs-action') !== undefined || queryOf(request).has('Action'))
        return answerAliyun(request, reply);
      return reply.redirect('/control', 303);
    },
  });

  const url = await app.listen({ host: config.host, port: config.port });
  return {
    url,
    stop: async () => {
      stopping.abort();
      await app.close();
    },
  };
};
