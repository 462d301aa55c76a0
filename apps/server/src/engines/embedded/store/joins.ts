/**
 * One person, two names: a device is *joined* to the user of its earliest event that bears both. Rows keep the name that they came
 * with; whose they are is told when they are read (`peopleOf`), so a join that comes, changes or goes rewrites no row.
 *
 * `device_users` has the earliest event of each user of a device: the next user takes over where the first is erased.
 *
 * A page can claim any user and device, so this serves sums alone: exports and erasures go by the names in the rows.
 */

/** The columns of both tables; `flags` are those of the event that joins. A null `person` in `join_changes` says that the device has no join any more. */
export const joinColumns = {
  device: 'BIGINT',
  time: 'BIGINT',
  sequence: 'BIGINT',
  id: 'UUID',
  flags: 'UTINYINT',
  person: 'BIGINT',
} as const;

/**
 * A relation with `person` resolved: a user is itself; a device with a join is its user up to the join, and null after it; any
 * other device or process is itself.
 *
 * @param source a relation with `person` and `identified`: who is known as a user is not looked up, which would take long
 * @param time of a row in ms since 1970; of a row that stands for several events, the time of the first
 */
export const peopleOf = (source: string, time = 'time'): string => `(
  select e.* replace (case when j.device is null then e.person when e.${time} <= j.time then j.person end as person)
  from ${source} e left join joins j on j.device = case when e.identified is not true then e.person end)`;

/**
 * As `peopleOf`, for so few rows that reading every join would take longer than all else. The devices are a list that becomes rows again,
 * of which the database expects few: it keeps those at hand and passes the joins by, where else it would keep the joins.
 *
 * @param source the name of a relation with `person`, `identified` and `time`
 */
export const fewPeopleOf = (source: string): string => `(
  select e.* replace (case when j.device is null then e.person when e.time <= j.time then j.person end as person)
  from ${source} e left join (
    select device, time, person from joins where device in (
      select unnest(devices) from (select list(distinct person) as devices from ${source} where identified is not true))
  ) j on j.device = e.person)`;
