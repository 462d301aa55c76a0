/**
 * Tencent Cloud's message gateways and the verification of its captcha, distinguished by the action. An official client
 * takes the service from the first part of its endpoint, so it needs the real endpoint `sms.tencentcloudapi.com` and
 * `protocol: 'http://HOST:PORT/tencent/'`. Any path under `/tencent/` is answered; the signature covers it.
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
  // GET, which would need lists in the query, is not supported.
  if (request.method !== 'POST') throw new TencentRefusal('UnsupportedProtocol');
  const signed = {
    method: request.method,
    path: pathOf(request),
    query: rawQueryOf(request),
    headers: Object.fromEntries(Object.keys(request.headers).map(name => [name, headerOf(request, name)])),
    body: bytesOf(request),
  };
  verify(signed, action.service, simulation.config.tencent, simulation.signatureNow());
  // The captcha service has no regions.
  if (action.service !== 'captcha') checkRegion(headerOf(request, 'x-tc-region'));
  const body = objectOf(request);
  if (!body) throw new TencentRefusal('InvalidParameter', 'The request body is not a JSON object.');
  return action.run(simulation, body);
};

/** Makes the handler of all services. Refusals have HTTP 200. */
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
