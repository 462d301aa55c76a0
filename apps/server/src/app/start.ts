/** Starts the server, and stops it in reverse order. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type SignInStatistics } from '../features/console/sign-in-statistics.ts';
import { headers } from '@rollcall/contract';
import { endWithRefusal } from '../http/answers.ts';
import type { MetricObjects } from '../http/metrics.ts';
import { buildServer } from '../http/server.ts';
import type { Messages } from '../messages/messages.ts';
import type { DevelopmentRelay, DevelopmentSender } from '../messages/development.ts';
import type { AppContext } from '../http/context.ts';
import { openDatabase, type OpenDatabase } from '../platform/database/connection.ts';
import { openReplica, type Replica } from '../platform/database/replica.ts';
import { createJobLeases } from '../platform/jobs/job-leases.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Hasher } from '../platform/hasher.ts';
import { createLog } from '../platform/log.ts';
import { type Job, startScheduler } from '../platform/jobs/scheduler.ts';
import { traceMetrics } from '../platform/tracing/metrics.ts';
import type { OpenTracer } from '../platform/tracing/opentelemetry.ts';
import { withTracer } from '../platform/tracing.ts';
import { type Config, publicUrl } from './config.ts';
import { openFeatures } from './features.ts';
import { refuseIfMoved, refuseIfMoving } from './moved-mark.ts';
import { createForwarding, type Forwarding } from './forwarding.ts';
import { restorePeer } from './owner-peer.ts';
import { listenForWorkers } from './owner-socket.ts';
import { isOfOwner, rolesOf } from './role-paths.ts';
import { hasAllRoles, type Role } from './roles.ts';
import { openStoredSettings, type StoredSettings } from './stored-settings.ts';
import { startWorkers, type WorkerPlace, type Workers } from './workers.ts';

/** Time in ms for running requests to finish during shutdown. */
export const GRACE = 10_000;

export interface RunningServer {
  /** The URL on which the server listens. */
  readonly url: string;
  readonly app: AppContext & { readonly config: Config; readonly messages: Messages };
  readonly server: FastifyInstance;
  readonly database: OpenDatabase;
  /** The console's sign-in statistics; written with a delay, so tests flush them. */
  readonly signInStatistics: SignInStatistics;
  /** One-time URL that creates the console's first admin; absent if there are operators. Print it, never log it. */
  readonly adminLink?: string;
  /** What operators set; looked for every few seconds, so tests look. */
  readonly settings: StoredSettings;
  /** The jobs that this process runs. */
  readonly jobs: readonly Job[];
  /** The metrics of this process, without those of its workers. */
  readonly readMetrics: () => Promise<MetricObjects>;
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
  /** Instead of argon2id. */
  readonly hasher?: Hasher;
  /** Milliseconds instead of GRACE. */
  readonly grace?: number;
  /** Serves beside an owner, as this worker. */
  readonly worker?: WorkerPlace & { readonly relay: DevelopmentRelay };
}

/**
 * Opens the database, brings it up to date and listens; resolves when calls are answered.
 * @throws Error with a message for the operator; what was started is stopped. ConfigError where what the data folder or PostgreSQL holds was moved
 */
export const startServer = async (config: Config, options: StartOptions = {}): Promise<RunningServer> => {
  const { log = createLog(config) } = options;
  if (!config.tracing) return start(config, { ...options, log });
  const { openTracer } = await import('../platform/tracing/opentelemetry.ts');
  const tracer = await openTracer(config.tracing, { log, instance: `${hostname()}:${process.pid}` });
  return withTracer(tracer, () => start(config, { ...options, log, tracer }));
};

const start = async (
  given: Config,
  options: StartOptions & { readonly log: Logger; readonly tracer?: OpenTracer },
): Promise<RunningServer> => {
  const { now = Date.now, log, grace = GRACE, worker, hasher, tracer } = options;
  const closeStack = new CloseStack();
  // Closed last: the others' last spans are sent too.
  if (tracer) closeStack.add(tracer.close);
  let stopping = false;
  try {
    if (!worker) await refuseIfMoved(given);
    const database = await openDatabase(given, log, worker?.connection);
    closeStack.add(database.close);
    // Once connected, so that a move sees either this connection or this process its mark.
    if (!worker) await refuseIfMoving(database.pool);
    // The owner has brought it up to date.
    if (!worker) await migrate(database.pool, { log, now });
    const settings = await openStoredSettings({ db: database.db, config: given, log });
    const { config } = settings;
    const replica = openReplicaOf(config, database, log);
    if (replica) closeStack.add(replica.close);
    const context: AppContext = {
      db: database.db,
      connect: database.connect,
      now,
      log,
      ...(hasher && { hasher }),
    };
    const { features, calls, messages, signInStatistics, firstRunLink, development } = await openFeatures(
      context,
      config,
      {
        readStale: replica?.read ?? (read => read(database.db)),
        settings,
        stopping: () => stopping,
        onOpen: ({ close }) => close && closeStack.add(close),
        ...(worker ? { worker } : {}),
      },
    );
    let workers: Workers | undefined;
    const forwarding = worker && createForwarding({ socket: worker.socket, log });
    if (forwarding) closeStack.add(async () => forwarding.close());
    const owns = config.workers > 1 && !worker;
    const { server, readMetrics } = await buildServer({
      config,
      log,
      calls,
      features: tracer ? [...features, { addMetrics: traceMetrics(tracer.dropped) }] : features,
      first: [
        ...(owns ? [restorePeer] : []),
        ...(forwarding ? [forwarded(forwarding, () => stopping)] : []),
        rolesRefused(config.roles),
      ],
      roles: config.roles,
      tracer,
      behindWorkers: owns,
      otherMetrics: async () => workers?.metrics() ?? [],
      now,
      pool: database.pool,
      stopping: () => stopping,
      check: database.check,
      state: () => ({
        roles: hasAllRoles(config.roles) ? 'all' : config.roles.join(','),
        ...(replica ? { replica: replica.used() ? 'ok' : 'not used' } : {}),
        ...Object.assign({}, ...features.map(({ state }) => state?.())),
      }),
      detail: async request =>
        Object.assign(
          {},
          ...(await Promise.all(features.map(async ({ detail }) => detail?.(request)))),
        ) as object,
    });
    const jobs = features
      .flatMap(feature => feature.jobs ?? [])
      .filter(({ scope }) => scope === 'process' || (config.roles.includes('jobs') && !worker));
    const scheduler = startScheduler({ jobs, leases: createJobLeases(database.db), now, log });
    closeStack.add(() => scheduler.close());
    // Added last, closed first: no new requests from then on.
    closeStack.add(() => closeServer(server, grace, log));
    let port: number;
    if (owns) {
      const socket = await listenForWorkers(server, config.data);
      closeStack.add(socket.remove);
      const { connection } = database;
      workers = await startWorkers({
        count: config.workers,
        socket: socket.path,
        connection,
        log,
        development,
      });
      closeStack.add(workers.close);
      ({ port } = workers);
    } else {
      await server.listen({ host: config.host, port: config.port });
      ({ port } = server.server.address() as AddressInfo);
    }
    const url = publicUrl(config.host, port);
    for (const { listening } of features) await listening?.(url);
    // The configured issuer; the actual port where the default issuer has port 0.
    const origin = config.issuer === publicUrl(config.host, config.port) ? url : config.issuer;
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      stopping = true;
      log.info('stopping');
      // Closed later, after the requests: until then a long run may come to its end.
      scheduler.stop();
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
      settings,
      jobs,
      readMetrics,
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

/** Only the console reads what may be old. */
const openReplicaOf = (config: Config, primary: OpenDatabase, log: Logger): Replica | undefined => {
  if (config.databaseReplicaUrl === undefined || !config.roles.includes('console')) return undefined;
  const replica = openReplica(config.databaseReplicaUrl, { primary, size: config.databasePool, log });
  void replica.look();
  return replica;
};

/** A worker that stops says so itself at its own paths. */
const forwarded =
  (forwarding: Forwarding, stopping: () => boolean) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!isOfOwner(request.url ?? '')) return false;
    if (stopping()) response.setHeader('connection', 'close');
    forwarding.forward(request, response);
    return true;
  };

/** Refuses the paths of roles that this process lacks, and names them. */
const rolesRefused =
  (own: readonly Role[]) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const wanted = rolesOf(request.url ?? '');
    if (!wanted || wanted.some(role => own.includes(role))) return false;
    const message = `This process has not the role ${wanted.join(' or ')} (ROLLCALL_ROLES).`;
    endWithRefusal(response, 'NotFound', { [headers.requestId]: randomUUID() }, { message });
    return true;
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
