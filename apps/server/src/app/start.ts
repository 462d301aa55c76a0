/** Starts the whole server, and stops it in good order. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAccounts } from '../features/accounts/accounts.ts';
import type { App } from '../platform/context.ts';
import { createCaptcha } from '../features/human-verification/human-verification.ts';
import { watchFailures } from '../features/human-verification/failures.ts';
import { type Config, publicUrl } from './config.ts';
import { createConsole, refusalNamesOf } from '../features/console/console.ts';
import { createTallies, type Tallies } from '../features/console/sign-in-statistics.ts';
import { openDatabase, type OpenDatabase } from '../platform/database/connection.ts';
import { migrate } from '../platform/database/migrate.ts';
import { buildServer } from '../http/server.ts';
import { createLog } from '../platform/log.ts';
import { createDevelopmentSender, type DevelopmentSender } from '../messages/development.ts';
import { createMessages } from '../messages/send.ts';
import { createSenders } from '../messages/senders.ts';
import { databasePictures } from '../pictures/database-pictures.ts';
import { folderPictures } from '../pictures/folder-pictures.ts';
import { usageQuestionHandlers } from '../features/usage/queries/handlers.ts';
import { DuckQuestions } from '../features/usage/queries/queries.ts';
import { addSample } from '../features/usage/sample/routes.ts';
import { requestJob } from '../features/usage/data/jobs.ts';
import { SampleData } from '../features/usage/sample/sample-data.ts';
import { createMonitor } from '../features/monitoring/monitoring.ts';
import { DuckStore } from '../events/store/duck-store.ts';
import { startRetention } from '../events/store/retention.ts';
import { openUsage } from '../features/usage/usage.ts';

/** Milliseconds that running requests get to finish once the server was told to stop. */
export const GRACE = 10_000;

export interface RunningServer {
  /** Where it listens. */
  readonly url: string;
  readonly app: App;
  readonly server: FastifyInstance;
  readonly database: OpenDatabase;
  /** What the console counts; written a moment after it happened. */
  readonly tallies: Pick<Tallies, 'flush'>;
  /** Where the first admin of the console is made, once; absent where there are operators. To be shown to whoever starts it alone. */
  readonly adminLink?: string;
  /** Outside production: what was sent. */
  readonly development: DevelopmentSender | undefined;
  /** Resolves if the embedded database ends by itself; the server is of no use then. Absent with a database by URL. */
  readonly ended?: Promise<unknown>;
  /**
   * Takes no new connection, lets running requests finish (ten seconds at most), then closes the database and stops
   * the embedded one. May be called again.
   */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** The clock, milliseconds since 1970. */
  readonly now?: () => number;
  readonly log?: Logger;
  /** Milliseconds instead of GRACE. */
  readonly grace?: number;
}

/**
 * Opens the database, brings it up to date and listens; resolves when calls are answered.
 * @throws Error in words for the operator; what was started is stopped again.
 */
export const startServer = async (config: Config, options: StartOptions = {}): Promise<RunningServer> => {
  const { now = Date.now, log = createLog(config), grace = GRACE } = options;
  const closers = new Closers();
  try {
    const database = await openDatabase(config, log);
    closers.add(database.close);
    await migrate(database.pool, { log, now });
    const development = config.senders.includes('development') ? createDevelopmentSender(now) : undefined;
    const senders = createSenders(config.senders, config.messages, development);
    if (senders.length === 0)
      log.warn('no message sender is configured (ROLLCALL_SENDERS): no code can be sent');
    const { db } = database;
    const tallies = createTallies({ db, now, log, names: refusalNamesOf(config.secret) });
    closers.add(tallies.close);
    const app: App = { config, db, now, log, messages: createMessages(senders, log, tallies.message) };
    const pictures =
      config.pictures === 'folder'
        ? folderPictures(join(config.data, 'pictures'))
        : databasePictures(database.db, now);
    const captcha = createCaptcha(app);
    closers.add(async () => captcha.close());
    const accounts = await createAccounts({
      ...app,
      verification: captcha.verification,
      pictures,
      // What was reported under the account goes too; a job, as it takes its time.
      onDeletion: async (within, accountId) => {
        await requestJob(within, {
          kind: 'erasure',
          subject: { user: accountId },
          accountId: null,
          at: now(),
        });
      },
    });
    closers.add(accounts.close);
    const store = new DuckStore({
      folder: join(config.data, 'usage/store'),
      memory: config.usage.storeBytes,
      log,
      now,
    });
    closers.add(() => store.close());
    const retention = startRetention(store, { days: config.usage.keepDays, now, log });
    closers.add(async () => retention.stop());
    let stopping = false;
    const usage = await openUsage(app, {
      store,
      // A store that is not there yet need not be started for this.
      loadedTo: async () => (existsSync(join(config.data, 'usage/store')) ? store.loadedTo() : 0),
      authorise: accounts.authorise,
      stopping: () => stopping,
    });
    closers.add(usage.close);
    const monitor = createMonitor(app, { append: reports => usage.appendReports(reports), door: store });
    closers.add(monitor.close);
    const console = await createConsole(app, {
      captcha,
      senders,
      usageLag: async () => usage.lag(),
      handlers: {
        ...usageQuestionHandlers(new DuckQuestions({ door: store, now })),
        ...usage.consoleHandlers,
        ...monitor.handlers,
      },
    });
    closers.add(console.close);
    const handlers = {
      ...tallies.watch(watchFailures(accounts.handlers, captcha.watch)),
      ...captcha.handlers,
      ...usage.handlers,
    };
    const server = await buildServer(app, handlers, {
      authorise: accounts.authorise,
      jwks: accounts.jwks,
      pool: database.pool,
      pictures,
      console,
      usage,
      monitor,
      development,
      stopping: () => stopping,
      check: database.check,
      state: () => ({ usage: usage.state() }),
    });
    const sample = addSample(server, new SampleData(store, now), join(config.data, 'usage'));
    closers.add(sample.close);
    // The last to be added is the first to be closed: nothing new comes in from then on.
    closers.add(() => closeServer(server, grace, log));
    await server.listen({ host: config.host, port: config.port });
    const { port } = server.server.address() as AddressInfo;
    const url = publicUrl(config.host, port);
    await sample.open(url);
    // Where people reach us, if that was said.
    const told = config.issuer === publicUrl(config.host, config.port) ? url : config.issuer;
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      stopping = true;
      log.info('stopping');
      await closers.close();
      log.info('stopped');
    };
    return {
      url,
      ...(console.startLink === undefined ? {} : { adminLink: told + console.startLink }),
      app,
      server,
      database,
      tallies,
      development,
      ...(database.ended ? { ended: database.ended } : {}),
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    await closers
      .close()
      .catch((second: unknown) => log.error({ err: second }, 'could not stop in good order'));
    throw error;
  }
};

/** What has to be closed, the last opened first; one that fails does not keep the others open. */
class Closers {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}

const closeServer = async (server: FastifyInstance, grace: number, log: Logger): Promise<void> => {
  const late = setTimeout(() => {
    log.warn({ ms: grace }, 'requests did not finish in time; their connections are closed');
    server.server.closeAllConnections();
  }, grace);
  try {
    await server.close();
  } finally {
    clearTimeout(late);
  }
};
