/** The monitoring, put together: what takes beacons, what answers operators, what raises alerts. */
import { join } from 'node:path';
import type { MonitorConsoleCalls } from '@rollcall/contract/console';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { App } from '../../platform/context.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { QueryDoor } from '../../events/store/duck-store.ts';
import { startAlerts } from './alerts.ts';
import { addBeacon, intakeMetrics } from './beacon.ts';
import { monitorHandlers } from './console.ts';
import { createIntake, type Intake } from './intake.ts';
import { createMonitorQuestions } from './queries.ts';
import type { MonitorSettings } from './settings.ts';
import { createSourceMaps } from './source-maps.ts';
import type { StoredReport } from '../../events/stored-report.ts';

export interface MonitorApp extends Pick<App, 'db' | 'now' | 'log'> {
  readonly config: Pick<App['config'], 'web'> & {
    readonly monitor: MonitorSettings;
    readonly usage: { readonly products: readonly string[] | undefined };
  };
}

export interface MonitorParts {
  /** Makes reports durable in the log of usage; rejects where it can't. */
  readonly append: (reports: readonly StoredReport[]) => Promise<unknown>;
  readonly door: QueryDoor;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch;
}

export interface Monitor {
  /** The console's rows about monitoring. */
  readonly handlers: ConsoleHandlers<keyof MonitorConsoleCalls>;
  readonly intake: Intake;
  /** Adds the beacon's address. */
  add(server: FastifyInstance): void;
  /** What `/metrics` says of it. */
  readonly metrics: (registry: Registry) => void;
  /** Works off what waits; to be called before the log is closed. */
  close(): Promise<void>;
}

/** Opens the monitoring on a migrated database, and starts looking at the alerts' rules. */
export const createMonitor = (app: MonitorApp, parts: MonitorParts): Monitor => {
  const { config, db, now, log } = app;
  const { webhook } = config.monitor;
  const maps = createSourceMaps(join(config.web, 'maps'), {
    now,
    warn: (error, script) => log.warn({ err: error, script }, 'a source map could not be read'),
  });
  const intake = createIntake({ append: parts.append, db, maps, now, log });
  const questions = createMonitorQuestions(parts.door);
  const alerts = startAlerts({ db, questions, webhook, now, fetch: parts.fetch ?? fetch, log });
  return {
    handlers: monitorHandlers({ db, now, questions, webhook: webhook !== undefined }),
    intake,
    add: server => addBeacon(server, intake, config.usage.products),
    metrics: intakeMetrics(intake),
    close: async () => {
      await alerts.close();
      await intake.close();
    },
  };
};
