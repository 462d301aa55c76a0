/** Who was there, in ClickHouse's SQL: rows, and beyond them the archive of what has expired. */
import { listed, type NamedColumns, peopleWith } from '../../../../events/store/clickhouse/people.ts';
import { archivedTo } from '../../../../events/store/clickhouse/tables.ts';
import type { Values } from '../../../../events/store/protocol.ts';
import { HOUR } from '../../../../events/store/tables.ts';
import type { Axis } from '../period.ts';
import type { Span, Who } from '../statements.ts';
import { pointOf } from './point.ts';
import { whereHours, whereRows, whereWho } from './where.ts';

interface Relation {
  readonly sql: string;
  readonly values: Values;
}

/** Before any point. */
export const NOWHERE = Number.MIN_SAFE_INTEGER;
/** After any time. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Conditions on the rows and on the archive of a span, and a SELECT of the latter with the form that `peopleWith` takes. */
const sourcesOf = (who: Who, span: Span, columns: NamedColumns) => {
  const rows = whereRows(who, span).and(`kind <= 2 AND time >= ${archivedTo} * ${HOUR}`);
  const archive = `active_persons_archive WHERE ${whereHours(who, span).and(`hour < ${archivedTo}`).sql}`;
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

/**
 * As `activePeople`, with a column `first`, and further rows at the point `NOWHERE`, in which `first` is when a person was active for the
 * first time ever, on whichever platform; a person may have several, of which the least is meant. Hours that are in rows and archive
 * alike do no harm.
 */
export const activePeopleAndFirsts = (who: Who, span: Span, axis: Axis): Relation => {
  const columns = [
    { sql: pointOf(axis, 'hour'), as: 'point' },
    { sql: String(NEVER), as: 'first' },
  ];
  const { rows, archived } = sourcesOf(who, span, columns);
  const ever = whereWho(who, { platform: false });
  const firsts = `
    SELECT ${NOWHERE} AS point, earliest AS first, who, earliest AS first_time
    FROM (
      SELECT assumeNotNull(person) AS who, minIf(time, kind <= 2) AS earliest FROM events WHERE ${ever.sql}
      GROUP BY person HAVING countIf(kind <= 2) > 0 AND person IS NOT NULL
      UNION ALL
      SELECT person AS who, min(first_at) AS earliest FROM active_persons_archive WHERE ${ever.sql} GROUP BY person
    )`;
  return {
    sql: peopleWith(columns, rows.sql, { sql: `${archived} UNION ALL ${firsts}` }),
    values: { ...ever.values, ...rows.values },
  };
};
