/** Tencent's captcha: turing.captcha.qcloud.com and ssl.captcha.qq.com. DescribeCaptchaResult is below `/tencent`. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { errorOf } from '../conditions.ts';
import type { Simulation } from '../simulation.ts';
import { outage, queryOf } from '../wire.ts';
import { fits } from './challenges.ts';
import { captchaPoints } from './points.ts';
import { jsonp, sendScript } from './scripts.ts';
import { tencentScripts } from './tencent-script.ts';

/** Validity of a ticket in milliseconds. */
const TENCENT_TICKET_MS = 5 * 60 * 1000;

/** Ticket and randstr as one text, since each is valid only with the other. */
const passOf = (ticket: string, randstr: string): string => `${ticket} ${randstr}`;

export interface TicketClaim {
  readonly appId: string;
  readonly secret: string;
  readonly ticket: string;
  readonly randstr: string;
}

/** A CaptchaCode: 1 passed, and the ticket is redeemed; else one of the vendor's documented refusals. */
export type CaptchaCode = '1' | '7' | '8' | '9' | '15' | '16' | '21' | '100';

/** Checks a ticket, as both of the vendor's verifications do. */
export const judgeTicket = (
  { config, captcha: { tencent: challenges } }: Pick<Simulation, 'config' | 'captcha'>,
  { appId, secret, ticket, randstr }: TicketClaim,
): CaptchaCode => {
  const account = config.tencentCaptcha.find(({ id }) => id === appId);
  if (!account) return '16';
  if (account.secret !== secret) return '100';
  // A disaster ticket is unknown here, so it is refused too.
  const challenge = challenges.find(/^t03([\da-f]{32})/.exec(ticket)?.[1] ?? null);
  if (!challenge?.pass?.value.startsWith(`${ticket} `)) return '15';
  if (challenge.account !== appId) return '21';
  if (challenge.pass.value !== passOf(ticket, randstr)) return '7';
  const outcome = challenges.redeem(challenge, challenge.pass.at, TENCENT_TICKET_MS);
  return outcome === 'good' ? '1' : outcome === 'used' ? '9' : '8';
};

export const tencentCaptcha =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { conditions, config, captcha } = simulation;
    const challenges = captcha.tencent;

    for (const [path, text] of tencentScripts) {
      app.get(path, (_request, reply) => sendScript(simulation, 'captcha-tencent-script', reply, text));
    }

    app.get(
      '/cap_union_prehandle',
      jsonp(simulation, 'captcha-tencent-challenge', (query, condition) => {
        const error = errorOf('captcha-tencent-challenge', condition);
        if (error !== undefined) return { errorCode: Number(error) };
        const appId = query.get('aid') ?? '';
        if (!config.tencentCaptcha.some(({ id }) => id === appId)) return { errorCode: 1006 };
        const challenge = challenges.issue(appId);
        const data = { ...challenges.redraw(challenge), ...(condition.mode === 'close' && { closes: true }) };
        return { errorCode: 0, sess: challenge.id, data };
      }),
    );
    app.get(
      '/cap_union_new_verify',
      jsonp(simulation, 'captcha-tencent-challenge', (query, condition) => {
        const error = errorOf('captcha-tencent-challenge', condition);
        if (error !== undefined) return { errorCode: Number(error) };
        const challenge = challenges.find(query.get('sess'));
        const wrong = condition.mode === 'fail' || !challenge || challenge.pass !== undefined;
        // 50: the answer is wrong.
        if (wrong || !fits(challenge, query.get('ans'))) return { errorCode: 50 };
        const ticket = `t03${challenge.id}${randomBytes(24).toString('hex')}`;
        const randstr = `@${randomBytes(6).toString('base64url').slice(0, 3)}`;
        challenges.pass(challenge, passOf(ticket, randstr));
        return { errorCode: 0, ticket, randstr };
      }),
    );

    /** The legacy verification, whose numbers are strings. */
    app.get('/ticket/verify', async (request, reply) => {
      const condition = conditions.of('captcha-tencent-verify');
      if (await outage(simulation, condition, reply)) return reply;
      const query = queryOf(request);
      const code =
        errorOf('captcha-tencent-verify', condition) ??
        judgeTicket(simulation, {
          appId: query.get('aid') ?? '',
          secret: query.get('AppSecretKey') ?? '',
          ticket: query.get('Ticket') ?? '',
          randstr: query.get('Randstr') ?? '',
        });
      const errors: Readonly<Record<string, string>> = captchaPoints['captcha-tencent-verify'].errors;
      return reply.send({
        response: code === '1' ? '1' : code === '100' ? '100' : '0',
        evil_level: '0',
        err_msg: code === '1' ? 'OK' : (errors[code] ?? 'verify error'),
      });
    });
  };
