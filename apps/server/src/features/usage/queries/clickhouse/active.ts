/** Who was active, in ClickHouse's SQL: rows, and beyond them the archive of what has expired. */
import { peopleOf, rowsOfPeople } from '../../../../events/store/clickhouse/people.ts';
import { archivedTo } from '../../../../events/store/clickhouse/tables.ts';
import type { Values } from '../../../../events/store/protocol.ts';
import { HOUR } from '../../../../events/store/tables.ts';
import type { Span, Who } from '../statements.ts';
import { whereHours, whereRows, whereWho } from './where.ts';

interface Relation {
  readonly sql: string;
  readonly values: Values;
}

/** A relation with `hour`, `platform` and `person`, resolved, of the active events of a span; of expired ones a row for each hour. */
export const activePeople = (who: Who, span: Span): Relation => {
  const rows = whereRows(who, span).and(`kind <= 2 AND time >= ${archivedTo} * ${HOUR}`);
  const hours = whereHours(who, span).and(`hour < ${archivedTo}`);
  const archived = `(SELECT hour, platform, first_at, person FROM active_persons_archive WHERE ${hours.sql})`;
  return {
    sql: `(
      SELECT hour, platform, person FROM ${rowsOfPeople('time, hour, platform', rows.sql)}
      UNION ALL
      SELECT hour, platform, person FROM ${peopleOf(archived, 'first_at')})`,
    values: rows.values,
  };
};

/**
 * A relation with `person`, resolved, and `time`, at which it was active for the first time ever, on whichever platform; a person may have
 * several rows, of which the least is meant. Hours that are in rows and archive alike do no harm.
 */
export const firstTimes = (who: Who): Relation => {
  const { sql, values } = whereWho(who, { platform: false });
  return {
    sql: peopleOf(`(
      SELECT person, minIf(time, kind <= 2) AS time FROM events WHERE ${sql} GROUP BY person HAVING countIf(kind <= 2) > 0
      UNION ALL
      SELECT person, min(first_at) AS time FROM active_persons_archive WHERE ${sql} GROUP BY person)`),
    values,
  };
};
