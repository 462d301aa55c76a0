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
  FROM ${source} AS e
  LEFT JOIN (SELECT device, time, person AS user, 1 AS joined FROM joins${
    devices === undefined ? '' : ` WHERE device IN ${devices}`
  }) AS j ON e.person = j.device)`;

/**
 * Rows of `events` with `person` resolved as `peopleOf` does. Only those without a user are looked up among the joins: they are few, and
 * the look-up costs more than everything else that is done with a row.
 *
 * @param columns of `events`, or expressions with a name; `time` among them
 * @param where condition on rows of `events`
 */
export const rowsOfPeople = (columns: string, where: string): string => `(
  SELECT ${columns}, person FROM events WHERE ${where} AND user_id IS NOT NULL
  UNION ALL
  SELECT * FROM ${peopleOf(`(SELECT ${columns}, person FROM events WHERE ${where} AND user_id IS NULL)`)})`;

/** As `rowsOfPeople`, for a condition that leaves next to no rows: they are read twice, and most of the joins are not. */
export const fewRowsOfPeople = (columns: string, where: string): string =>
  peopleOf(
    `(SELECT ${columns}, person FROM events WHERE ${where})`,
    'time',
    `(SELECT person FROM events WHERE ${where} AND user_id IS NULL)`,
  );
