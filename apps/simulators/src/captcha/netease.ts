/** NetEase Yidun: cstaticdun.126.net and c.dun.163.com under one prefix. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { errorOf } from '../conditions.ts';
import type { SimulatorsConfig } from '../config.ts';
import type { Simulation } from '../simulation.ts';
import { formOf, outage } from '../wire.ts';
import { fits } from './challenges.ts';
import { NETEASE_SCRIPT, neteaseScript } from './netease-script.ts';
import { neteaseErrors } from './points.ts';
import { jsonp, sendScript } from './scripts.ts';

/** Validity of a pass in milliseconds. */
const NETEASE_VALIDATE_MS = 20 * 60 * 1000;

/** The signature of a form: MD5 of every name and value, sorted by name, and the secret key. */
const signatureOf = (form: URLSearchParams, secretKey: string): string => {
  const parts = [...form]
    .filter(([name]) => name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => name + value);
  return createHash('md5')
    .update(parts.join('') + secretKey, 'utf8')
    .digest('hex');
};

/** `user` must be sent, but may be empty. */
const needed = ['captchaId', 'validate', 'secretId', 'version', 'timestamp', 'nonce', 'signature'];

/** The vendor's error number; undefined if the request is valid. */
const checkForm = (
  form: URLSearchParams,
  { netease }: SimulatorsConfig,
): keyof typeof neteaseErrors | undefined => {
  if (needed.some(name => !form.get(name)) || !form.has('user')) return '419';
  if (form.get('version') !== 'v2') return '421';
  if (!/^\d{13}$/.test(form.get('timestamp') ?? '') || (form.get('nonce') ?? '').length > 32) return '419';
  const key = netease.find(({ id }) => id === form.get('secretId'));
  const given = Buffer.from(form.get('signature') ?? '');
  const ours = Buffer.from(key ? signatureOf(form, key.secret) : '');
  return given.length === ours.length && timingSafeEqual(given, ours) ? undefined : '415';
};

export const netease =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { conditions, config, captcha } = simulation;
    const challenges = captcha.netease;

    app.get(NETEASE_SCRIPT, (_request, reply) =>
      sendScript(simulation, 'captcha-netease-script', reply, neteaseScript),
    );
    app.get(
      '/api/v3/get',
      jsonp(simulation, 'captcha-netease-challenge', (query, condition) => {
        const error = errorOf('captcha-netease-challenge', condition);
        if (error !== undefined) return { error: Number(error) };
        const id = query.get('id') ?? '';
        if (!config.neteaseCaptchaIds.includes(id)) return { error: 432 };
        const challenge = challenges.issue(id);
        const data = { ...challenges.redraw(challenge), ...(condition.mode === 'close' && { closes: true }) };
        return { error: 0, data: { token: challenge.id, ...data } };
      }),
    );
    app.get(
      '/api/v3/check',
      jsonp(simulation, 'captcha-netease-challenge', (query, condition) => {
        const error = errorOf('captcha-netease-challenge', condition);
        if (error !== undefined) return { error: Number(error) };
        const challenge = challenges.find(query.get('token'));
        const wrong = condition.mode === 'fail' || !challenge || challenge.pass !== undefined;
        if (wrong || !fits(challenge, query.get('data')))
          return { error: 0, data: { result: false, validate: '' } };
        const validate = challenges.pass(challenge, `CN31_${randomBytes(48).toString('base64url')}`);
        return { error: 0, data: { result: true, validate } };
      }),
    );

    app.post('/api/v2/verify', async (request, reply) => {
      const condition = conditions.of('captcha-netease-verify');
      if (await outage(simulation, condition, reply)) return reply;
      const form = formOf(request);
      const failed = (code: keyof typeof neteaseErrors) =>
        reply.send({ error: Number(code), msg: neteaseErrors[code], result: false });
      const simulated = errorOf('captcha-netease-verify', condition);
      if (simulated !== undefined && simulated !== '0')
        return failed(simulated as keyof typeof neteaseErrors);
      const error = checkForm(form, config);
      if (error !== undefined) return failed(error);
      const challenge = challenges.passed(form.get('validate'));
      const result =
        simulated === undefined &&
        challenge?.pass !== undefined &&
        challenge.account === form.get('captchaId') &&
        challenges.redeem(challenge, challenge.pass.at, NETEASE_VALIDATE_MS) === 'good';
      return reply.send({
        error: 0,
        msg: 'success',
        result,
        phone: '',
        extraData: form.get('user') ?? '',
        captchaType: 2,
        token: challenge?.id ?? '',
        sdkReduce: false,
      });
    });
  };
