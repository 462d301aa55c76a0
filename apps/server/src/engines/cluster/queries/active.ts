/** Who was there, in ClickHouse's SQL: out of rows and, beyond them, the archive of what has expired. */
import { dayOf, everFirst } from '../store/days.ts';
import { knownPeopleOf, peopleWith } from '../store/people.ts';
import { archivedTo } from '../store/tables.ts';
import { kept } from '../store/waiting.ts';
import { HOUR } from '../../../events/store/counting.ts';
import type { QuestionDialect } from '../../../features/usage/questions/dialect.ts';
import { pointOf } from './point.ts';
import { whereHours, whereRows, whereWho } from './where.ts';

const ARCHIVE = 'active_persons_archive';

export const activePeople: QuestionDialect['active'] = (who, span, axis) => {
  const columns = [{ sql: pointOf(axis, 'hour'), as: 'point' }];
  const rows = whereRows(who, span).and(`kind <= 2 AND time >= ${archivedTo} * ${HOUR}`);
  const archive = `${ARCHIVE} WHERE ${whereHours(who, span).and(`hour < ${archivedTo}`).and(kept.archive).sql}`;
  const archived = {
    sql: `SELECT ${pointOf(axis, 'hour')} AS point, person AS who, first_at AS first_time FROM ${archive}`,
    devices: `SELECT person AS who FROM ${archive}`,
  };
  return { sql: peopleWith(columns, rows.sql, archived), values: rows.values };
};

/** Hours that are in rows and archive alike do no harm. */
export const firstTimes: QuestionDialect['firsts'] = (who, to) => {
  const where = whereWho(who);
  const firsts = `(
    SELECT who, first_time FROM (${everFirst(where.sql, dayOf(to))})
    UNION ALL
    SELECT person AS who, min(first_at) AS first_time FROM ${ARCHIVE}
    WHERE ${where.sql} AND hour < ${archivedTo} AND ${kept.archive} GROUP BY person)`;
  return {
    sql: `(SELECT person, min(earliest) AS first_time FROM ${knownPeopleOf(firsts, 'first_time AS earliest')} GROUP BY person)`,
    values: where.values,
  };
};
