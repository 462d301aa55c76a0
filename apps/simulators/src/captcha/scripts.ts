/** Sends scripts, and data as JSONP, to pages of any site. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Condition } from '../conditions.ts';
import type { Simulation } from '../simulation.ts';
import { outage, queryOf } from '../wire.ts';
import type { CaptchaPoint } from './points.ts';

const asScript = (reply: FastifyReply): FastifyReply =>
  reply
    .header('Cache-Control', 'no-store')
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('X-Content-Type-Options', 'nosniff')
    .type('application/javascript; charset=utf-8');

/** Sends a vendor's script, or its simulated fault. It is not cached, since the condition may change. */
export const sendScript = async (
  simulation: Simulation,
  point: CaptchaPoint,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> => {
  const condition = simulation.conditions.of(point);
  if (await outage(simulation, condition, reply)) return reply;
  if (condition.mode === 'error') return reply.code(Number(condition.code)).type('text/plain').send('');
  return asScript(reply).send(condition.mode === 'fail' ? '/* made nothing */' : text);
};

/** Makes the answer of a challenge's call under a condition. */
export type ChallengeAnswer = (query: URLSearchParams, condition: Condition) => object;

/** Makes the handler of a challenge's JSONP call. The name of the callback is the parameter `callback`. */
export const jsonp =
  (simulation: Simulation, point: CaptchaPoint, answer: ChallengeAnswer) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const condition = simulation.conditions.of(point);
    if (await outage(simulation, condition, reply)) return reply;
    const query = queryOf(request);
    const callback = query.get('callback') ?? '';
    // Any other name would let a page run arbitrary code as the vendor's.
    if (!/^[A-Za-z_$][\w$]{0,63}$/.test(callback))
      return reply.code(400).send({ error: 'callback: expected a name' });
    return asScript(reply).send(`/**/${callback}(${JSON.stringify(answer(query, condition))});`);
  };
