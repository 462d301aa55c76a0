/**
 * Usage reporting, put together of what the roles of this process need: the event log, the collector, the loaders, and the work of
 * exports and erasures.
 */
import { noteChangedPerson } from './people/people-sync.ts';
import type { Quarantine } from '../../events/loader/quarantine.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Feature } from '../../http/feature.ts';
import type { HttpSettings } from '../../http/settings.ts';
import type { ApiHandlers } from '../../http/console-handler.ts';
import { Collector } from './collector.ts';
import { trustedEventHandlers } from './trusted-events.ts';
import { type Collecting, createCollecting } from './collecting.ts';
import { clearErased, JobRunner } from './data/runner.ts';
import { syncPeople } from './people/people-sync.ts';
import { RecentRefusals } from './recent-refusals.ts';
import type { UsageData } from './data/usage-data.ts';
import type { NightlyExport } from './nightly/nightly-export.ts';
import type { OpenEventLog } from './event-log.ts';
import { type LoadingApp, pause, startLoading } from './loading.ts';
import { erasureMetrics, loaderMetrics } from './metrics.ts';
import { forgetNames } from './network-names.ts';

/** Milliseconds between two looks for quarantined records that are too old. */
const EXPIRE_EVERY = 6 * 3600 * 1000;
/**
 * Milliseconds between two looks whether the disk is to be cleared of erased events, and before the first: a start has
 * other things to do.
 */
const CLEAR_EVERY = 600_000;
/** Milliseconds between two looks who of the people has changed, and before the first. */
const PEOPLE_EVERY = 30_000;
/** Seconds behind which the event store is said to lag. */
const LAGS = 300;

export interface UsageApp extends LoadingApp {
  readonly config: LoadingApp['config'] & Pick<HttpSettings, 'origins' | 'trustProxy'>;
}

export interface UsageParts {
  /** What this process does. With an embedded event log or store one process has all of these roles. */
  readonly has: (role: 'collector' | 'loader' | 'jobs') => boolean;
  /** Opened at its first use; a collector alone uses none. */
  readonly store: EventStore;
  /** Closed by `close`. */
  readonly eventLog: OpenEventLog;
  /** The requests that this process works on. */
  readonly data: Pick<UsageData, 'rows' | 'files' | 'onRequest'>;
  /** Where events are exported every night. */
  readonly nightly: Pick<NightlyExport, 'clearedTo' | 'runIfDue'> | undefined;
  readonly stopping: () => boolean;
}

export interface Usage extends Feature {
  /**
   * Milliseconds that the event store lags behind what was acknowledged, in the whole installation.
   * @throws Error where it can't be told now
   */
  lag(): Promise<number>;
  readonly quarantine: Quarantine;
  /** Where this process has the role `collector`. */
  readonly appendReports: Collecting['appendReports'] | undefined;
  /** Likewise: what was refused last. */
  readonly refusals: Pick<RecentRefusals, 'list'> | undefined;
  /** What servers report with a service token. */
  readonly apiHandlers: ApiHandlers<'sendEvents'>;
}

/** Begins what this process does with the event log. */
export const openUsage = async (app: UsageApp, parts: UsageParts): Promise<Usage> => {
  const { now, log: logger } = app;
  const { has, store, stopping } = parts;
  const { log, lag: installationLag, share } = parts.eventLog;
  const loads = has('loader');
  const { loaders, consents, quarantine, productNames } = startLoading(app, {
    log,
    store,
    logger,
    share: loads ? share : 'none',
  });
  const refusals = new RecentRefusals(app.config.usage.products);
  const collecting = has('collector') ? createCollecting(app, { log, stopping, refusals }) : undefined;
  const { rows: jobs, files } = parts.data;
  const runner = has('jobs')
    ? new JobRunner({
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
        tellAgain: user => noteChangedPerson(app.db, user),
      })
    : undefined;
  if (runner) parts.data.onRequest(() => runner.wake());

  return {
    ...(collecting?.intercept && { intercept: collecting.intercept }),
    addRoutes: server => collecting?.addRoutes?.(server),
    addMetrics: registry => {
      collecting?.addMetrics?.(registry);
      if (runner) erasureMetrics(registry, () => jobs.unclearedFor());
      if (!loads) return;
      loaderMetrics(registry, {
        loader: loaders.counts,
        lag: () => loaders.lag(),
        lagBytes: () => loaders.lagBytes(),
        quarantine,
      });
    },
    ...(collecting?.openApiPaths && { openApiPaths: collecting.openApiPaths }),
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
      {
        name: 'forget old names of usage events',
        everyMs: EXPIRE_EVERY,
        scope: 'installation',
        run: at => forgetNames(app.db, at),
      },
      {
        name: 'tell the event store of people',
        everyMs: PEOPLE_EVERY,
        firstMs: PEOPLE_EVERY,
        scope: 'installation',
        run: (at, closing) => syncPeople({ db: app.db, consents, store }, at, closing),
      },
      {
        name: 'clear the disk of erased usage events',
        everyMs: CLEAR_EVERY,
        firstMs: CLEAR_EVERY,
        scope: 'installation',
        // One after the other: a rewrite of the store's file waits for what reads it.
        run: async (at, closing) => {
          try {
            await clearErased(jobs, store, parts.nightly);
          } finally {
            await parts.nightly?.runIfDue(at, closing);
          }
        },
      },
    ],
    // A process that does not load is behind nothing.
    state: () => ({ usage: !log.available ? 'unreachable' : loaders.lag() > LAGS ? 'behind' : 'ok' }),
    lag: installationLag ?? (async () => Math.round(loaders.lag() * 1000)),
    quarantine,
    refusals: collecting && refusals,
    appendReports: collecting?.appendReports,
    apiHandlers: trustedEventHandlers({
      db: app.db,
      collector: new Collector({ log, products: app.config.usage.products, now, refusals }),
      keepDays: app.config.usage.keepDays,
      now,
    }),
    close: async () => {
      await runner?.close();
      await loaders.close();
      await parts.eventLog.close();
    },
  };
};
