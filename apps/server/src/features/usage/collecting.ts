/** What a collector does: takes batches of events and monitoring reports into the event log. */
import type { FastifyInstance } from 'fastify';
import type { EventLog } from '../../events/log/event-log.ts';
import { reportsRecord } from '../../events/record/record.ts';
import type { StoredReport } from '../../events/record/stored-report.ts';
import type { AppContext } from '../../http/context.ts';
import type { Feature } from '../../http/feature.ts';
import type { HttpSettings } from '../../http/settings.ts';
import { plainIp, requestIds, trustOf } from '../../http/trust.ts';
import { Admission } from './admission.ts';
import { Collector } from './collector.ts';
import { type AnswerEvents, createCollectorHttp, EVENTS_PATH } from './collector-http.ts';
import { CollectorMetrics } from './metrics.ts';
import { NetworkNames } from './network-names.ts';
import { NetworkProducts } from './network-products.ts';
import type { RecentRefusals } from './recent-refusals.ts';
import { usagePaths } from './openapi.ts';
import { createCorsHeaders } from './origins.ts';
import type { UsageSettings } from './settings.ts';

/** Reports in one record. */
const REPORTS = 200;
/** Reports are of no device; they are few beside events, and stay in order. */
const REPORTS_KEY = 'reports';

export interface Collecting extends Feature {
  /**
   * Keeps monitoring reports in the same log; the loader brings them to the store.
   * @throws LogFull where there is no room: nothing is kept of the last 200 and what follows
   */
  appendReports(reports: readonly StoredReport[]): Promise<void>;
}

export const createCollecting = (
  {
    config,
    db,
    now,
    log: logger,
  }: AppContext & {
    readonly config: Pick<HttpSettings, 'origins' | 'trustProxy'> & { readonly usage: UsageSettings };
  },
  {
    log,
    stopping,
    refusals,
  }: { readonly log: EventLog; readonly stopping: () => boolean; readonly refusals: RecentRefusals },
): Collecting => {
  const collector = new Collector({
    log,
    products: config.usage.products,
    newProducts: new NetworkProducts(db),
    newNames: new NetworkNames(db),
    now,
    refusals,
  });
  const admission = new Admission({ ipRate: config.usage.ipRate, now: () => performance.now() });
  const metrics = new CollectorMetrics();
  const trust = trustOf(config.trustProxy);
  const answer = createCollectorHttp({
    collector,
    admission,
    trust,
    requestId: requestIds(trust),
    corsHeaders: createCorsHeaders(config.origins),
    log: logger,
    stopping,
    refusals,
    now,
    onAnswer: (status, refusal, seconds) => metrics.answered(status, refusal, seconds),
  });
  return {
    intercept: (request, response) => {
      if (request.url?.split('?', 1)[0] !== EVENTS_PATH || request.method !== 'POST') return false;
      answer(request, response);
      return true;
    },
    addRoutes: server => addRoutes(server, answer, now),
    addMetrics: registry =>
      metrics.register(registry, {
        collector: collector.counts,
        waiting: () => admission.waiting,
        logBytes: () => log.bytes(),
      }),
    openApiPaths: usagePaths,
    appendReports: async reports => {
      for (let at = 0; at < reports.length; at += REPORTS) {
        await log.append([reportsRecord(reports.slice(at, at + REPORTS))], REPORTS_KEY);
      }
    },
  };
};

const addRoutes = (server: FastifyInstance, answer: AnswerEvents, now: () => number): void => {
  server.route({
    method: 'POST',
    url: EVENTS_PATH,
    // Before the body would be read, which is no JSON to the server.
    onRequest: (request, reply) => {
      reply.hijack();
      answer(request.raw, reply.raw);
    },
    handler: () => {},
  });
  server.get('/usage/v1/time', async (_, reply) => {
    reply.header('cache-control', 'no-store');
    return { data: { now: now() } };
  });
  server.get('/usage/v1/ip', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return { data: { ip: plainIp(request.ip) } };
  });
};
