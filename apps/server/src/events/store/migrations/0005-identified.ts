/**
 * Version 5: which persons are users, since only those of the others are looked up among the joins (see `joins.ts`). A user whose rows have
 * expired is not known as one; it is looked up in vain, as before.
 */
const users = 'select person from events where user_id is not null';

export const identified: readonly string[] = [
  'alter table events add column identified boolean',
  'update events set identified = user_id is not null',
  'alter table active_persons add column identified boolean',
  `update active_persons set identified = person in (${users})`,
  'alter table first_seen add column identified boolean',
  `update first_seen set identified = person in (${users})`,
];
