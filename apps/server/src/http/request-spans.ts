/** A span for each request: its route, status and request id; nothing of its address, headers, query or body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Tracer, type TraceSpan, withTracer } from '../platform/tracing.ts';
import type { Trust } from './trust.ts';

/** A method that is none of HTTP's is a text of the sender's. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const UNKNOWN = 'unknown';

export interface RequestSpans {
  /** Runs `work` within a span that ends with the answer, or as the client goes away before. */
  run(request: IncomingMessage, response: ServerResponse, work: () => void): void;
}

/**
 * @param trust whose `traceparent` is taken over: only that of a proxy of ours
 * @param paths that features answer before fastify
 */
export const addRequestSpans = (
  server: FastifyInstance,
  tracer: Tracer,
  { trust, paths }: { readonly trust: Trust; readonly paths: ReadonlySet<string> },
): RequestSpans => {
  const spans = new WeakMap<IncomingMessage, TraceSpan>();
  const replies = new WeakMap<IncomingMessage, FastifyReply>();

  server.addHook('onRequest', (request, reply, done) => {
    replies.set(request.raw, reply);
    spans.get(request.raw)?.add({ 'rollcall.request_id': request.id });
    done();
  });
  // The body's events come from the connection, not from the request's beginning.
  server.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request.raw);
    if (span) withTracer(tracer, done, span);
    else done();
  });

  return {
    run: (request, response, work) => {
      const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : '_OTHER';
      const given = request.headers['traceparent'];
      const trusted = typeof given === 'string' && trust(request.socket.remoteAddress ?? '', 0);
      const span = tracer.start(
        method,
        { kind: 'server', attributes: { 'http.request.method': method } },
        trusted ? given : undefined,
      );
      spans.set(request, span);
      response.once('close', () => {
        const path = request.url?.split('?', 1)[0] ?? '';
        const reply = replies.get(request);
        const matched = reply?.request.is404 ? undefined : reply?.request.routeOptions.url;
        const route = matched ?? (paths.has(path) ? path : UNKNOWN);
        const status = response.statusCode;
        span.rename(`${method} ${route}`);
        span.add({
          'http.route': route,
          // Before the head is sent it is 200, whatever it would have become.
          ...(response.headersSent ? { 'http.response.status_code': status } : {}),
          ...(response.writableFinished ? {} : { 'rollcall.aborted': true }),
          ...(reply?.refusal === undefined ? {} : { 'rollcall.refusal': reply.refusal }),
        });
        span.end(status >= 500 ? { name: String(status) } : undefined);
      });
      withTracer(tracer, work, span);
    },
  };
};
