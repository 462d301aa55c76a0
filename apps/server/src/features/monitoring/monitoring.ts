/** Composes monitoring: beacon and intake, console calls, alerts. */
import { join } from 'node:path';
import type { MonitorConsoleCalls } from '@rollcall/contract/console';
import type { AppContext } from '../../http/context.ts';
import type { Feature } from '../../http/feature.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { QueryClient } from '../../events/store/query-client.ts';
import { alertJobs } from './alerts.ts';
import { deleteExpired } from './cleanup.ts';
import { addBeacon, intakeMetrics } from './beacon.ts';
import { monitorHandlers } from './console.ts';
import { createIntake, type Intake } from './intake.ts';
import { createMonitorQueries } from './queries.ts';
import type { MonitorSettings } from './settings.ts';
import { createSourceMaps } from './source-maps.ts';
import type { StoredReport } from '../../events/record/stored-report.ts';

/** Interval of the cleanup in ms. */
const CLEANUP_EVERY = 3600 * 1000;

export interface MonitorApp extends AppContext {
  readonly config: {
    /** Absolute path of the folder with the built pages, whose source maps are read. */
    readonly web: string;
    readonly monitor: MonitorSettings;
    readonly usage: { readonly products: readonly string[] | undefined };
  };
}

export interface MonitorParts {
  /** Appends reports durably to the event log; rejects if it cannot. */
  readonly append: (reports: readonly StoredReport[]) => Promise<unknown>;
  readonly queryClient: QueryClient;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch;
}

export interface Monitor extends Feature {
  /** Handlers of the console's monitoring calls. */
  readonly handlers: ConsoleHandlers<keyof MonitorConsoleCalls>;
  readonly intake: Intake;
}

/** Opens monitoring on a migrated database. `close` appends queued reports, so close the event log afterwards. */
export const createMonitor = (app: MonitorApp, parts: MonitorParts): Monitor => {
  const { config, db, now, log } = app;
  const { webhook } = config.monitor;
  const maps = createSourceMaps(join(config.web, 'maps'), {
    now,
    warn: (error, script) => log.warn({ err: error, script }, 'a source map could not be read'),
  });
  const intake = createIntake({ append: parts.append, db, maps, now, log });
  const queries = createMonitorQueries(parts.queryClient);
  return {
    handlers: monitorHandlers({ db, now, queries, webhook: webhook !== undefined }),
    intake,
    addRoutes: server => addBeacon(server, intake, config.usage.products),
    addMetrics: intakeMetrics(intake),
    jobs: [
      ...alertJobs({ db, queries, webhook, now, fetch: parts.fetch ?? fetch, log }),
      {
        name: 'delete old error groups',
        everyMs: CLEANUP_EVERY,
        scope: 'installation',
        run: at => deleteExpired(db, at),
      },
    ],
    close: () => intake.close(),
  };
};
