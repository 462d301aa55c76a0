/**
 * Aliyun's message gateways and the verification of its captcha. The product is named by a prefix (`/aliyun/dysmsapi`,
 * `/aliyun/dyvmsapi`, `/aliyun/afs`) instead of the host or, for a client that takes only host and port, by the action.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorOf } from '../conditions.ts';
import type { Simulation } from '../simulation.ts';
import { bytesOf, headerOf, outage, queryOf } from '../wire.ts';
import { authenticateSig } from './afs.ts';
import { type AliyunErrorCode, AliyunRefusal } from './errors.ts';
import { Nonces, type SignedRequest, verify } from './signature.ts';
import { sendSms } from './sms.ts';
import { singleCallByTts } from './voice.ts';

const products = {
  dysmsapi: { vendor: 'aliyun-sms', version: '2017-05-25', action: 'SendSms', run: sendSms },
  dyvmsapi: {
    vendor: 'aliyun-voice',
    version: '2017-05-25',
    action: 'SingleCallByTts',
    run: singleCallByTts,
  },
  afs: {
    vendor: 'captcha-aliyun-verify',
    version: '2018-01-12',
    action: 'AuthenticateSig',
    run: authenticateSig,
  },
} as const;

type Product = (typeof products)[keyof typeof products];

const productNamed = (name: string | undefined): Product | undefined => {
  const short = name?.replace(/\.aliyuncs\.com$/, '');
  return short !== undefined && Object.hasOwn(products, short)
    ? products[short as keyof typeof products]
    : undefined;
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
 * Makes the handler of all products.
 *
 * @returns a function that answers a request; `name` is the product in the path, if there is one
 */
export const aliyun = (simulation: Simulation) => {
  const nonces = new Nonces();

  const perform = (request: FastifyRequest, product: Product | undefined): object => {
    const time = simulation.signatureNow();
    const { action, version, params, nonce } = verify(signedRequest(request), simulation.config.aliyun, time);
    nonces.use(nonce, time);
    const chosen = product ?? productOfAction(action);
    // The version is checked first. If the action names the product, only the action can be wrong.
    if (chosen && version !== chosen.version) throw new AliyunRefusal('InvalidVersion');
    if (!chosen || chosen.action !== action) throw new AliyunRefusal('InvalidAction.NotFound');
    const error = errorOf(chosen.vendor, simulation.conditions.of(chosen.vendor));
    if (error !== undefined) throw new AliyunRefusal(error as AliyunErrorCode);
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
      const answer = perform(request, product);
      const well = 'Code' in answer ? {} : { Code: 'OK', Message: 'OK' };
      return reply.send(JSON.stringify({ ...well, RequestId, ...answer }));
    } catch (error) {
      if (!(error instanceof AliyunRefusal)) throw error;
      const { code, message, status } = error;
      // The captcha's own refusals are numbers.
      if (/^\d+$/.test(code))
        return reply.send(JSON.stringify({ Code: Number(code), Msg: message, RequestId }));
      const HostId = status === 200 ? undefined : request.host;
      return reply.code(status).send(JSON.stringify({ Code: code, Message: message, RequestId, HostId }));
    }
  };
};
