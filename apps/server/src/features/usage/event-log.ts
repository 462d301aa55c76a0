/** Opens the event log that the configuration names. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '../../http/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { withPackages } from '../../platform/optional-packages.ts';
import { type Disk, realDisk } from '../../events/log/disk.ts';
import type { EventLog, Offset } from '../../events/log/event-log.ts';
import { openSegmentLog } from '../../events/log/segment-log.ts';
import { hasOutsideEngines, type UsageSettings } from './settings.ts';

export interface OpenEventLog {
  readonly log: EventLog;
  /**
   * Milliseconds that the event store is behind, whichever processes load it; absent where this process loads everything.
   * @throws Error where it can't be told now
   */
  readonly lag?: () => Promise<number>;
}

/**
 * In `ROLLCALL_DATA/usage`, or in NATS.
 * @param loadedTo called if the log is empty: the offset that the store is loaded to, 0 for a new store
 * @throws Error in words for the operator where another process holds the folder, or it can't be read
 */
export const openEventLog = async (
  {
    config,
    db,
    now,
    log: logger,
  }: AppContext & { readonly config: { readonly data: string; readonly usage: UsageSettings } },
  {
    loadedTo,
    disk = realDisk,
  }: { readonly loadedTo: (log: string) => Promise<Offset>; readonly disk?: Disk },
): Promise<OpenEventLog> => {
  const folder = join(config.data, 'usage');
  // Ids of events were kept here before the event store left out what it has.
  await rm(join(folder, 'ids'), { recursive: true, force: true });
  const { nats, diskBytes } = config.usage;
  if (!nats) {
    const log = await openSegmentLog({
      folder: join(folder, 'log'),
      diskBytes,
      from: async (empty, identity) => (empty ? loadedTo(identity) : 0),
      log: logger,
      disk,
    });
    return { log };
  }
  // A server whose log is in files does not load the client of NATS.
  const [{ JetStreamLog }, { installationLag }] = await withPackages(
    'ROLLCALL_NATS_URL',
    ['@nats-io/jetstream', '@nats-io/transport-node'],
    () =>
      Promise.all([
        import('../../events/log/jetstream/jetstream-log.ts'),
        import('../../events/partitions/installation-lag.ts'),
      ]),
  );
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    transaction(db, async trx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`stream ${nats.stream}`}, 0))`.execute(trx);
      return work();
    });
  const log = new JetStreamLog({ ...nats, log: logger, alone });
  return {
    log,
    ...(hasOutsideEngines(config.usage) ? { lag: () => installationLag({ log, db, now }) } : {}),
  };
};
