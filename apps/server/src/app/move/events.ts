/** Moves events: what waits in the old log goes into the old store, and all that the store holds into ClickHouse. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type LoadingApp, startLoading } from '../../features/usage/loading.ts';
import { markOf } from '../../events/log/event-log.ts';
import { JetStreamLog } from '../../engines/cluster/log/jetstream-log.ts';
import { BatchRanges } from '../../engines/cluster/partitions/batch-ranges.ts';
import { ClickHouse } from '../../engines/cluster/store/client.ts';
import { ClickHouseStore } from '../../engines/cluster/store/clickhouse-store.ts';
import { compareStores } from './compare.ts';
import type { Layout } from '../../engines/cluster/store/ddl.ts';
import { ErasureQueue } from '../../engines/cluster/store/erasure-queue.ts';
import { databaseLocks } from '../../engines/cluster/store/locks.ts';
import { ensureFree, finishTakeOver, takeOver } from './take-over.ts';
import { openFile } from '../../engines/embedded/store/file.ts';
import type { OpenDatabase } from '../../platform/database/connection.ts';
import { withTimeout } from '../../platform/timeout.ts';
import type { Config } from '../config.ts';
import { openEventLog } from '../event-log.ts';
import { openEventStore } from '../event-store.ts';

/** Failures after which the old log can't be loaded. */
const FAILURES = 5;
/** Milliseconds in which NATS has to answer. */
const ANSWERS = 15_000;
/** Events between two lines about how far the move is. */
const TOLD_EVERY = 200_000;

type Write = (text: string) => void;

/**
 * Loads everything that waits in the old event log, and holds the log meanwhile and while `work` runs, so that no server takes events.
 * @param begin told of the number of events in the store before
 * @throws Error where another process holds the log, or the store does not take it
 */
export const drained = async (
  app: LoadingApp,
  begin: (events: number) => void,
  work: () => Promise<void>,
): Promise<void> => {
  const { store, loadedTo } = await openEventStore(app);
  try {
    const { log } = await openEventLog(app, { loads: true, loadedTo });
    try {
      const [stored] = await store.query<{ n: number }>('select count(*)::double as n from events');
      begin(stored?.n ?? 0);
      await loadAll(app, log, store);
      // The file is read by this process now.
      await store.close();
      await work();
    } finally {
      await log.close();
    }
  } finally {
    await store.close();
  }
};

const loadAll = async (
  app: LoadingApp,
  log: Awaited<ReturnType<typeof openEventLog>>['log'],
  store: Awaited<ReturnType<typeof openEventStore>>['store'],
): Promise<void> => {
  const over = new AbortController();
  let failures = 0;
  const { log: told } = app;
  const logger = {
    info: told.info.bind(told),
    warn: told.warn.bind(told),
    error: (fields: { readonly err?: unknown }, text: string) => {
      told.error(fields, text);
      failures += 1;
      if (failures === FAILURES) over.abort(fields.err);
    },
  } as Pick<Logger, 'info' | 'warn' | 'error'>;
  const { loaders } = startLoading(app, { log, store, logger, share: 'all' });
  try {
    await loaders.reached(await markOf(log, partition => partition.end()), over.signal);
  } finally {
    await loaders.close();
  }
};

export interface NewEngines {
  readonly config: Config;
  readonly database: Pick<OpenDatabase, 'db' | 'connect'>;
  readonly now: () => number;
  readonly log: Logger;
}

const withClickHouse = async <T>(
  { config, database, now }: NewEngines,
  work: (client: ClickHouse, layout: Layout) => Promise<T>,
): Promise<T> => {
  const { store: settings } = config.usage;
  if (settings.kind !== 'clickhouse') throw new TypeError('not ClickHouse');
  const locks = databaseLocks(database.connect);
  const { db } = database;
  const erasures = new ErasureQueue(db);
  const store = new ClickHouseStore({ ...settings, ranges: new BatchRanges(db), locks, erasures, now });
  const client = new ClickHouse(settings);
  try {
    await store.start();
    return await work(client, { database: settings.database, cluster: settings.cluster });
  } finally {
    await client.close();
    await store.close();
  }
};

/**
 * Whether NATS answers, with its stream made and empty, and ClickHouse has room for what is moved.
 * @returns whether ClickHouse holds a part of an interrupted move
 * @throws Error in words for the operator
 */
export const checkEngines = async (engines: NewEngines): Promise<boolean> => {
  const { nats } = engines.config.usage;
  if (!nats) throw new TypeError('not NATS');
  const stream = new JetStreamLog({ ...nats, log: engines.log });
  const reached = stream.connected();
  reached.catch(() => undefined);
  let messages = 0;
  try {
    await withTimeout(ANSWERS, () => reached);
    messages = await stream.messages();
  } catch (error) {
    throw new Error(`NATS does not answer: ${(error as Error).message}`, { cause: error });
  } finally {
    await stream.close();
  }
  if (messages > 0)
    throw new Error(
      `The stream ${nats.stream} of NATS holds ${messages} messages. Name another one in ROLLCALL_NATS_STREAM, or remove it.`,
    );
  return withClickHouse(engines, client => ensureFree(client));
};

/** Says in ClickHouse that the school is there: no further move is made into it. */
export const finishEvents = (engines: NewEngines): Promise<void> =>
  withClickHouse(engines, client => finishTakeOver(client));

/**
 * Moves what the old store holds, and compares every row.
 * @throws Error where something differs
 */
export const moveEvents = (
  old: Pick<Config, 'data' | 'usage'>,
  engines: NewEngines,
  write: Write,
): Promise<void> =>
  withClickHouse(engines, async (client, layout) => {
    const file = await openFile({ folder: join(old.data, 'usage/store'), memory: old.usage.storeBytes });
    try {
      let told = 0;
      await takeOver({
        store: client,
        layout,
        file: file.writer,
        progress: (done, all) => {
          if (done - told < TOLD_EVERY) return;
          told = done;
          write(`  ${done} of ${all} rows of events\n`);
        },
      });
      const compared = await compareStores(file.writer, client);
      for (const { what, there, here } of compared)
        write(`  ${what}: ${here}${there === here ? '' : ` — the old store has ${there}`}\n`);
      const wrong = compared.filter(({ there, here }) => there !== here);
      if (wrong.length > 0)
        throw new Error(
          `ClickHouse does not hold what the old store does: ${wrong.map(({ what }) => what).join('; ')}.`,
        );
    } finally {
      file.close();
    }
  });
