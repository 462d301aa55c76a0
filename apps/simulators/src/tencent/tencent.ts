/**
 * Tencent Cloud's message gateways and its captcha's verification, told apart by the action. An official client names the service by the first part of
 * its endpoint, so a simulator stands behind it with `protocol: 'http://HOST:PORT/tencent/'` and the real endpoint
 * `sms.tencentcloudapi.com`: any path under `/tencent/` is answered, and is part of what is signed.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Simulation } from '../simulation.ts';
import { bytesOf, headerOf, objectOf, outage, pathOf, rawQueryOf } from '../wire.ts';
import { describeCaptchaResult } from './captcha.ts';
import { TencentRefusal } from './errors.ts';
import { verify } from './signature.ts';
import { sendSms } from './sms.ts';
import { sendTtsVoice } from './voice.ts';

const actions = {
  SendSms: { vendor: 'tencent-sms', service: 'sms', version: '2021-01-11', run: sendSms },
  SendTtsVoice: { vendor: 'tencent-voice', service: 'vms', version: '2020-09-02', run: sendTtsVoice },
  DescribeCaptchaResult: {
    vendor: 'captcha-tencent-verify',
    service: 'captcha',
    version: '2019-07-22',
    run: describeCaptchaResult,
  },
} as const;

const actionOf = (request: FastifyRequest) => {
  const name = headerOf(request, 'x-tc-action');
  return name !== undefined && Object.hasOwn(actions, name)
    ? actions[name as keyof typeof actions]
    : undefined;
};

const regions = ['ap-beijing', 'ap-guangzhou', 'ap-nanjing'];

const checkRegion = (region: string | undefined): void => {
  if (!region)
    throw new TencentRefusal('MissingParameter', 'The request is missing a required parameter `Region`.');
  if (!regions.includes(region)) throw new TencentRefusal('UnsupportedRegion');
};

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
  // The captcha is one service for all regions.
  if (action.service !== 'captcha') checkRegion(headerOf(request, 'x-tc-region'));
  const body = objectOf(request);
  if (!body) throw new TencentRefusal('InvalidParameter', 'The request body is not a JSON object.');
  return action.run(simulation, body);
};

/** @returns a function that answers a request of any of the services. Refusals come with HTTP 200. */
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
