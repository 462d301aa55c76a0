/**
 * Limits how long a request may take to arrive, so that slow senders hold no connections. node's own limit is one for the whole server; a
 * file from a school with a slow uplink takes longer, which a route allows once it knows who sends it.
 */
import type { IncomingMessage, Server } from 'node:http';

/** Milliseconds for the body of a request, and for its headers. */
export const BODY_TIME = 30_000;
/** Milliseconds for a body that a route lets take longer; node's own limit. */
export const LONG_BODY_TIME = 600_000;

/** At the request itself: a WeakMap costs the garbage collector more than the events of a request do. */
const limitOf = Symbol('limit of time');
type Limited = IncomingMessage & {
  [limitOf]?: { readonly end: () => void; timer: NodeJS.Timeout };
};

const begin = (end: () => void, ms: number): NodeJS.Timeout => setTimeout(end, ms).unref();

/** Ends requests whose body takes longer than BODY_TIME as node ends those that take longer than its limit. Comes before all that answers. */
export const limitRequestTime = (server: Server): void => {
  server.prependListener('request', (request: Limited) => {
    const { headers, socket } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const end = () => {
      if (request.complete || socket.destroyed) return;
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    };
    const limit = { end, timer: begin(end, BODY_TIME) };
    request[limitOf] = limit;
    const clear = () => clearTimeout(limit.timer);
    request.once('end', clear);
    request.once('close', clear);
  });
};

/** Lets the body of a request take LONG_BODY_TIME from now on. */
export const allowLongBody = (request: Limited): void => {
  const limit = request[limitOf];
  if (!limit || request.complete) return;
  clearTimeout(limit.timer);
  limit.timer = begin(limit.end, LONG_BODY_TIME);
};
