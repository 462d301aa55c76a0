/** Starts the whole server, and stops it in good order. */
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

/** Milliseconds that running requests get to finish once the server was told to stop. */
export const GRACE = 10_000;

export interface RunningServer {
  /** Where it listens. */
  readonly url: string;
  readonly app: AppContext & { readonly config: Config; readonly messages: Messages };
  readonly server: FastifyInstance;
  readonly database: OpenDatabase;
  /** What the console counts; written a moment after it happened. */
  readonly statistics: Pick<SignInStatistics, 'flush'>;
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
  const closeStack = new CloseStack();
  let stopping = false;
  try {
    const database = await openDatabase(config, log);
    closeStack.add(database.close);
    await migrate(database.pool, { log, now });
    const context: AppContext = { db: database.db, now, log };
    const { features, handlers, authorise, messages, statistics, firstRunLink, development } =
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
      pool: database.pool,
      stopping: () => stopping,
      check: database.check,
      state: () => Object.assign({}, ...features.map(({ state }) => state?.())),
    });
    const scheduler = startScheduler({ jobs: features.flatMap(({ jobs }) => jobs ?? []), now, log });
    closeStack.add(() => scheduler.close());
    // The last to be added is the first to be closed: nothing new comes in from then on.
    closeStack.add(() => closeServer(server, grace, log));
    await server.listen({ host: config.host, port: config.port });
    const { port } = server.server.address() as AddressInfo;
    const url = publicUrl(config.host, port);
    for (const { listening } of features) await listening?.(url);
    // Where people reach us, if that was said.
    const told = config.issuer === publicUrl(config.host, config.port) ? url : config.issuer;
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      stopping = true;
      log.info('stopping');
      await closeStack.close();
      log.info('stopped');
    };
    return {
      url,
      ...(firstRunLink === undefined ? {} : { adminLink: told + firstRunLink }),
      app: { ...context, config, messages },
      server,
      database,
      statistics,
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

/** What has to be closed, the last opened first; one that fails does not keep the others open. */
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
