/** Aliyun's AWSC: g.alicdn.com and cf.aliyun.com under one prefix. AuthenticateSig is below `/aliyun/afs`. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Condition, errorOf } from '../conditions.ts';
import type { Simulation } from '../simulation.ts';
import { AWSC_SCRIPT, awscScript } from './awsc-script.ts';
import { TRAVEL } from './challenges.ts';
import { jsonp, sendScript } from './scripts.ts';

/** Validity of a pass in milliseconds. The vendor documents none. */
export const AWSC_PASS_MS = 10 * 60 * 1000;

/** A pass is bound to AppKey, Scene and Token. */
export const awscAccount = (appKey: string, scene: string, token: string): string =>
  JSON.stringify([appKey, scene, token]);
/** A pass as one text. */
export const awscPass = (sessionId: string, sig: string): string => `${sessionId} ${sig}`;

export const awsc =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { conditions, config, captcha } = simulation;
    const challenges = captcha.aliyun;
    const point = 'captcha-aliyun-challenge';
    const answerError = (condition: Condition) => {
      const code = errorOf(point, condition);
      return code === undefined ? undefined : { success: false, result: { code } };
    };
    const known = (query: URLSearchParams) =>
      config.awscAppKeys.includes(query.get('a') ?? '') &&
      config.awscScenes.includes(query.get('scene') ?? '');

    app.get(AWSC_SCRIPT, (_request, reply) =>
      sendScript(simulation, 'captcha-aliyun-script', reply, awscScript),
    );
    /** The modules are in the script already; this fetch exists so that it can fail. */
    const module = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      conditions.of('captcha-aliyun-script').mode === 'fail'
        ? reply.code(404).type('text/plain').send('')
        : sendScript(simulation, 'captcha-aliyun-script', reply, '/* loaded */');
    app.get('/AWSC/nc.js', module);
    app.get('/AWSC/ic.js', module);

    app.get(
      '/nocaptcha/initialize.jsonp',
      jsonp(simulation, point, (query, condition) => {
        const error = answerError(condition);
        if (error) return error;
        if (!known(query)) return { success: false, result: { code: '400' } };
        const account = awscAccount(query.get('a') ?? '', query.get('scene') ?? '', query.get('t') ?? '');
        return { success: true, result: { csid: challenges.issue(account).id } };
      }),
    );
    app.get(
      '/nocaptcha/analyze.jsonp',
      jsonp(simulation, point, (query, condition) => {
        const error = answerError(condition);
        if (error) return error;
        const challenge = challenges.find(query.get('csid'));
        const account = awscAccount(query.get('a') ?? '', query.get('scene') ?? '', query.get('t') ?? '');
        const right = challenge?.account === account && !challenge.pass && query.get('n') === String(TRAVEL);
        if (condition.mode === 'fail' || !right) return { success: true, result: { code: 300 } };
        const [csessionid, value] = [
          randomBytes(32).toString('base64url'),
          randomBytes(48).toString('base64url'),
        ];
        challenges.pass(challenge, awscPass(csessionid, value));
        return { success: true, result: { code: 0, csessionid, value } };
      }),
    );
  };
