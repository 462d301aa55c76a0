/** Answers requests before fastify, for routes whose rate makes its hooks too expensive. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** @param first receives every request and returns whether it answers it; all others go to fastify */
export const interceptRequests = (
  { server }: Pick<FastifyInstance, 'server'>,
  first: (request: IncomingMessage, response: ServerResponse) => boolean,
): void => {
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!first(request, response)) for (const other of others) other.call(server, request, response);
  });
};
