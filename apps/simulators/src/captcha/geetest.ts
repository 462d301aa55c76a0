/** GeeTest's version 3, slide: static.geetest.com, api.geetest.com and bypass.geetest.com under one prefix. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Condition, errorOf } from '../conditions.ts';
import type { AccessKey } from '../config.ts';
import type { Simulation } from '../simulation.ts';
import { formOf, outage, queryOf } from '../wire.ts';
import { type Challenge, fits } from './challenges.ts';
import { GEETEST_LOADER, GEETEST_SLIDE, geetestLoader, geetestSlide } from './geetest-script.ts';
import type { CaptchaPoint } from './points.ts';
import { jsonp, sendScript } from './scripts.ts';

/** Validity of a challenge in milliseconds. */
const GEETEST_CHALLENGE_MS = 10 * 60 * 1000;
/** Maximum refreshes of a challenge; the next one is error_106. */
const REFRESHES = 6;
/** The suffix that slide adds to the site's challenge. */
const SUFFIX_LENGTH = 2;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** The form in which the site passes a registered challenge to its page. */
const digests: Readonly<Record<string, (challenge: string, key: string) => string>> = {
  md5: (challenge, key) => md5(challenge + key),
  sha256: (challenge, key) =>
    createHash('sha256')
      .update(challenge + key)
      .digest('hex'),
  'hmac-sha256': (challenge, key) => createHmac('sha256', key).update(challenge).digest('hex'),
};

const failure = (code: string, error: string) => ({
  status: 'error',
  error,
  error_code: code,
  user_error: '网络不给力',
});

export const geetest =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { conditions, config, captcha } = simulation;
    const challenges = captcha.geetest;
    const accountOf = (gt: string | null): AccessKey | undefined =>
      config.geetest.find(({ id }) => id === gt);
    const json = (reply: FastifyReply, body: object): FastifyReply =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(body));

    app.get(GEETEST_LOADER, (_request, reply) =>
      sendScript(simulation, 'captcha-geetest-script', reply, geetestLoader),
    );
    app.get(GEETEST_SLIDE, (_request, reply) =>
      sendScript(simulation, 'captcha-geetest-script', reply, geetestSlide),
    );

    app.get('/gettype.php', (request, reply) =>
      jsonp(simulation, 'captcha-geetest-script', query =>
        accountOf(query.get('gt'))
          ? {
              status: 'success',
              data: {
                type: 'slide',
                slide: GEETEST_SLIDE,
                static_servers: [`${request.protocol}://${request.host}${app.prefix}`],
              },
            }
          : failure('error_01', 'gt is wrong'),
      )(request, reply),
    );

    /** Finds the challenge of a page's call, with or without the suffix. */
    const challengeOf = (query: URLSearchParams, suffixed: boolean): Challenge | undefined => {
      const given = query.get('challenge') ?? '';
      const found = challenges.find(suffixed ? given.slice(0, -SUFFIX_LENGTH) : given);
      return found && found.account === query.get('gt') ? found : undefined;
    };
    const expired = ({ issuedAt }: Challenge) => simulation.now() >= issuedAt + GEETEST_CHALLENGE_MS;
    const picture = (challenge: Challenge, full: string, { mode }: Condition) => ({
      status: 'success',
      data: { challenge: full, ...challenges.redraw(challenge), ...(mode === 'close' && { closes: true }) },
    });
    const answerError = (condition: Condition) => {
      const code = errorOf('captcha-geetest-challenge', condition);
      return code && failure(code, code);
    };

    app.get(
      '/get.php',
      jsonp(simulation, 'captcha-geetest-challenge', (query, condition) => {
        const challenge = challengeOf(query, false);
        if (!challenge || expired(challenge)) return failure('error_02', 'illegal challenge');
        // Each attempt needs a new challenge, so a challenge can be fetched once.
        if (challenge.draws > 0) return failure('error_02', 'old challenge');
        const suffix = randomBytes(SUFFIX_LENGTH).toString('hex').slice(0, SUFFIX_LENGTH);
        return answerError(condition) || picture(challenge, challenge.id + suffix, condition);
      }),
    );
    app.get(
      '/refresh.php',
      jsonp(simulation, 'captcha-geetest-challenge', (query, condition) => {
        const challenge = challengeOf(query, true);
        if (!challenge || expired(challenge) || challenge.used) return failure('error_02', 'old challenge');
        if (challenge.draws > REFRESHES) return failure('error_106', 'refreshed too often');
        delete challenge.pass;
        return answerError(condition) || picture(challenge, query.get('challenge') ?? '', condition);
      }),
    );
    app.get(
      '/ajax.php',
      jsonp(simulation, 'captcha-geetest-challenge', (query, condition) => {
        const challenge = challengeOf(query, true);
        const key = accountOf(query.get('gt'));
        if (!challenge || !key || expired(challenge)) return failure('error_02', 'illegal challenge');
        const error = answerError(condition);
        if (error) return error;
        if (condition.mode === 'fail' || challenge.pass || !fits(challenge, query.get('userresponse')))
          return { status: 'success', data: { result: 'fail' } };
        const validate = challenges.pass(
          challenge,
          md5(`${key.secret}geetest${query.get('challenge') ?? ''}`),
        );
        return { status: 'success', data: { result: 'success', validate, score: '1' } };
      }),
    );

    /** Simulates the fault of a server call. @returns 'done' if the request was answered, or the error to answer with */
    const simulateFault = async (point: CaptchaPoint, reply: FastifyReply): Promise<string | undefined> => {
      const condition = conditions.of(point);
      return (await outage(simulation, condition, reply)) ? 'done' : errorOf(point, condition);
    };

    app.get('/register.php', async (request, reply) => {
      const query = queryOf(request);
      const error = await simulateFault('captcha-geetest-register', reply);
      if (error === 'done') return reply;
      if (error !== undefined) return json(reply, { challenge: error === '0' ? '0' : '' });
      const account = accountOf(query.get('gt'));
      const name = query.get('digestmod') ?? 'md5';
      const digest = Object.hasOwn(digests, name) ? digests[name] : undefined;
      if (!account || !digest) return json(reply, { challenge: '0' });
      const challenge = randomBytes(16).toString('hex');
      challenges.issue(account.id, digest(challenge, account.secret));
      // Without json_format=1 the answer is plain text.
      return query.get('json_format') === '1' ? json(reply, { challenge }) : reply.send(challenge);
    });

    app.post('/validate.php', async (request, reply) => {
      const form = formOf(request);
      const refuse = (code: string) =>
        form.get('json_format') === '1'
          ? json(reply, { seccode: 'false', error_code: code })
          : reply.send('false');
      const error = await simulateFault('captcha-geetest-verify', reply);
      if (error === 'done') return reply;
      if (error !== undefined) return refuse(error);
      const seccode = form.get('seccode');
      if (!seccode) return refuse('61');
      // The vendor's older client sends neither challenge nor captchaid: the seccode identifies the pass.
      const given = form.get('challenge');
      const challenge =
        given === null
          ? challenges.passed(seccode.replace(/\|jordan$/, ''))
          : challenges.find(given.slice(0, -SUFFIX_LENGTH));
      const account = form.get('captchaid') ?? form.get('gt');
      if (!challenge?.pass || challenge.account !== account) return refuse('62');
      // The pass covers the whole challenge, so another suffix gives another seccode.
      if (seccode !== `${challenge.pass.value}|jordan`) return refuse('68');
      if (
        given !== null &&
        md5(`${accountOf(challenge.account)?.secret ?? ''}geetest${given}`) !== challenge.pass.value
      )
        return refuse('68');
      const outcome = challenges.redeem(challenge, challenge.issuedAt, GEETEST_CHALLENGE_MS);
      if (outcome !== 'good') return refuse(outcome === 'used' ? '02' : '62');
      return form.get('json_format') === '1'
        ? json(reply, { seccode: md5(seccode) })
        : reply.send(md5(seccode));
    });

    app.get('/v1/bypass_status.php', async (request, reply) => {
      const error = await simulateFault('captcha-geetest-health', reply);
      if (error === 'done') return reply;
      const well = error === undefined && accountOf(queryOf(request).get('gt')) !== undefined;
      return json(reply, { status: well ? 'success' : 'fail' });
    });
  };
