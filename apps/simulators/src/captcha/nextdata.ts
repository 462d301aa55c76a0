/** NextData (Shumei): castatic.fengkongcloud.cn and captcha-s.fengkongcloud.com under one prefix. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { errorOf } from '../conditions.ts';
import type { Simulation } from '../simulation.ts';
import { objectOf, outage } from '../wire.ts';
import { fits } from './challenges.ts';
import { NEXTDATA_SCRIPT, nextdataScript } from './nextdata-script.ts';
import { nextdataErrors } from './points.ts';
import { jsonp, sendScript } from './scripts.ts';

/** Validity of a pass in milliseconds. The vendor documents none. */
const NEXTDATA_PASS_MS = 10 * 60 * 1000;

/** The page's parameters of a challenge, for `expectedAppId` and `expectedMode`. */
const accountOf = (organization: string, appId: string, mode: string): string =>
  JSON.stringify([organization, appId, mode]);

type Fields = Readonly<Record<string, unknown>>;

export const nextdata =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { conditions, config, captcha } = simulation;
    const challenges = captcha.nextdata;

    app.get(NEXTDATA_SCRIPT, (_request, reply) =>
      sendScript(simulation, 'captcha-nextdata-script', reply, nextdataScript),
    );
    app.get(
      '/ca/v1/register',
      jsonp(simulation, 'captcha-nextdata-challenge', (query, condition) => {
        const error = errorOf('captcha-nextdata-challenge', condition);
        if (error !== undefined) return { code: Number(error), message: 'error' };
        const organization = query.get('organization') ?? '';
        if (!config.nextdata.some(({ id }) => id === organization))
          return { code: 2003, message: 'organization' };
        const account = accountOf(organization, query.get('appId') ?? '', query.get('model') ?? '');
        const challenge = challenges.issue(account);
        const drawing = {
          ...challenges.redraw(challenge),
          ...(condition.mode === 'close' && { closes: true }),
        };
        return { code: 1100, message: 'success', detail: { rid: challenge.id, ...drawing } };
      }),
    );
    app.get(
      '/ca/v2/fverify',
      jsonp(simulation, 'captcha-nextdata-challenge', (query, condition) => {
        const error = errorOf('captcha-nextdata-challenge', condition);
        if (error !== undefined) return { code: Number(error), message: 'error' };
        const challenge = challenges.find(query.get('rid'));
        const wrong = condition.mode === 'fail' || !challenge || challenge.pass !== undefined;
        if (wrong || !fits(challenge, query.get('act')))
          return { code: 1100, message: 'success', riskLevel: 'REJECT' };
        challenges.pass(challenge, challenge.id);
        return { code: 1100, message: 'success', riskLevel: 'PASS' };
      }),
    );

    /** Redeems the pass of a rid. @returns whether it was valid */
    const redeemed = (key: string, data: Fields): boolean => {
      const challenge = challenges.passed(String(data['rid']));
      const account = config.nextdata.find(({ secret }) => secret === key);
      if (!challenge?.pass || !account) return false;
      const [organization, appId, mode] = JSON.parse(challenge.account) as [string, string, string];
      const expected = ({ expectedAppId = appId, expectedMode = mode }: Fields) =>
        expectedAppId === appId && expectedMode === mode;
      return (
        organization === account.id &&
        expected(data) &&
        challenges.redeem(challenge, challenge.pass.at, NEXTDATA_PASS_MS) === 'good'
      );
    };

    app.post('/ca/v1/sverify', async (request, reply) => {
      const condition = conditions.of('captcha-nextdata-verify');
      if (await outage(simulation, condition, reply)) return reply;
      const requestId = randomUUID().replaceAll('-', '');
      const failed = (code: string) =>
        reply.send({
          code: Number(code),
          message: nextdataErrors[code as keyof typeof nextdataErrors],
          requestId,
        });
      const judged = (riskLevel: 'PASS' | 'REJECT') =>
        reply.send({ code: 1100, message: '成功', requestId, riskLevel, score: 0, detail: {} });
      const error = errorOf('captcha-nextdata-verify', condition);
      if (error !== undefined && error !== 'REJECT') return failed(error);
      const { accessKey, data } = objectOf(request) ?? {};
      if (typeof accessKey !== 'string' || typeof data !== 'object' || data === null) return failed('1902');
      if (!config.nextdata.some(({ secret }) => secret === accessKey)) return failed('9101');
      const fields = data as Fields;
      if (typeof fields['rid'] !== 'string' || !fields['rid']) return failed('1902');
      if (typeof fields['ip'] !== 'string' || !fields['ip']) return failed('1902');
      return judged(error === undefined && redeemed(accessKey, fields) ? 'PASS' : 'REJECT');
    });
  };
