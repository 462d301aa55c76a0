/** Liveness and readiness endpoints, and `connection: close` during shutdown. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../platform/refusal.ts';
import { withTimeout } from '../platform/timeout.ts';

/** Milliseconds that a probe waits for the detail. */
const DETAIL_WITHIN = 1_000;

export interface Health {
  /** True once shutdown has begun. */
  stopping(): boolean;
  /** Rejects if the database does not answer. */
  check(): Promise<void>;
  /** Further fields of `/readyz`, which do not affect readiness. */
  state?(): Readonly<Record<string, string>>;
  /** Fields for whom they are meant. What fails there does not affect readiness. */
  detail?(request: FastifyRequest): Promise<object>;
}

export const addHealth = (server: FastifyInstance, { stopping, check, state, detail }: Health): void => {
  const alive = () => {
    if (stopping()) throw refuse('TooBusy', { message: 'The server is stopping.' });
  };
  // Keep-alive connections would delay the shutdown.
  server.addHook('onSend', async (_, reply) => {
    if (stopping()) reply.header('connection', 'close');
  });
  server.get('/healthz', async (_, reply) => {
    alive();
    reply.header('cache-control', 'no-store');
    // Pages of any origin may read that the server is there: so they can tell a refused origin from a failed network.
    if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*');
    return { status: 'ok' };
  });
  server.get('/readyz', async (request, reply) => {
    alive();
    try {
      await check();
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw refuse('TooBusy', { message: 'The database does not answer.' });
    }
    reply.header('cache-control', 'no-store');
    const more = await withTimeout(
      DETAIL_WITHIN,
      async () => detail?.(request),
      () => new Error('The detail took too long.'),
    ).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the detail of /readyz could not be read');
      return {};
    });
    return { status: 'ok', database: 'ok', ...state?.(), ...more };
  });
};
