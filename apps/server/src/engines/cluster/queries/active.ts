/** Who was there, in ClickHouse's SQL: by days, or by rows and, beyond them, the archive of what has expired. */
import { activeDays, activeDaysOfArchive, DAYS_AHEAD, dayOf, everFirst } from '../store/days.ts';
import { knownPeopleOf, listed, type NamedColumns, peopleWith } from '../store/people.ts';
import { archivedTo } from '../store/tables.ts';
import { kept } from '../store/waiting.ts';
import type { Values } from '../../../events/store/query-client.ts';
import { HOUR } from '../../../events/store/counting.ts';
import type { Axis } from '../../../features/usage/queries/period.ts';
import type { Span, Who } from '../../../features/usage/queries/statements.ts';
import { daySet } from './day-set.ts';
import { type DayStep, pointOf } from './point.ts';
import { type PointSet, pointSet } from './point-set.ts';
import { whereHours, whereRows, whereWho } from './where.ts';

interface Relation {
  readonly sql: string;
  readonly values: Values;
}

/** Before any point. */
const NOWHERE = Number.MIN_SAFE_INTEGER;
/** After any time. */
const NEVER = Number.MAX_SAFE_INTEGER;
const ARCHIVE = 'active_persons_archive';

/** Conditions on the rows and on the archive of a span, and a SELECT of the latter with the form that `peopleWith` takes. */
const sourcesOf = (who: Who, span: Span, columns: NamedColumns) => {
  const rows = whereRows(who, span).and(`kind <= 2 AND time >= ${archivedTo} * ${HOUR}`);
  const archive = `${ARCHIVE} WHERE ${whereHours(who, span).and(`hour < ${archivedTo}`).and(kept.archive).sql}`;
  return {
    rows,
    archived: `SELECT ${listed(columns)}, person AS who, first_at AS first_time FROM ${archive}`,
    devices: `SELECT person AS who FROM ${archive}`,
  };
};

/**
 * A relation with `point` and `person`, resolved, of the active events of a span; the same row may come many times.
 * @param by further columns, of rows and archive alike
 */
export const activePeople = (who: Who, span: Span, axis: Axis, by: NamedColumns = []): Relation => {
  const columns = [{ sql: pointOf(axis, 'hour'), as: 'point' }, ...by];
  const { rows, archived, devices } = sourcesOf(who, span, columns);
  return { sql: peopleWith(columns, rows.sql, { sql: archived, devices }), values: rows.values };
};

/** As `pointsOfPeople`, of a relation of points and persons. */
export const pointsOfRows = (relation: string, set: PointSet): string =>
  `SELECT ${set.list} AS points FROM (SELECT ${set.union('point')} FROM ${relation} GROUP BY person)`;

/** Which points of a span are asked for. */
export interface PointsOptions {
  /** The number of the last one that may come. */
  readonly last: number;
  /** Adds `first`, when a person was active for the first time ever, on whichever platform, in ms since 1970. */
  readonly firsts: boolean;
}

/** A relation of the persons who were active in a span: `points`, the numbers of those of the axis at which they were, in order. */
export const pointsOfPeople = (who: Who, span: Span, axis: Axis, options: PointsOptions): Relation =>
  axis.step !== 'hour' && hasWholeDays(span, axis)
    ? pointsByDays(who, span, axis.step, options.firsts)
    : pointsByRows(who, span, axis, options);

/** Whether the days of the axis are those of the sums. Where they are, a span is whole days; any other would be read by rows. */
const hasWholeDays = ({ from, to }: Span, { pieces }: Axis): boolean =>
  pieces.every(({ hours }) => hours === DAYS_AHEAD) &&
  [from, to].every(time => (time / HOUR + DAYS_AHEAD) % 24 === 0);

const pointsByDays = (who: Who, { from, to }: Span, step: DayStep, firsts: boolean): Relation => {
  const days = { first: dayOf(from), last: dayOf(to - 1) };
  const set = daySet(days, step);
  // A platform narrows where somebody is seen, and not when they were first.
  const narrowed = firsts && who.platform !== undefined;
  const where = whereWho(who, { platform: !narrowed });
  const options = { firsts, ...(narrowed ? { seen: "ifNull(platform, '') = {platform:String}" } : {}) };
  const { users, others } = activeDays(where.sql, days, options);
  const archive = activeDaysOfArchive(`${where.sql} AND hour < ${archivedTo}`, days, options);
  const unjoined = `(${others} UNION ALL ${archive})`;
  const its = 'first_time, block, days';
  return {
    sql: `
      SELECT ${set.list} AS points${firsts ? ', first' : ''}
      FROM (
        SELECT ${set.union}${firsts ? ', min(first_time) AS first' : ''}
        FROM (SELECT ${its}, who AS person FROM (${users})
              UNION ALL SELECT * FROM ${knownPeopleOf(unjoined, its, firsts ? undefined : `(SELECT who FROM ${unjoined})`)})
        GROUP BY person
      )
      WHERE ${set.some}`,
    values: { ...where.values, ...(narrowed ? { platform: who.platform } : {}) },
  };
};

const pointsByRows = (who: Who, span: Span, axis: Axis, { last, firsts }: PointsOptions): Relation => {
  const points = pointSet(axis.first, last);
  if (!firsts) {
    const { sql, values } = activePeople(who, span, axis);
    return { sql: pointsOfRows(sql, points), values };
  }
  const { sql, values } = activePeopleAndFirsts(who, span, axis);
  return {
    sql: `
      SELECT ${points.list} AS points, earliest AS first
      FROM (SELECT min(first) AS earliest, ${points.union('point', `point != ${NOWHERE}`)} FROM ${sql} GROUP BY person)
      WHERE ${points.some}`,
    values,
  };
};

/**
 * As `activePeople`, with a column `first`, and further rows at the point `NOWHERE`, in which `first` is when a person was active for the
 * first time ever, on whichever platform; a person may have several, of which the least is meant. Hours that are in rows and archive
 * alike do no harm.
 */
const activePeopleAndFirsts = (who: Who, span: Span, axis: Axis): Relation => {
  const columns = [
    { sql: pointOf(axis, 'hour'), as: 'point' },
    { sql: String(NEVER), as: 'first' },
  ];
  const { rows, archived } = sourcesOf(who, span, columns);
  const ever = whereWho(who, { platform: false });
  const firsts = `
    SELECT ${NOWHERE} AS point, earliest AS first, who, earliest AS first_time
    FROM (
      SELECT who, first_time AS earliest FROM (${everFirst(ever.sql, dayOf(span.to))})
      UNION ALL
      SELECT person AS who, min(first_at) AS earliest FROM ${ARCHIVE} WHERE ${ever.sql} AND hour < ${archivedTo} AND ${kept.archive} GROUP BY person
    )`;
  return {
    sql: peopleWith(columns, rows.sql, { sql: `${archived} UNION ALL ${firsts}` }),
    values: { ...ever.values, ...rows.values },
  };
};
