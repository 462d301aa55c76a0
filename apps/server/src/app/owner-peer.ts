/**
 * How the owner learns whose request a worker passes on. The address stands in a header of its own, which a worker replaces and
 * the owner takes only from its Unix socket, which no other user can reach.
 */
import type { IncomingMessage } from 'node:http';

export const PEER_HEADER = 'x-rollcall-peer';

/** Makes the peer of a request that came over the owner's socket the one that the worker names, for all that follows. */
export const restorePeer = (request: IncomingMessage): void => {
  const peer = request.headers[PEER_HEADER];
  delete request.headers[PEER_HEADER];
  Object.defineProperty(request.socket, 'remoteAddress', {
    value: typeof peer === 'string' ? peer : undefined,
    configurable: true,
  });
};
