/** Composes monitoring: beacon and intake of a collector; console calls; alerts. */
import { join } from 'node:path';
import type { AlertDefaults, MonitorConsoleCalls } from '@rollcall/contract/console';
import type { AppContext } from '../../http/context.ts';
import type { Feature } from '../../http/feature.ts';
import type { ServiceSecret } from '../../http/services.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { Absences } from './absence.ts';
import { alertJobs, type AlertParts } from './alerts.ts';
import { deliveryMetrics } from './alert-metrics.ts';
import { createReceivers } from './alert-receivers.ts';
import { buildSourceMaps } from './build-source-maps.ts';
import { openDataKey } from '../../platform/database/data-key.ts';
import type { Secret } from '../../platform/derive-key.ts';
import { type ReceiverFetch, receiverFetch } from '../../platform/receiver-fetch.ts';
import { deleteExpired } from './cleanup.ts';
import { addBeacon, intakeMetrics } from './beacon.ts';
import { monitorHandlers } from './console.ts';
import { createIntake } from './intake.ts';
import { lastEvent, measure } from './alert-measures.ts';
import type { QueryContext } from './queries.ts';
import type { Measured } from '../../events/store/query-metrics.ts';
import type { MonitorSettings } from './settings.ts';
import { createSourceMaps } from './source-maps.ts';
import { uploadedSourceMaps } from './source-map-store.ts';
import { addSourceMapUpload } from './source-map-upload.ts';
import type { StoredReport } from '../../events/record/stored-report.ts';

/** Interval of the cleanup in ms. */
const CLEANUP_EVERY = 3600 * 1000;

export interface MonitorApp extends AppContext {
  readonly config: {
    /** Absolute path of the folder with the built pages, whose source maps are read. */
    readonly web: string;
    readonly monitor: MonitorSettings;
    readonly alertDefaults: AlertDefaults;
    readonly secret: Secret;
    readonly issuer: string;
    /** The school's name by language. */
    readonly pages: { readonly name?: { readonly 'zh-CN': string } | undefined };
    /** `pid` is the product whose build has the secret. */
    readonly sourceMapSecrets: readonly ServiceSecret[];
    readonly usage: { readonly products: readonly string[] | undefined };
  };
}

export interface MonitorParts {
  readonly queries: QueryContext;
  /** Counts a query in `/metrics`, by its name there. */
  readonly measured: Measured;
  /** Milliseconds that the event store is behind what was acknowledged. @throws Error where it can't be told now */
  readonly lag: () => Promise<number>;
  /** When somebody signed in last, in milliseconds since 1970. */
  readonly lastSignIn: () => Promise<number | undefined>;
  /** Whether this process sends alerts. */
  readonly sends: boolean;
  /** Default: the platform's. */
  readonly fetch?: ReceiverFetch;
}

export interface Monitor extends Feature {
  /** Handlers of the console's monitoring calls. */
  readonly handlers: ConsoleHandlers<keyof MonitorConsoleCalls>;
}

/**
 * Takes reports. `close` appends queued ones, so close the event log afterwards.
 * @param append appends reports durably to the event log; rejects if it cannot
 */
export const createMonitorIntake = (
  { config, db, now, log }: MonitorApp,
  append: (reports: readonly StoredReport[]) => Promise<unknown>,
): Feature => {
  const maps = createSourceMaps([buildSourceMaps(join(config.web, 'maps')), uploadedSourceMaps(db, now)], {
    now,
    clock: () => performance.now(),
    warn: (error, script) => log.warn({ err: error, script }, 'a source map could not be read'),
  });
  const products = [...(config.usage.products ?? []), ...config.sourceMapSecrets.map(({ pid }) => pid)];
  const intake = createIntake({ append, db, maps, products, now, log });
  return {
    addRoutes: server => {
      addBeacon(server, intake, config.usage.products);
      addSourceMapUpload(server, { db, secrets: config.sourceMapSecrets, now });
    },
    addMetrics: intakeMetrics(intake),
    close: () => intake.close(),
  };
};

/** Opens the console's calls and the alerts on a migrated database. */
export const createMonitor = async (app: MonitorApp, parts: MonitorParts): Promise<Monitor> => {
  const { config, db, now, log } = app;
  const { webhook, bots, origins } = config.monitor;
  const { queries, measured } = parts;
  const receivers = createReceivers({
    db,
    key: await openDataKey({ db, secret: config.secret }, 'alert channels'),
    urls: bots,
    webhook,
    origins,
    place: {
      get name() {
        return config.pages.name?.['zh-CN'] ?? 'Rollcall';
      },
      issuer: config.issuer,
    },
    now,
    fetch: parts.fetch ?? receiverFetch,
  });
  const absences: Absences = {
    lag: parts.lag,
    lastSignIn: parts.lastSignIn,
    lastEvent: (...event) => measured('lastEvent', () => lastEvent(queries, ...event)),
    started: now(),
  };
  const { addMetrics, counted } = deliveryMetrics();
  const alerts: AlertParts = {
    db,
    measure: (rule, range) => measured('measure', () => measure(queries, rule, range)),
    absences,
    receivers,
    counted,
    webhook: webhook !== undefined,
    now,
    log,
  };
  return {
    ...(parts.sends && { addMetrics }),
    handlers: monitorHandlers({
      db,
      now,
      queries,
      measured,
      receivers,
      webhook: webhook !== undefined,
      origins,
      defaults: config.alertDefaults,
    }),
    jobs: parts.sends
      ? [
          ...alertJobs(alerts),
          {
            name: 'delete old error groups',
            everyMs: CLEANUP_EVERY,
            scope: 'installation',
            run: at => deleteExpired(db, at),
          },
        ]
      : [],
  };
};
