/**
 * How the owner learns whose request a worker passes on. The address stands in a header of its own, which a worker replaces and
 * the owner takes only from its Unix socket, which no other user can reach.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { headers } from '@rollcall/contract';
import { endWithRefusal } from '../http/answers.ts';

export const PEER_HEADER = 'x-rollcall-peer';

/**
 * Makes the peer of a request that came over the owner's socket the one that the worker names, for all that follows. A request without it
 * is answered 400: no limit would know its sender.
 * @returns whether it was answered
 */
export const restorePeer = (request: IncomingMessage, response: ServerResponse): boolean => {
  const peer = request.headers[PEER_HEADER];
  delete request.headers[PEER_HEADER];
  const named = typeof peer === 'string' && peer !== '';
  Object.defineProperty(request.socket, 'remoteAddress', {
    value: named ? peer : undefined,
    configurable: true,
  });
  if (!named)
    endWithRefusal(response, 'InvalidRequest', { [headers.requestId]: randomUUID(), connection: 'close' });
  return !named;
};
