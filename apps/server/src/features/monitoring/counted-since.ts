/** Since when page views of an error group, or of one of its releases, are counted. */
import { type RawBuilder, sql } from 'kysely';

/**
 * Null: none was counted. Servers of the release before 0071 count without saying since when; as that migration entered it for all that was
 * counted before it, it is the row's first occurrence or, for an older row, the migration at the earliest.
 * @param table the name of the one whose row is read or updated
 */
export const countedSince = (table: 'error_groups' | 'g' | 'error_group_releases'): RawBuilder<Date | null> =>
  sql<Date | null>`coalesce(${sql.ref(`${table}.pages_since`)}, case when ${sql.ref(`${table}.pages`)} > 0
    then greatest(${sql.ref(`${table}.first_seen`)}, (select applied_at from migrations where name = '0071_pages_since.sql')) end)`;
