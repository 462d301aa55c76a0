/** `/metrics` in Prometheus text: requests by route, the database's pool, the process itself. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { sha256 } from '../platform/digest.ts';
import { refuse } from '../platform/refusal.ts';
import { version } from '../platform/version.ts';
import type { HttpSettings } from './settings.ts';

/** Counts of a pg connection pool. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The metrics of a process, as data. */
export type MetricObjects = MetricObjectWithValues<MetricValue<string>>[];

/** Whether a request has the token of ROLLCALL_METRICS_TOKEN; never where none is set. */
export const hasMetricsToken = (authorization: string | undefined, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(sha256(authorization ?? ''), sha256(`Bearer ${token}`));

/** @throws the refusals NotFound (production without a token) and TokenInvalid (another token) */
const authoriseScrape = (
  authorization: string | undefined,
  { production, metricsToken }: Pick<HttpSettings, 'production' | 'metricsToken'>,
): void => {
  if (metricsToken === undefined) {
    if (production) throw refuse('NotFound');
    return;
  }
  if (!hasMetricsToken(authorization, metricsToken)) throw refuse('TokenInvalid');
};

/**
 * Adds the route, and measures every request by its route pattern, never by its URL.
 * @param addMore registers the features' metrics
 * @param others the metrics of the processes for which this one answers
 * @returns reads the metrics of this process
 */
export const addMetrics = (
  server: FastifyInstance,
  pool: PoolCounts,
  settings: Pick<HttpSettings, 'production' | 'metricsToken'>,
  addMore: (registry: Registry) => void = () => {},
  others: () => Promise<readonly MetricObjects[]> = async () => [],
): (() => Promise<MetricObjects>) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with a counter's name, which Prometheus' linter refuses: the sums of `nodejs_active_handles` and the like, by type.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
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
  const read = () => registry.getMetricsAsJSON() as Promise<MetricObjects>;
  server.get('/metrics', async (request, reply) => {
    authoriseScrape(request.headers.authorization, settings);
    const beside = await others();
    const all = beside.length === 0 ? registry : added([await read(), ...beside]);
    const text = await all.metrics();
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
  });
  return read;
};

/** Counts of several processes added up; of what each reads from the database, the largest. */
const added = (all: readonly MetricObjects[]): Registry => AggregatorRegistry.aggregate([...all]);

/** Adds a gauge that is 1 and names what runs. */
export const addBuild = (registry: Registry): void => {
  new Gauge({
    name: 'rollcall_build_info',
    help: 'Always 1; the labels name the versions of the server and of Node.js.',
    labelNames: ['version', 'node'],
    // One series, however many processes.
    aggregator: 'first',
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
};

/** Adds a gauge that names the roles of the process. */
export const addRoles = (registry: Registry, roles: readonly string[]): void => {
  const gauge = new Gauge({
    name: 'rollcall_role',
    help: 'Processes that have the role.',
    labelNames: ['role'],
    registers: [registry],
  });
  for (const role of roles) gauge.set({ role }, 1);
};
