/** Turns thrown errors into HTTP answers. Nothing else does. */
import type { ServerResponse } from 'node:http';
import { type Refused, refusals, type RefusalName } from '@rollcall/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isBusy } from '../platform/database/errors.ts';
import { errorPageOf } from './error-page.ts';
import { Refusal, type RefusalDetail, refuse } from '../platform/refusal.ts';

/** Default `retry_after` in seconds of 429 and 503. */
const RETRY_AFTER = 1;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Refused;
}

/** The answer of a refusal: status, code and message of the catalogue; `retry_after` is also sent as Retry-After. */
export const refusalAnswer = (name: RefusalName, detail: RefusalDetail = {}): Answer => {
  const { code, status, message } = refusals[name];
  const later = status === 429 || status === 503;
  const data = later
    ? { ...detail.data, retry_after: Math.max(1, Math.ceil(detail.data?.retry_after ?? RETRY_AFTER)) }
    : detail.data;
  return {
    status,
    headers: later && data ? { 'retry-after': String(data.retry_after) } : {},
    body: { code, msg: detail.message ?? message, ...(data === undefined ? {} : { data }) },
  };
};

/** Answers a refusal on a request that fastify does not handle. @param more headers, such as the request's id */
export const endWithRefusal = (
  response: ServerResponse,
  name: RefusalName,
  more: Readonly<Record<string, string>>,
  detail: RefusalDetail = {},
): void => {
  const { status, headers, body } = refusalAnswer(name, detail);
  response
    .writeHead(status, {
      ...headers,
      ...more,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    .end(JSON.stringify(body));
};

/** The answer of a fault: no detail, only the request id for the log. */
export const faultAnswer = (requestId: string): Answer => ({
  status: 500,
  headers: {},
  body: { code: 'RC_500', msg: 'Something went wrong on our side.', request_id: requestId },
});

/** Refusals of fastify's own error codes. */
const frameworkRefusals: Readonly<Record<string, RefusalName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WrongType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'InvalidRequest',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'InvalidRequest',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidRequest',
  FST_ERR_BAD_URL: 'InvalidRequest',
  FST_ERR_MAX_PARAM_LENGTH: 'NotFound',
};

/** Maps an error to a refusal of the catalogue; undefined: a fault. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : frameworkRefusals[code];
  if (known) return refuse(known);
  // Malformed JSON, prototype poisoning and other client errors of fastify's parsers.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return refuse(statusCode === 404 ? 'NotFound' : 'InvalidRequest');
  }
  return isBusy(error) ? refuse('TooBusy') : undefined;
};

/** Sends the page of an error to a person; undefined: JSON is answered, also where the page itself fails. */
const sendErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers }: Answer,
): FastifyReply | undefined => {
  const page = errorPageOf(request, status);
  if (page === undefined) return undefined;
  try {
    return request.server.errorPage?.(request, reply.headers(headers), { page, status });
  } catch (error) {
    request.log.error({ err: error }, 'the page of an error cannot be shown');
    return undefined;
  }
};

/** fastify's error handler: refusals are answered, faults are logged with the request id and answered 500. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = refusalOf(error);
  if (!refusal) request.log.error({ err: error }, 'fault');
  else if (!(error instanceof Refusal) && refusal.refusal === 'TooBusy') {
    request.log.error({ err: error }, 'the database cannot take it now');
  }
  const answer = refusal ? refusalAnswer(refusal.refusal, refusal.detail) : faultAnswer(request.id);
  reply.refusal = refusal?.refusal ?? 'fault';
  const page = sendErrorPage(request, reply, answer);
  if (page) return page;
  return reply
    .code(answer.status)
    .headers({ 'cache-control': 'no-store', ...answer.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
};
