/** The statements of questions in ClickHouse's SQL. */
import type { QuestionDialect } from '../../../features/usage/questions/dialect.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { clickHouseDialect } from '../store/dialect.ts';
import { peopleOf } from '../store/people.ts';
import { kept } from '../store/waiting.ts';
import { activePeople, firstTimes } from './active.ts';
import { jsonFieldText } from './json.ts';
import { pointOf } from './point.ts';
import { whereHours, whereWho } from './where.ts';

const raw = (column: string, name: string) => `JSONExtractRaw(ifNull(${column}, ''), ${name})`;
const rowOf = (by: readonly string[]) => `(${by.join(', ')})`;

export const clickHouseQuestions: QuestionDialect = {
  text: clickHouseDialect.text,
  integer: clickHouseDialect.integer,
  number: name => `{${name}:Float64}`,
  lower: clickHouseDialect.lower,
  contains: (text, part) => `position(${text}, ${part}) > 0`,
  matches: (text, pattern) => `match(${text}, ${pattern})`,
  cut: (text, characters) => `substringUTF8(${text}, 1, ${characters})`,
  fieldName: field => field,
  fieldText: jsonFieldText,
  // Of a string it has quotes, so that it is no number.
  fieldNumber: (column, name) => `toFloat64OrNull(${raw(column, name)})`,
  discrete: (value, percent) =>
    `if(count(${value}) = 0, NULL, arrayElement(arraySort(groupArray(${value})), intDiv(${percent} * count(${value}) + 99, 100)))`,
  first: (value, by) => `argMin(${value}, ${rowOf(by)})`,
  last: (value, by) => `argMax(${value}, ${rowOf(by)})`,
  // Aggregates leave out what is null.
  latest: value => `last_value(toNullable(${value}))`,
  optional: column => `toNullable(${column})`,
  isIn: (value, select) => `${value} GLOBAL IN (${select})`,
  string: value => `toString(${value})`,
  sorted: (values, place) => `arraySort([${values.join(', ')}])[${place}]`,
  float: value => `toFloat64(${value})`,
  id: 'toUInt128(id)',
  who: [],
  as: 'AS',
  hour: time => `intDiv(${time}, ${HOUR})`,
  point: pointOf,
  rows: who => whereWho(who).and(kept.rows),
  hours: who => whereWho(who),
  durations: (who, span) => {
    const where = whereHours(who, span);
    return {
      sql: `(SELECT kind, key, step, timed AS times, duration FROM hourly WHERE ${where.sql} AND step >= 0)`,
      values: where.values,
    };
  },
  people: peopleOf,
  active: activePeople,
  firsts: firstTimes,
};
