/** Version 2: ids that are known without a row of `events` to find them by (see `dedupe.ts`); sums of durations that can't overflow. */
export const knownIds: readonly string[] = [
  'create table known_ids (id uuid, received bigint, erased boolean)',
  'alter table hourly alter column duration type hugeint',
];
