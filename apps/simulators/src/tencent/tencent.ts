/**
 * Tencent Cloud's message gateways, told apart by the action. An official client names the service by the first part of
 * its endpoint, so a simulator stands behind it with `protocol: 'http://HOST:PORT/tencent/'` and the real endpoint
 * `sms.tencentcloudapi.com`: any path under `/tencent/` is answered, and is part of what is signed.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Simulation } from '../simulation.ts';
import { bytesOf, headerOf, objectOf, outage, pathOf, rawQueryOf } from '../wire.ts';
import { TencentRefusal } from './errors.ts';
import { verify } from './signature.ts';
import { sendSms } from './sms.ts';
import { sendTtsVoice } from './voice.ts';

const actions = {
  SendSms: { vendor: 'tencent-sms', service: 'sms', version: '2021-01-11', run: sendSms },
  SendTtsVoice: { vendor: 'tencent-voice', service: 'vms', version: '2020-09-02', run: sendTtsVoice },
} as const;

const actionOf = (request: FastifyRequest) => {
  const name = headerOf(request, 'x-tc-action');
  return name === 'SendSms' || name === 'SendTtsVoice' ? actions[name] : undefined;
};

const regions = ['ap-beijing', 'ap-guangzhou', 'ap-nanjing'];

const perform = (simulation: Simulation, request: FastifyRequest): object => {
  const action = actionOf(request);
  if (!action) throw new TencentRefusal('InvalidAction');
  if (headerOf(request, 'x-tc-version') !== action.version) throw new TencentRefusal('NoSuchVersion');
  // GET would put lists into the query flat; nobody sends messages so.
  if (request.method !== 'POST') throw new TencentRefusal('UnsupportedProtocol');
  const signed = {
    method: request.method,
    path: pathOf(request),
    query: rawQueryOf(request),
    headers: Object.fromEntries(Object.keys(request.headers).map(name => [name, headerOf(request, name)])),
    body: bytesOf(request),
  };
  verify(signed, action.service, simulation.config.tencent, simulation.signatureNow());
  const region = headerOf(request, 'x-tc-region');
  if (!region)
    throw new TencentRefusal('MissingParameter', 'The request is missing a required parameter `Region`.');
  if (!regions.includes(region)) throw new TencentRefusal('UnsupportedRegion');
  const body = objectOf(request);
  if (!body) throw new TencentRefusal('InvalidParameter', 'The request body is not a JSON object.');
  return action.run(simulation, body);
};

/** @returns a function that answers a request of either service. Refusals come with HTTP 200. */
export const tencent =
  (simulation: Simulation) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { vendor } = actionOf(request) ?? actions.SendSms;
    if (await outage(simulation, simulation.conditions.of(vendor), reply)) return reply;
    const RequestId = randomUUID();
    const answer = (Response: object): FastifyReply =>
      reply.type('application/json').send(JSON.stringify({ Response: { ...Response, RequestId } }));
    try {
      return answer(perform(simulation, request));
    } catch (error) {
      if (!(error instanceof TencentRefusal)) throw error;
      return answer({ Error: { Code: error.code, Message: error.message } });
    }
  };
