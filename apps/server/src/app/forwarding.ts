/** Passes what a worker does not serve on to the owner, as a stream in both directions. */
import { randomUUID } from 'node:crypto';
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as ask,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { headers as contractHeaders } from '@rollcall/contract';
import type { Logger } from 'pino';
import { endWithRefusal } from '../http/answers.ts';
import { currentSpan } from '../platform/tracing.ts';
import { PEER_HEADER } from './owner-peer.ts';

/**
 * Requests that have arrived whole and that the owner has not answered whole; one more is refused, so that an owner that hangs costs no
 * more than these.
 */
const UNDER_WAY = 512;
/** Milliseconds without a byte in either direction until the owner is given up; longer than a query waits and runs. */
const SILENCE = 60_000;

/** Headers of one connection, which the next one sets itself. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']);

/**
 * The peer's address, then the headers of a request as they were sent, in order, without those of the connection. The owner reads a
 * limited number of headers: the address is first, so that no sender can crowd it out. A request of HTTP/1.0 may have no host, which
 * 1.1 demands.
 */
const passedOn = (request: IncomingMessage): string[] => {
  const { rawHeaders, headers } = request;
  const span = currentSpan();
  const kept: string[] = [PEER_HEADER, request.socket.remoteAddress ?? ''];
  if (span) kept.push('traceparent', span.traceparent);
  if (headers.host === undefined) kept.push('Host', 'localhost');
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (HOP_BY_HOP.has(name.toLowerCase()) || name.toLowerCase() === PEER_HEADER) continue;
    if (span && name.toLowerCase() === 'traceparent') continue;
    kept.push(name, rawHeaders[at + 1] ?? '');
  }
  return kept;
};

const answerHeaders = (answer: IncomingMessage): string[] => {
  const kept: string[] = [];
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const name = answer.rawHeaders[at] ?? '';
    if (!HOP_BY_HOP.has(name.toLowerCase())) kept.push(name, answer.rawHeaders[at + 1] ?? '');
  }
  return kept;
};

export interface Forwarding {
  /** Answers a request by the owner; 503 where it does not answer. */
  forward(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

interface ForwardingParts {
  /** Path of the owner's Unix socket. */
  readonly socket: string;
  readonly log: Pick<Logger, 'warn'>;
  /** Requests under way at most. */
  readonly underWay?: number;
  /** Milliseconds of silence until the owner is given up. */
  readonly silence?: number;
}

export const createForwarding = (parts: ForwardingParts): Forwarding => {
  const { socket, log, underWay = UNDER_WAY, silence = SILENCE } = parts;
  let count = 0;
  /** What was passed on for each connection: a response that waits behind another one's on it is not told that it closed. */
  const passedOnFor = new WeakMap<Socket, Set<ClientRequest>>();
  const passedOnOf = (socket: Socket): Set<ClientRequest> => {
    const known = passedOnFor.get(socket);
    if (known) return known;
    const all = new Set<ClientRequest>();
    passedOnFor.set(socket, all);
    // Who leaves is not answered: the owner's query is cancelled as on its own connection.
    socket.once('close', () => {
      for (const one of all) one.destroy();
    });
    return all;
  };
  const agent = new Agent({ keepAlive: true });
  const failed = (response: ServerResponse, error: unknown): void => {
    log.warn({ err: error }, 'the owner of the event log and store does not answer');
    if (response.headersSent) return void response.destroy();
    endWithRefusal(response, 'TooBusy', { [contractHeaders.requestId]: randomUUID() });
  };
  return {
    forward: (request, response) => {
      if (count >= underWay) return failed(response, new Error(`${count} requests wait for it`));
      const passed = ask({
        socketPath: socket,
        agent,
        method: request.method,
        path: request.url,
        timeout: silence,
        headers: passedOn(request) as never,
      });
      const ofConnection = passedOnOf(request.socket).add(passed);
      let counted = false;
      request.on('end', () => {
        if (passed.destroyed) return;
        counted = true;
        count += 1;
      });
      passed.on('close', () => {
        ofConnection.delete(passed);
        if (counted) count -= 1;
      });
      let answered = false;
      passed.on('timeout', () => {
        // An answer that has begun may wait for its reader.
        if (!answered) passed.destroy(new Error(`no answer for ${silence} ms`));
      });
      passed.on('response', answer => {
        answered = true;
        response.writeHead(answer.statusCode ?? 502, answerHeaders(answer));
        answer.pipe(response);
        answer.on('error', () => response.destroy());
        // An answer that ends early must not look whole.
        answer.on('aborted', () => response.destroy());
      });
      passed.on('error', error => {
        // Nobody waits for the answers of a connection that is gone.
        if (!request.socket.destroyed && !response.writableEnded) failed(response, error);
      });
      request.on('error', () => passed.destroy());
      request.pipe(passed);
    },
    close: () => agent.destroy(),
  };
};
