/** A way past the server's own hooks, for requests that come too often for them. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** @param first sees every request before anything else does, and says whether it answers it */
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
