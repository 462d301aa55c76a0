/** What orchestrators ask (is it alive, is it ready), and how connections end when it stops. */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../platform/refusal.ts';

export interface Health {
  /** True from the moment that the server was told to stop. */
  stopping(): boolean;
  /** Rejects where a store does not answer. */
  check(): Promise<void>;
  /** What else `/readyz` tells, which keeps nobody from being ready. */
  state?(): Readonly<Record<string, string>>;
}

export const addHealth = (server: FastifyInstance, { stopping, check, state }: Health): void => {
  const alive = () => {
    if (stopping()) throw refuse('TooBusy', { message: 'The server is stopping.' });
  };
  // A connection that was kept open would hold up the stop once its request is answered.
  server.addHook('onSend', async (_, reply) => {
    if (stopping()) reply.header('connection', 'close');
  });
  server.get('/healthz', async (_, reply) => {
    alive();
    reply.header('cache-control', 'no-store');
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
    return { status: 'ok', database: 'ok', ...state?.() };
  });
};
