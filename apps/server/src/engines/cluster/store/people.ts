/** Who a row is of, in ClickHouse's SQL; see `../joins.ts` and docs/usage-queries.md. */
import { kept } from './waiting.ts';

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

/**
 * As `peopleOf`, without the rows of no one. Nothing is nullable, which makes groups by `person` and the look-up twice as fast.
 *
 * @param source a relation with `who` and `first_time`, the time of the first event that a row stands for
 * @param columns of it that stay
 * @param devices as above
 */
export const knownPeopleOf = (source: string, columns: string, devices?: string): string => `(
  SELECT ${columns}, if(j.joined = 1, j.user, e.who) AS person
  FROM ${source} AS e LEFT JOIN ${joinsOf(devices)} AS j ON e.who = j.device
  WHERE j.joined = 0 OR e.first_time <= j.time)`;

/**
 * A relation of the joins of devices, or of some: device, time, user, joined. Of who erased something and went on a device is joined again from
 * the night on.
 * @param devices a relation of one column
 */
export const joinsOf = (devices?: string): string =>
  `(SELECT device, min(first.1) AS time, argMin(person, place) AS user, 1 AS joined
    FROM device_users WHERE ${kept.joins}${devices === undefined ? '' : ` AND device IN ${devices}`} GROUP BY device)`;

/** Expressions with a name. */
export type NamedColumns = readonly { readonly sql: string; readonly as: string }[];

/** Names expressions. */
const listed = (columns: NamedColumns): string =>
  columns.map(({ sql, as }) => (sql === as ? sql : `${sql} AS ${as}`)).join(', ');
const namesOf = (columns: NamedColumns): string => columns.map(({ as }) => as).join(', ');

/** The rows of `events` of devices and processes, which bear no user. */
const rowsOfOthers = (where: string): string =>
  `events WHERE ${where} AND user_id IS NULL AND person IS NOT NULL`;

/** A SELECT of those that bear a user, who is `person`. */
const usersOf = (columns: NamedColumns, where: string): string =>
  `SELECT ${namesOf(columns)}, who AS person FROM (SELECT ${listed(columns)}, assumeNotNull(person) AS who FROM events WHERE ${where} AND user_id IS NOT NULL)`;

/** Further rows of who was where. */
export interface MoreRows {
  /** A SELECT of the columns, `who`, and `first_time`, when the first event of the row was. */
  readonly sql: string;
  /** A SELECT of the devices among them. */
  readonly devices: string;
}

/**
 * A relation of columns of `events` and `person`, without the rows of no one; a row of a user may come many times. Where rows of a device
 * without a user have equal columns, they are one row here, which counts if the first event does: that is after the join only if all are.
 *
 * @param where condition on rows of `events`
 */
export const peopleWith = (columns: NamedColumns, where: string, more: MoreRows): string => {
  const names = namesOf(columns);
  const firsts = `
    SELECT ${listed(columns)}, assumeNotNull(person) AS who, min(time) AS first_time
    FROM ${rowsOfOthers(where)} GROUP BY ${names}, who`;
  const devices = `SELECT assumeNotNull(person) AS who FROM ${rowsOfOthers(where)}`;
  return `(
  ${usersOf(columns, where)}
  UNION ALL
  SELECT * FROM ${knownPeopleOf(
    `(${firsts} UNION ALL ${more.sql})`,
    names,
    `(${devices} UNION ALL ${more.devices})`,
  )})`;
};

/** Rows of `events` with `person` resolved, for a condition that leaves next to no rows: they are read twice, and most of the joins are not. */
export const fewRowsOfPeople = (columns: string, where: string): string =>
  peopleOf(
    `(SELECT ${columns}, person FROM events WHERE ${where})`,
    'time',
    `(SELECT person FROM events WHERE ${where} AND user_id IS NULL)`,
  );
