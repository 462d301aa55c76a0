/**
 * Version 6: what is derived of an event at its load, which rows from before lack; and what is known of people, whose number of changes
 * (`people_at`, see `people.ts`) says whether it is up to date.
 */
export const derivedAndPeople: readonly string[] = [
  ...['browser', 'system', 'device_class', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign'].map(
    name => `alter table events add column ${name} varchar`,
  ),
  'create table people (person bigint, grade integer, signed_up bigint, site varchar, fields varchar)',
  "insert into meta values ('people_at', 0)",
];
