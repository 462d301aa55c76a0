/** How far the event store is behind the stream, whichever processes load it. */
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import type { JetStreamLog } from '../log/jetstream-log.ts';

/**
 * The age in milliseconds of the oldest record that no loader has loaded, by the clock of NATS; 0 where there is none.
 * @throws Error where NATS or PostgreSQL can't be reached now
 */
export const installationLag = async ({
  log,
  db,
  now,
}: {
  readonly log: Pick<JetStreamLog, 'identity' | 'partitions' | 'partition'>;
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): Promise<number> => {
  const rows = await db
    .selectFrom('usage_partitions')
    .select(['partition', 'loaded_to'])
    .where('log', '=', await log.identity())
    .execute();
  const loaded = new Map(rows.map(row => [row.partition, row.loaded_to]));
  const times = await Promise.all(
    Array.from({ length: log.partitions }, (_, number) =>
      log.partition(number).appendedAt(loaded.get(number) ?? 0),
    ),
  );
  const oldest = Math.min(...times.map(time => time ?? Number.POSITIVE_INFINITY));
  return oldest === Number.POSITIVE_INFINITY ? 0 : Math.max(0, now() - oldest);
};
