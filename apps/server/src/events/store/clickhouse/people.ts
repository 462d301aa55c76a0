/** Who a row is of, in ClickHouse's SQL; see `../joins.ts` and docs/usage-queries.md. */

/**
 * A relation with `person` resolved, and nullable: a user is itself; a device with a join is its user up to the join, and null after it; any
 * other device or process is itself.
 *
 * @param source a relation with `person`
 * @param time of a row in ms since 1970; of a row that stands for several events, the time of the first
 */
export const peopleOf = (source: string, time = 'time'): string => `(
  SELECT e.* EXCEPT (person), if(j.joined = 1, if(e.${time} <= j.time, toNullable(j.user), NULL), e.person) AS person
  FROM ${source} AS e
  LEFT JOIN (SELECT device, time, person AS user, 1 AS joined FROM joins) AS j ON e.person = j.device)`;
