/** Deletes error groups not seen for 90 days, alerts that ended before that, unused releases, and source maps of old ones. */
import { type Kysely, sql } from 'kysely';
import { lastSeen } from './newest-release.ts';
import { endedUses, expiredSourceMaps } from './source-map-store.ts';
import { batchDelete } from '../../platform/database/batch-delete.ts';
import type { Database } from '../../platform/database/schema.ts';

const DAY = 24 * 3_600_000;
const RETENTION_DAYS = 90;
/** @param at milliseconds since 1970. @returns the number of deleted rows */
export const deleteExpired = async (db: Kysely<Database>, at: number): Promise<number> => {
  const before = sql`${new Date(at - RETENTION_DAYS * DAY)}::timestamptz`;
  let total = 0;
  for (const [table, over] of [
    // Ignored groups stay: one that recurs would be shown as new.
    ['error_groups', sql`last_seen < ${before} and status <> 'ignored'`],
    ['alert_episodes', sql`ended_at < ${before}`],
    ['alert_messages', sql`episode_id is null and next_at < ${before}`],
    [
      'monitor_releases',
      sql`${lastSeen('monitor_releases')} < ${before} and not exists (
      select from error_group_releases g where g.release = monitor_releases.release)`,
    ],
    ['source_maps', expiredSourceMaps(at)],
    ['source_map_uses', endedUses],
  ] as const) {
    total += await batchDelete(db, table, over);
  }
  return total;
};
