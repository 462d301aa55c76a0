/**
 * Version 5: which persons are users, since only those of the others are looked up among the joins (see `joins.ts`). Rows of `events` from before
 * don't say it, so that not all of them have to be written; they are looked up as before. A user whose rows have expired is not known as one.
 */
const users = 'select person from events where user_id is not null';

export const identified: readonly string[] = [
  'alter table events add column identified boolean',
  'alter table active_persons add column identified boolean',
  `update active_persons set identified = coalesce(person in (${users}), false)`,
  'alter table first_seen add column identified boolean',
  `update first_seen set identified = coalesce(person in (${users}), false)`,
];
