/** Usage reporting, put together: the collector, the event log, the loader, and the work of exports and erasures. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../http/context.ts';
import type { Feature } from '../../http/feature.ts';
import type { HttpSettings } from '../../http/settings.ts';
import { usagePaths } from './openapi.ts';
import type { UsageSettings } from './settings.ts';
import type { MinorsSettings } from '../../identity/age.ts';
import { plainIp, requestIds, trustOf } from '../../http/trust.ts';
import type { StoredReport } from '../../events/record/stored-report.ts';
import { Admission } from './admission.ts';
import { Collector } from './collector.ts';
import { type AnswerEvents, createCollectorHttp, EVENTS_PATH } from './collector-http.ts';
import { Consents } from '../../events/loader/consents.ts';
import { JobRunner } from './data/runner.ts';
import type { UsageData } from './data/usage-data.ts';
import { type EventLog, type Offset, ofPartitions } from '../../events/log/event-log.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { Loaders, type Share } from '../../events/loader/loaders.ts';
import { InstallationProductNames } from '../../events/loader/product-names.ts';
import { Quarantine } from '../../events/loader/quarantine.ts';
import { UsageMetrics } from './metrics.ts';
import { createCorsHeaders } from './origins.ts';
import { reportsRecord } from '../../events/record/record.ts';
import { type Disk, realDisk } from '../../events/log/disk.ts';
import type { JetStreamLogOptions } from '../../events/log/jetstream/jetstream-log.ts';
import { openSegmentLog } from '../../events/log/segment-log.ts';

/** New products that are stored by name in an hour; events of further ones are stored under `other`. */
const NEW_PRODUCTS = 20;
/** Milliseconds between two looks for quarantined records that are too old. */
const EXPIRE_EVERY = 6 * 3600 * 1000;
/** Reports in one record. */
const REPORTS = 200;
/** Reports are of no device; they are few beside events, and stay in order. */
const REPORTS_KEY = 'reports';
/** The share of its time that the event loop is at work when the server is busy. */
const BUSY = 0.6;
/** Seconds behind which the event store is said to lag. */
const LAGS = 300;

export interface UsageApp extends AppContext {
  readonly config: Pick<HttpSettings, 'origins' | 'trustProxy'> & {
    /** Absolute path of the data folder; the log is kept in `usage` below it. */
    readonly data: string;
    readonly usage: UsageSettings;
    readonly minors: Pick<MinorsSettings, 'mode'>;
  };
}

export interface UsageParts {
  readonly store: EventStore;
  /** Called at the start if the log is empty: the offset that the store is loaded to, 0 for a new store. */
  readonly loadedTo: () => Promise<Offset>;
  /** The requests that this process works on. */
  readonly data: Pick<UsageData, 'rows' | 'files' | 'onRequest'>;
  readonly stopping: () => boolean;
  readonly disk?: Disk;
  /** Which partitions of the log this process loads; absent: all, or a fair share where others may load beside it. */
  readonly share?: Share;
}

export interface Usage extends Feature {
  /** Milliseconds that the event store lags behind what was acknowledged. */
  lag(): number;
  readonly quarantine: Quarantine;
  /**
   * Keeps monitoring reports in the same log; the loader brings them to the store.
   * @throws LogFull where there is no room: nothing is kept of the last 200 and what follows
   */
  appendReports(reports: readonly StoredReport[]): Promise<void>;
  /** Resolves when everything that was acknowledged until now is in the event store. */
  loaded(): Promise<void>;
}

/** Whether the event loop was at work for most of the time since the last look. */
const busyLoop = (): (() => boolean) => {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > BUSY;
  };
};

/** A server whose log is in files does not load the client of NATS. */
const openJetStreamLog = async (options: JetStreamLogOptions): Promise<EventLog> => {
  const { JetStreamLog } = await import('../../events/log/jetstream/jetstream-log.ts');
  return new JetStreamLog(options);
};

/** Several processes can load where both the log and the store are outside of them. */
const shareOf = ({ nats, store }: UsageSettings): Share =>
  nats && store.kind === 'clickhouse' ? 'leased' : 'all';

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);

/**
 * Opens the event log, in `ROLLCALL_DATA/usage` or in NATS, and begins to load.
 * @throws Error in words for the operator where another process holds the folder, or it can't be read
 */
export const openUsage = async (app: UsageApp, parts: UsageParts): Promise<Usage> => {
  const { config, db, now, log: logger } = app;
  const { store, stopping } = parts;
  const folder = join(config.data, 'usage');
  // Ids of events were kept here before the event store left out what it has.
  await rm(join(folder, 'ids'), { recursive: true, force: true });
  const log: EventLog = config.usage.nats
    ? await openJetStreamLog({ ...config.usage.nats, log: logger })
    : await openSegmentLog({
        folder: join(folder, 'log'),
        diskBytes: config.usage.diskBytes,
        from: async empty => (empty ? parts.loadedTo() : 0),
        log: logger,
        disk: parts.disk ?? realDisk,
      });
  const consents = new Consents(db, config.minors.mode !== 'off');
  const quarantine = new Quarantine(join(folder, 'quarantine'), now);
  const productNames = new InstallationProductNames(db, NEW_PRODUCTS);
  productNames.know(config.usage.products ?? []);
  const loaders = new Loaders({
    log,
    share: parts.share ?? shareOf(config.usage),
    db,
    store,
    consents,
    quarantine,
    productNames,
    now,
    busy: busyLoop(),
    logger,
    pause,
  });
  const collector = new Collector({ log, products: config.usage.products, now });
  const admission = new Admission({ ipRate: config.usage.ipRate, now: () => performance.now() });
  const metrics = new UsageMetrics();
  const trust = trustOf(config.trustProxy);
  const answer = createCollectorHttp({
    collector,
    admission,
    trust,
    requestId: requestIds(trust),
    corsHeaders: createCorsHeaders(config.origins),
    log: logger,
    stopping,
    onAnswer: (status, refusal, seconds) => metrics.answered(status, refusal, seconds),
  });
  const { rows: jobs, files } = parts.data;
  const runner = new JobRunner({
    jobs,
    files,
    log,
    store,
    loaders,
    consents,
    quarantine,
    now,
    logger,
    pause,
  });
  parts.data.onRequest(() => runner.wake());

  return {
    intercept: (request, response) => {
      if (request.url !== EVENTS_PATH || request.method !== 'POST') return false;
      answer(request, response);
      return true;
    },
    addRoutes: server => addRoutes(server, answer, now),
    addMetrics: registry =>
      metrics.register(registry, {
        collector: collector.counts,
        loader: loaders.counts,
        lag: () => loaders.lag(),
        lagBytes: () => loaders.lagBytes(),
        waiting: () => admission.waiting,
        logBytes: () => log.bytes(),
        quarantine,
      }),
    jobs: [
      {
        name: 'delete old quarantined usage records',
        everyMs: EXPIRE_EVERY,
        scope: 'installation',
        run: at => quarantine.expire(at),
      },
      {
        name: 'forget old products',
        everyMs: EXPIRE_EVERY,
        scope: 'installation',
        run: at => productNames.expire(at),
      },
    ],
    state: () => ({ usage: !log.available ? 'unreachable' : loaders.lag() > LAGS ? 'behind' : 'ok' }),
    openApiPaths: usagePaths,
    lag: () => Math.round(loaders.lag() * 1000),
    quarantine,
    appendReports: async reports => {
      for (let at = 0; at < reports.length; at += REPORTS) {
        await log.append([reportsRecord(reports.slice(at, at + REPORTS))], REPORTS_KEY);
      }
    },
    loaded: async () => loaders.reached(await ofPartitions(log, partition => partition.end())),
    close: async () => {
      await runner.close();
      await loaders.close();
      await log.close();
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
