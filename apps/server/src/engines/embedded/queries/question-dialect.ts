/** The statements of questions in DuckDB's SQL. */
import type { QuestionDialect } from '../../../features/usage/questions/dialect.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { duckDialect } from '../store/dialect.ts';
import { peopleOf } from '../store/joins.ts';
import { pointOf } from './point.ts';
import { whereHours, whereWho } from './where.ts';

const rowOf = (by: readonly string[]) => (by.length === 1 ? by[0] : `row(${by.join(', ')})`);

export const duckQuestions: QuestionDialect = {
  text: duckDialect.text,
  integer: duckDialect.integer,
  number: name => `$${name}::double`,
  lower: duckDialect.lower,
  contains: (text, part) => `contains(${text}, ${part})`,
  matches: (text, pattern) => `regexp_matches(${text}, ${pattern})`,
  cut: (text, characters) => `left(${text}, ${characters})`,
  // A JSON pointer, in which ~ and / are escaped.
  fieldName: field => `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  // Null of what is no JSON. To look whether it is would read it twice.
  fieldText: (column, name) => `try(json_extract_string(${column}, ${name}))`,
  // The text of JSON: of a string it has quotes, so that it is no number.
  fieldNumber: (column, name) => `try_cast(try(json_extract(${column}, ${name}))::varchar as double)`,
  discrete: (value, percent) => `quantile_disc(${value}, ${percent / 100})`,
  first: (value, by) => `arg_min(${value}, ${rowOf(by)})`,
  last: (value, by) => `arg_max(${value}, ${rowOf(by)})`,
  latest: value => `last_value(${value} ignore nulls)`,
  optional: column => column,
  isIn: (value, select) => `${value} in (${select})`,
  string: value => `(${value})::varchar`,
  sorted: (values, place) => `list_sort([${values.join(', ')}])[${place}]`,
  float: value => `(${value})::double`,
  id: 'id',
  who: ['identified'],
  as: 'as materialized',
  hour: time => `(${time} // ${HOUR})`,
  point: pointOf,
  rows: who => whereWho(who),
  hours: who => whereWho(who),
  durations: (who, span) => {
    const where = whereHours(who, span);
    return {
      sql: `(select kind, key, step, events as times, 0 as duration from durations where ${where.sql}
        union all select kind, key, -1, 0, duration from hourly where ${where.sql})`,
      values: where.values,
    };
  },
  people: peopleOf,
  active: (who, span, axis) => {
    const where = whereHours(who, span);
    return {
      sql: `(select distinct ${pointOf(axis, 'hour')} as point, person
        from ${peopleOf(`(select * from active_persons where ${where.sql})`, 'first_at')} where person is not null)`,
      values: where.values,
    };
  },
  firsts: who => {
    const where = whereWho(who);
    const rows = `(select person, identified, first_at from first_seen where ${where.sql})`;
    return {
      sql: `(select person, min(first_at) as first_time from ${peopleOf(rows, 'first_at')} where person is not null group by person)`,
      values: where.values,
    };
  },
};
