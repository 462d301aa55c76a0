/** Opens the stream of NATS as an installation's event log. */
import { sql } from 'kysely';
import type { OpenEventLog } from '../../features/usage/event-log.ts';
import { pause } from '../../features/usage/loading.ts';
import type { AppContext } from '../../http/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { installationLag } from './partitions/installation-lag.ts';
import { leasedShare } from './partitions/partition-owner.ts';
import { soleLoader } from './partitions/sole-loader.ts';
import { JetStreamLog } from './log/jetstream-log.ts';
import type { NatsSettings } from '../../events/log/nats-settings.ts';

export interface StreamOptions {
  readonly nats: NatsSettings;
  /** Whether this process loads the log into the event store. */
  readonly loads: boolean;
  /** Whether other processes load into the same event store; else one process loads at a time. */
  readonly isStoreShared: boolean;
}

/** @throws AnotherProcessLoads */
export const openStream = async (
  { db, connect, now, log: logger }: AppContext,
  { nats, loads, isStoreShared }: StreamOptions,
): Promise<OpenEventLog> => {
  const release =
    loads && !isStoreShared
      ? await soleLoader(connect, error =>
          setImmediate(() => {
            // As any uncaught error, it ends the process, which its supervisor starts again.
            throw error;
          }),
        )
      : async () => {};
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    transaction(db, async trx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`stream ${nats.stream}`}, 0))`.execute(trx);
      return work();
    });
  const log = new JetStreamLog({ ...nats, log: logger, alone });
  return {
    log,
    share: isStoreShared ? leasedShare({ db, log: logger, pause }) : 'all',
    ...(isStoreShared ? { lag: () => installationLag({ log, db, now }) } : {}),
    close: async () => {
      await log.close();
      await release();
    },
  };
};
