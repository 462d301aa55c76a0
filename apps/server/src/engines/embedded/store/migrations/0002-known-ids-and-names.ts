/**
 * Version 2: the table of ids without a row of `events` to find them by (see `dedupe.ts`), sums of durations that can't overflow, and the
 * names by which the tables are known.
 */
const idTime = "('0x' || replace(substr(id::varchar, 1, 13), '-', ''))::bigint";

export const knownIdsAndNames: readonly string[] = [
  'create table known_ids (id uuid, received bigint, erased boolean)',
  // Rows that the search by time does not find; the bounds are those of `dedupe.ts` at this version.
  `insert into known_ids select id, received, false from events
    where ${idTime} not between received - 2678400000 and received + 300000`,
  'alter table hourly alter column duration type hugeint',
  'alter table presence rename to active_persons',
  'alter table moves rename column moves to transitions',
  'alter table moves rename to transitions',
  'alter table touched rename to dirty_hours',
  "update meta set name = 'watermark' where name = 'paths_to'",
];
