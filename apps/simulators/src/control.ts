/** The testers' calls: the vendors' conditions, the accepted messages, and a reset. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Condition, checkCondition, vendorNames, vendorsNamed } from './conditions.ts';
import { sendControlPage } from './pages/control-page.ts';
import { resetSimulation, type Simulation } from './simulation.ts';
import { formOf, headerOf, objectOf, queryOf } from './wire.ts';

const isForm = (request: FastifyRequest): boolean =>
  headerOf(request, 'content-type')?.startsWith('application/x-www-form-urlencoded') === true;

const wrong = (reply: FastifyReply, error: string): FastifyReply => reply.code(400).send({ error });

const onTheWire = ({ mode, code, delayMs }: Condition) => ({ mode, code: code ?? null, delay_ms: delayMs });

export const control =
  (simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { conditions, outbox } = simulation;
    const vendorsNow = () =>
      Object.fromEntries(vendorNames.map(name => [name, onTheWire(conditions.of(name))]));

    app.get('/', async (_request, reply) => sendControlPage(reply, simulation));
    app.get('/vendors', async () => vendorsNow());
    app.get('/messages', async request => outbox.list(queryOf(request).get('to') ?? undefined));

    app.post('/reset', async (request, reply) => {
      resetSimulation(simulation);
      return isForm(request) ? reply.redirect(app.prefix, 303) : reply.send(vendorsNow());
    });

    app.post<{ Params: { vendor: string } }>('/:vendor', async (request, reply) => {
      const names = vendorsNamed(request.params.vendor);
      const body = isForm(request) ? Object.fromEntries(formOf(request)) : objectOf(request);
      if (names.length === 0)
        return reply.code(404).send({
          error: `vendor: expected one of ${vendorNames.join(', ')}, or what several begin with: aliyun, tencent, captcha, captcha-geetest`,
        });
      if (!body) return wrong(reply, 'expected a JSON object: {mode, code?, delay_ms?}');
      const checked = names.map(name => checkCondition(name, body['mode'], body['code'], body['delay_ms']));
      const invalid = checked.find(each => typeof each === 'string');
      if (invalid !== undefined) return wrong(reply, invalid);
      for (const [index, name] of names.entries()) conditions.set(name, checked[index] as Condition);
      return isForm(request) ? reply.redirect(app.prefix, 303) : reply.send(vendorsNow());
    });
  };
