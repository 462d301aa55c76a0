/** `/metrics` in Prometheus text: requests by route, the database's pool, the process itself. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Counts of a pg connection pool. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/**
 * Adds the route, and measures every request by its route pattern, never by its URL.
 * @param addMore registers the features' metrics
 */
export const addMetrics = (
  server: FastifyInstance,
  pool: PoolCounts,
  addMore: (registry: Registry) => void = () => {},
): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'rollcall_http_request_seconds',
    help: 'Seconds from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'rollcall_database_connections',
    help: 'Connections of the pool, by state; waiting are callers without one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      connections.set({ state: 'total' }, pool.totalCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  addMore(registry);
  server.get('/metrics', async (_, reply) => {
    const text = await registry.metrics();
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
  });
};
