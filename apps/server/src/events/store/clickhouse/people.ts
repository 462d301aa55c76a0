/** Who a row is of, in ClickHouse's SQL; see `../joins.ts` and docs/usage-queries.md. */

/**
 * A relation with `person` resolved, and nullable: a user is itself; a device with a join is its user up to the join, and null after it; any
 * other device or process is itself.
 *
 * @param source a relation with `person`
 * @param time of a row in ms since 1970; of a row that stands for several events, the time of the first
 * @param devices a relation of one column, of whose devices alone joins are read; by default of all
 */
export const peopleOf = (source: string, time = 'time', devices?: string): string => `(
  SELECT e.* EXCEPT (person), if(j.joined = 1, if(e.${time} <= j.time, toNullable(j.user), NULL), e.person) AS person
  FROM ${source} AS e LEFT JOIN ${joinsOf(devices)} AS j ON e.person = j.device)`;

/** As `peopleOf`, without the rows of no one; `person` is not nullable, which makes it a faster key of groups. */
const knownPeopleOf = (source: string, devices: string | undefined, time = 'time'): string => `(
  SELECT e.* EXCEPT (person), if(j.joined = 1, j.user, assumeNotNull(e.person)) AS person
  FROM ${source} AS e LEFT JOIN ${joinsOf(devices)} AS j ON e.person = j.device
  WHERE e.person IS NOT NULL AND (j.joined = 0 OR e.${time} <= j.time))`;

const joinsOf = (devices: string | undefined): string =>
  `(SELECT device, time, person AS user, 1 AS joined FROM joins${
    devices === undefined ? '' : ` WHERE device IN ${devices}`
  })`;

/** A relation of the rows of `events` that bear a user, who is `person`. */
const usersOf = (columns: string, where: string): string =>
  `(SELECT ${columns}, assumeNotNull(person) AS person FROM events WHERE ${where} AND user_id IS NOT NULL)`;

/**
 * Rows of `events` with `person` resolved as `peopleOf` does, without those of no one. Only rows without a user are looked up among the joins,
 * and of these only the joins of their devices are read: both are few, and the look-up costs more than what else is done with a row.
 *
 * @param columns of `events`, or expressions with a name; `time` among them
 * @param where condition on rows of `events`
 */
export const rowsOfPeople = (columns: string, where: string): string => {
  const others = `events WHERE ${where} AND user_id IS NULL`;
  return `(
  SELECT * FROM ${usersOf(columns, where)}
  UNION ALL
  SELECT * FROM ${knownPeopleOf(`(SELECT ${columns}, person FROM ${others})`, `(SELECT person FROM ${others})`)})`;
};

/** Expressions with a name. */
export type NamedColumns = readonly { readonly sql: string; readonly as: string }[];

/** Names expressions. */
export const listed = (columns: NamedColumns): string =>
  columns.map(({ sql, as }) => `${sql} AS ${as}`).join(', ');

/**
 * A relation of columns of `events` and `person`, without the rows of no one; a row of a user may come many times. Where rows of a device
 * without a user have equal columns, they are one row here, which counts if the first event does: that is after the join only if all are.
 *
 * @param where condition on rows of `events`
 * @param more a SELECT of further rows that are looked up: the columns, `person`, and `first_time` of the first event; and one of their
 * devices, of all by default
 */
export const peopleWith = (
  columns: NamedColumns,
  where: string,
  more?: { readonly sql: string; readonly devices?: string },
): string => {
  const names = columns.map(({ as }) => as).join(', ');
  const others = `events WHERE ${where} AND user_id IS NULL`;
  const firsts = `SELECT ${listed(columns)}, person, min(time) AS first_time FROM ${others} GROUP BY ${names}, person`;
  const devices = more ? more.devices && ` UNION ALL ${more.devices}` : '';
  return `(
  SELECT ${names}, person FROM ${usersOf(listed(columns), where)}
  UNION ALL
  SELECT ${names}, person FROM ${knownPeopleOf(
    more ? `(${firsts} UNION ALL ${more.sql})` : `(${firsts})`,
    devices === undefined ? undefined : `(SELECT person FROM ${others}${devices})`,
    'first_time',
  )})`;
};

/** As `rowsOfPeople`, for a condition that leaves next to no rows: they are read twice, and most of the joins are not. */
export const fewRowsOfPeople = (columns: string, where: string): string =>
  peopleOf(
    `(SELECT ${columns}, person FROM events WHERE ${where})`,
    'time',
    `(SELECT person FROM events WHERE ${where} AND user_id IS NULL)`,
  );
