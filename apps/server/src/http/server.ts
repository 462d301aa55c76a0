/** Builds the fastify server from the features. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type CallName, headers, type RefusalName } from '@rollcall/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { refuseUnknownRoutes } from './known-routes.ts';
import { answerError, refusalAnswer } from './answers.ts';
import type { Handlers } from './handler.ts';
import type { Feature } from './feature.ts';
import { clientFacts } from './client-headers.ts';
import { addHealth, type Health } from './health.ts';
import { interceptRequests } from './intercept.ts';
import { addMetrics, type PoolCounts } from './metrics.ts';
import { addOpenApi } from './openapi.ts';
import { addCalls, type Authorise } from './routes.ts';
import { addSecurity, joinSources } from './security.ts';
import { addSecurityTxt } from './security-txt.ts';
import type { HttpSettings } from './settings.ts';
import { requestIds, trustOf } from './trust.ts';
import { untrustedProxyCheck } from './untrusted-proxy.ts';

/** Maximum body size in bytes. */
export const BODY_LIMIT = 64 * 1024;

declare module 'fastify' {
  interface FastifyReply {
    /** The refusal's name, or `fault`, for the request's log line. */
    refusal: RefusalName | 'fault' | undefined;
  }
}

export interface ServerParts extends Health {
  readonly config: HttpSettings;
  readonly log: Logger;
  /** Every call of the contract. */
  readonly handlers: Handlers<CallName>;
  readonly authorise: Authorise;
  readonly pool: PoolCounts;
  readonly features: readonly Feature[];
  /** The clock, milliseconds since 1970. */
  readonly now: () => number;
}

/** Builds the server of a set of features; `listen` and `close` are the caller's. */
export const buildServer = async (parts: ServerParts): Promise<FastifyInstance> => {
  const { config, features } = parts;
  const server = bareServer(parts);
  // Before the refusals of unknown paths, so that these have the headers too.
  const sources = joinSources(features.map(({ cspSources }) => cspSources ?? {}));
  await addSecurity(server, config, sources, parts.now);
  refuseUnknownRoutes(server);
  addMetrics(server, parts.pool, config, registry => {
    for (const { addMetrics } of features) addMetrics?.(registry);
  });
  addHealth(server, parts);
  addCalls(server, parts.handlers, {
    authorise: parts.authorise,
    services: config.services,
    strict: !config.production,
    onCallEnd: features.flatMap(({ onCallEnd }) => onCallEnd ?? []),
  });
  addOpenApi(server, config.issuer, Object.assign({}, ...features.map(({ openApiPaths }) => openApiPaths)));
  for (const { addRoutes } of features) await addRoutes?.(server);
  addSecurityTxt(server, config);
  const refuseUntrustedProxy = untrustedProxyCheck(config, parts.log);
  interceptRequests(
    server,
    (request, response) =>
      refuseUntrustedProxy(request, response) ||
      features.some(({ intercept }) => intercept?.(request, response) ?? false),
  );
  return server;
};

/** A fastify server with request ids, logging, a JSON parser and the error handler; without routes. */
export const bareServer = ({ config, log }: Pick<ServerParts, 'config' | 'log'>): FastifyInstance => {
  const trust = trustOf(config.trustProxy);
  // Typed as fastify's own logger, so that FastifyInstance has no pino type parameter.
  const loggerInstance: FastifyBaseLogger = log;
  const server = Fastify({
    loggerInstance,
    // The onResponse hook below logs one line for each request.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: requestIds(trust),
    trustProxy: trust,
    bodyLimit: BODY_LIMIT,
    // Limit for receiving a whole request in ms (slowloris).
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header(headers.requestId, request.id);
      void answerError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerMalformed(error, socket),
  });
  server.decorateReply('refusal', undefined);
  server.decorate('errorPage', undefined);
  server.addHook('onRequest', async (request, reply) => {
    reply.header(headers.requestId, request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.is404 ? undefined : request.routeOptions.url;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const client = clientFacts(request.headers);
    request.log.info(
      { method, route, status: reply.statusCode, ms, refusal: reply.refusal, client },
      'request',
    );
  });
  server.setErrorHandler(answerError);
  readJson(server);
  return server;
};

/** Accepts JSON only; an empty body counts as none, whatever its content type. */
const readJson = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
};

/** Answers malformed HTTP and oversized headers on the socket; fastify has no request for them. */
const answerMalformed = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const large = error.code === 'HPE_HEADER_OVERFLOW' || error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW';
  const { status, body } = refusalAnswer(large ? 'TooLarge' : 'InvalidRequest');
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${large ? 'Content Too Large' : 'Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `${headers.requestId}: ${randomUUID()}`,
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
};
