/**
 * Aliyun's message gateways. A real product is told by its host; here by a prefix (`/aliyun/dysmsapi`,
 * `/aliyun/dyvmsapi`) or, for a client that takes nothing but host and port, by the action.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAskedFor } from '../conditions.ts';
import type { Simulation } from '../simulation.ts';
import { bytesOf, headerOf, outage, queryOf } from '../wire.ts';
import { type AliyunErrorCode, AliyunRefusal } from './errors.ts';
import { Nonces, type SignedRequest, verify } from './signature.ts';
import { sendSms } from './sms.ts';
import { singleCallByTts } from './voice.ts';

const products = {
  dysmsapi: { vendor: 'aliyun-sms', action: 'SendSms', run: sendSms },
  dyvmsapi: { vendor: 'aliyun-voice', action: 'SingleCallByTts', run: singleCallByTts },
} as const;

type Product = (typeof products)[keyof typeof products];

const VERSION = '2017-05-25';

const productNamed = (name: string | undefined): Product | undefined => {
  const short = name?.replace(/\.aliyuncs\.com$/, '');
  return short === 'dysmsapi' || short === 'dyvmsapi' ? products[short] : undefined;
};

const productOfAction = (action: string): Product | undefined =>
  Object.values(products).find(product => product.action === action);

const signedRequest = (request: FastifyRequest): SignedRequest => ({
  method: request.method,
  path: '/',
  query: queryOf(request),
  headers: Object.fromEntries(Object.keys(request.headers).map(name => [name, headerOf(request, name)])),
  body: bytesOf(request),
});

/**
 * Makes the handler of both products.
 *
 * @returns a function that answers a request; its `name` is the product in the path, if there is one.
 */
export const aliyun = (simulation: Simulation) => {
  const nonces = new Nonces();

  const perform = (request: FastifyRequest, product: Product | undefined): object => {
    const time = simulation.signatureNow();
    const { action, version, params, nonce } = verify(signedRequest(request), simulation.config.aliyun, time);
    nonces.use(nonce, time);
    if (version !== VERSION) throw new AliyunRefusal('InvalidVersion');
    const chosen = product ?? productOfAction(action);
    if (!chosen || chosen.action !== action) throw new AliyunRefusal('InvalidAction.NotFound');
    const asked = errorAskedFor(chosen.vendor, simulation.conditions.of(chosen.vendor));
    if (asked !== undefined) throw new AliyunRefusal(asked as AliyunErrorCode);
    return chosen.run(simulation, params);
  };

  return async (request: FastifyRequest, reply: FastifyReply, name?: string): Promise<FastifyReply> => {
    const action = headerOf(request, 'x-acs-action') ?? queryOf(request).get('Action') ?? '';
    const product = productNamed(name);
    if (name !== undefined && !product) {
      reply.callNotFound();
      return reply;
    }
    const { vendor } = product ?? productOfAction(action) ?? products.dysmsapi;
    if (await outage(simulation, simulation.conditions.of(vendor), reply)) return reply;
    const RequestId = randomUUID().toUpperCase();
    void reply.header('x-acs-request-id', RequestId).type('application/json; charset=utf-8');
    try {
      return reply.send(
        JSON.stringify({ Code: 'OK', Message: 'OK', RequestId, ...perform(request, product) }),
      );
    } catch (error) {
      if (!(error instanceof AliyunRefusal)) throw error;
      const { code, message, status } = error;
      const HostId = status === 200 ? undefined : request.host;
      return reply.code(status).send(JSON.stringify({ Code: code, Message: message, RequestId, HostId }));
    }
  };
};
