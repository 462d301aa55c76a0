/** Builds the fastify server from the features. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type CallName, headers, type RefusalName } from '@rollcall/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Secret } from '../platform/derive-key.ts';
import type { Tracer } from '../platform/tracing.ts';
import { addressDigest } from './address-digest.ts';
import { cspViolations } from './csp-violations.ts';
import { refuseUnknownRoutes } from './known-routes.ts';
import { answerError, refusalAnswer } from './answers.ts';
import type { Handlers } from './handler.ts';
import type { Feature } from './feature.ts';
import { clientFacts } from './client-headers.ts';
import { addHealth, type Health } from './health.ts';
import { addCookieLimit, answerLargeHeaders, endSocket, HEADER_LIMIT } from './header-limits.ts';
import { interceptRequests } from './intercept.ts';
import { addBuild, addMetrics, addRoles, type MetricObjects, type PoolCounts } from './metrics.ts';
import { addOpenApi, openApi } from './openapi.ts';
import { addCalls, type Authorise } from './routes.ts';
import { addRequestSpans } from './request-spans.ts';
import { BODY_TIME, limitRequestTime, LONG_BODY_TIME } from './request-time.ts';
import { addSecurity } from './security.ts';
import { addSecurityTxt } from './security-txt.ts';
import type { HttpSettings } from './settings.ts';
import { plainForwardedFor } from './forwarded-for.ts';
import { inNetworks } from '../platform/network-list.ts';
import type { Site } from './site-foot.ts';
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
  readonly config: HttpSettings & { readonly secret: Secret };
  readonly log: Logger;
  /** Every call of the contract, where this process answers them. */
  readonly calls: { readonly handlers: Handlers<CallName>; readonly authorise: Authorise } | undefined;
  /** The roles of this process, for its metrics. */
  readonly roles: readonly string[];
  /** Answer a request before any feature does, or prepare it. */
  readonly first?: readonly ((request: IncomingMessage, response: ServerResponse) => boolean)[];
  /** The metrics of the processes for which this one answers. */
  readonly otherMetrics?: () => Promise<readonly MetricObjects[]>;
  readonly pool: PoolCounts;
  readonly features: readonly Feature[];
  /** The clock, milliseconds since 1970. */
  readonly now: () => number;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** Whether all requests come from workers, whose traces go on here. */
  readonly behindWorkers?: boolean;
}

export interface BuiltServer {
  readonly server: FastifyInstance;
  /** The metrics of this process. */
  readonly readMetrics: () => Promise<MetricObjects>;
}

/** Builds the server of a set of features; `listen` and `close` are the caller's. */
export const buildServer = async (parts: ServerParts): Promise<BuiltServer> => {
  const { config } = parts;
  const features = [...parts.features, cspViolations(parts)];
  const server = bareServer(parts);
  // First, so that refused requests have their ids too.
  const spans =
    parts.tracer &&
    addRequestSpans(server, parts.tracer, {
      trust: parts.behindWorkers ? () => true : trustOf(config.trustProxy),
      paths: new Set(features.flatMap(({ openApiPaths }) => Object.keys(openApiPaths ?? {}))),
    });
  // Before the refusals of unknown paths, so that these have the headers too.
  await addSecurity(server, config, parts.now);
  addCookieLimit(server);
  refuseUnknownRoutes(server);
  const addMore = (registry: Registry) => {
    addBuild(registry);
    addRoles(registry, parts.roles);
    for (const { addMetrics } of features) addMetrics?.(registry);
  };
  const readMetrics = addMetrics(server, parts.pool, config, addMore, parts.otherMetrics);
  addHealth(server, parts);
  if (parts.calls)
    addCalls(server, parts.calls.handlers, {
      authorise: parts.calls.authorise,
      services: config.services,
      strict: !config.production,
      onCallEnd: features.flatMap(({ onCallEnd }) => onCallEnd ?? []),
    });
  const paths = Object.assign({}, ...features.map(({ openApiPaths }) => openApiPaths));
  addOpenApi(server, '/openapi.json', openApi(config.issuer, paths));
  for (const { addRoutes } of features) await addRoutes?.(server);
  addSecurityTxt(server, config);
  const readForwardedFor = plainForwardedFor(trustOf(config.trustProxy), parts.log, parts.now);
  const refusesProxy = untrustedProxyCheck(config, parts.log);
  interceptRequests(
    server,
    (request, response) => {
      if (parts.first?.some(answers => answers(request, response)) || refusesProxy(request, response))
        return true;
      readForwardedFor(request);
      return features.some(({ intercept }) => intercept?.(request, response) ?? false);
    },
    spans,
  );
  return { server, readMetrics };
};

/** A fastify server with request ids, logging, a JSON parser and the error handler; without routes. */
export const bareServer = ({ config, log }: Pick<ServerParts, 'config' | 'log'>): FastifyInstance => {
  const trust = trustOf(config.trustProxy);
  const digestOf = addressDigest(config.secret);
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
    // Limits for receiving headers and a whole request in ms (slowloris); `limitRequestTime` has a shorter one for most bodies.
    http: { maxHeaderSize: HEADER_LIMIT, headersTimeout: BODY_TIME },
    requestTimeout: BODY_TIME + LONG_BODY_TIME,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header(headers.requestId, request.id);
      void answerError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, config.pages),
  });
  server.decorateReply('refusal', undefined);
  server.decorate('errorPage', undefined);
  server.decorate('site', config.pages);
  // Operators may set other ones.
  let shared = { networks: config.sharedNetworks, has: inNetworks(config.sharedNetworks) };
  server.decorate('inSharedNetwork', ip => {
    const networks = config.sharedNetworks;
    if (networks !== shared.networks) shared = { networks, has: inNetworks(networks) };
    return shared.has(ip);
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header(headers.requestId, request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.is404 ? undefined : request.routeOptions.url;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const client = clientFacts(request.headers);
    const address = digestOf(request.ip);
    request.log.info(
      { method, route, status: reply.statusCode, ms, refusal: reply.refusal, address, client },
      'request',
    );
  });
  server.setErrorHandler(answerError);
  // By then all that answers is there, and this comes before it.
  server.addHook('onReady', async () => limitRequestTime(server.server));
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

/** Answers a request that took too long to arrive, and closes the connection in both directions. */
const endLate = (socket: Socket): void => {
  if (socket.writable) endSocket(socket, refusalAnswer('InvalidRequest'));
  // Nor is a sender waited for that takes no answers.
  if (socket.writableLength === 0) socket.destroySoon();
  else socket.destroy();
};

/** Answers malformed HTTP and oversized headers on the socket; fastify has no request for them. */
const answerMalformed = (
  error: Error & { readonly code?: string; readonly rawPacket?: unknown },
  socket: Socket,
  site: Site | undefined,
): void => {
  // Half closed, the connection and what reads from it would last as long as the sender goes on.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return endLate(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const { rawPacket } = error;
    return answerLargeHeaders(socket, Buffer.isBuffer(rawPacket) ? rawPacket : undefined, site);
  }
  endSocket(
    socket,
    refusalAnswer(error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? 'TooLarge' : 'InvalidRequest'),
  );
};
