/** Deletes error groups that were not seen for 90 days, and alert episodes that ended as long ago. */
import { type Kysely, sql } from 'kysely';
import { batchDelete } from '../../platform/database/batch-delete.ts';
import type { Database } from '../../platform/database/schema.ts';

const DAY = 24 * 3_600_000;
export const RETENTION_DAYS = 90;
/** @param at milliseconds since 1970. @returns how many rows went */
export const deleteExpired = async (db: Kysely<Database>, at: number): Promise<number> => {
  const before = sql`${new Date(at - RETENTION_DAYS * DAY)}::timestamptz`;
  let total = 0;
  for (const [table, over] of [
    // An ignored one that comes back would be shown as new; it stays.
    ['error_groups', sql`last_seen < ${before} and status <> 'ignored'`],
    ['alert_episodes', sql`ended_at < ${before}`],
    [
      'monitor_releases',
      sql`first_seen < ${before} and not exists (
      select from error_group_releases g where g.release = monitor_releases.release)`,
    ],
  ] as const) {
    total += await batchDelete(db, table, over);
  }
  return total;
};
