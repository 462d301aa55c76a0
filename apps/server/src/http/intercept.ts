/** Answers requests before fastify, for routes whose rate makes its hooks too expensive. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { RequestSpans } from './request-spans.ts';

/**
 * @param first receives every request and returns whether it answers it; all others go to fastify
 * @param around runs the work of each request; absent: it runs as it is
 */
export const interceptRequests = (
  { server }: Pick<FastifyInstance, 'server'>,
  first: (request: IncomingMessage, response: ServerResponse) => boolean,
  around?: RequestSpans,
): void => {
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const answer: RequestListener = (request, response) => {
    if (!first(request, response)) for (const other of others) other.call(server, request, response);
  };
  server.on(
    'request',
    around ? (request, response) => around.run(request, response, () => answer(request, response)) : answer,
  );
};
