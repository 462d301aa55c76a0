/** Starts the server, and stops it in reverse order. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type SignInStatistics } from '../features/console/sign-in-statistics.ts';
import { buildServer } from '../http/server.ts';
import type { Messages } from '../messages/messages.ts';
import type { DevelopmentSender } from '../messages/development.ts';
import type { AppContext } from '../http/context.ts';
import { openDatabase, type OpenDatabase } from '../platform/database/connection.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLog } from '../platform/log.ts';
import { startScheduler } from '../platform/scheduler.ts';
import { type Config, publicUrl } from './config.ts';
import { openFeatures } from './features.ts';

/** Time in ms for running requests to finish during shutdown. */
export const GRACE = 10_000;

export interface RunningServer {
  /** The URL on which the server listens. */
  readonly url: string;
  readonly app: AppContext & { readonly config: Config; readonly messages: Messages };
  readonly server: FastifyInstance;
  readonly database: OpenDatabase;
  /** The console's sign-in statistics; written with a delay, so tests flush them. */
  readonly signInStatistics: Pick<SignInStatistics, 'flush'>;
  /** One-time URL that creates the console's first admin; absent if there are operators. Print it, never log it. */
  readonly adminLink?: string;
  /** The development sender; undefined unless configured. */
  readonly development: DevelopmentSender | undefined;
  /** Resolves if the embedded database ends unexpectedly; the process must exit then. Absent with a database by URL. */
  readonly ended?: Promise<unknown>;
  /**
   * Stops listening, waits for running requests (GRACE), closes the features and the database, stops the embedded one.
   * Idempotent.
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
 * @throws Error with a message for the operator; what was started is stopped.
 */
export const startServer = async (config: Config, options: StartOptions = {}): Promise<RunningServer> => {
  const { now = Date.now, log = createLog(config), grace = GRACE } = options;
  const closeStack = new CloseStack();
  let stopping = false;
  try {
    const database = await openDatabase(config, log);
    closeStack.add(database.close);
    await migrate(database.pool, { log, now });
    const context: AppContext = { db: database.db, now, log };
    const { features, handlers, authorise, messages, signInStatistics, firstRunLink, development } =
      await openFeatures(context, config, {
        stopping: () => stopping,
        onOpen: ({ close }) => close && closeStack.add(close),
      });
    const server = await buildServer({
      config,
      log,
      handlers,
      authorise,
      features,
      now,
      pool: database.pool,
      stopping: () => stopping,
      check: database.check,
      state: () => Object.assign({}, ...features.map(({ state }) => state?.())),
    });
    const scheduler = startScheduler({ jobs: features.flatMap(({ jobs }) => jobs ?? []), now, log });
    closeStack.add(() => scheduler.close());
    // Added last, closed first: no new requests from then on.
    closeStack.add(() => closeServer(server, grace, log));
    await server.listen({ host: config.host, port: config.port });
    const { port } = server.server.address() as AddressInfo;
    const url = publicUrl(config.host, port);
    for (const { listening } of features) await listening?.(url);
    // The configured issuer; the actual port where the default issuer has port 0.
    const origin = config.issuer === publicUrl(config.host, config.port) ? url : config.issuer;
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      stopping = true;
      log.info('stopping');
      await closeStack.close();
      log.info('stopped');
    };
    return {
      url,
      ...(firstRunLink === undefined ? {} : { adminLink: origin + firstRunLink }),
      app: { ...context, config, messages },
      server,
      database,
      signInStatistics,
      development,
      ...(database.ended ? { ended: database.ended } : {}),
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    await closeStack
      .close()
      .catch((second: unknown) => log.error({ err: second }, 'could not stop in good order'));
    throw error;
  }
};

/** Close functions, run in reverse order; one that fails does not prevent the others. */
class CloseStack {
  readonly #closeStack: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closeStack.push(close);
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closeStack.pop(); close; close = this.#closeStack.pop()) {
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
