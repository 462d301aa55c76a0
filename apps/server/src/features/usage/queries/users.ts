/** People: active persons, newcomers, and retention of newcomers. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { peopleOf } from '../../../events/store/joins.ts';
import type { ResultRow, Values } from '../../../events/store/protocol.ts';
import { HOUR } from '../../../events/store/tables.ts';
import type { Answer, QueryParams } from './params.ts';
import { type Axis, axisOf, type Period, periodOf } from './period.ts';
import { type QueryContext, countedRollups, type Who, whereHours, whereWho } from './scope.ts';

const DAY = 24 * HOUR;

/**
 * Two relations: `seen` (point, person), each once; and `newcomers` (point, person), those of `seen` that came for the
 * first time ever in that point and within the period. A platform narrows what is seen, not what was first.
 */
const relations = (
  who: Who,
  period: Period,
  axis: Axis,
  until: number,
): { readonly sql: string; readonly values: Values } => {
  const seen = whereHours(who, { from: period.from, to: until });
  const first = whereWho(who, { platform: false });
  return {
    sql: `
      seen as materialized (
        select distinct ${axis.point('hour')} as point, person
        from ${peopleOf(`(select * from active_persons where ${seen.sql})`, 'first_at')} where person is not null
      ), newcomers as materialized (
        select point, person from seen join (
          select ${axis.point('first')} as point, person
          from (select person, min(first_at) // ${HOUR} as first
                from ${peopleOf(`(select * from first_seen where ${first.sql})`, 'first_at')}
                where person is not null group by person)
          where first >= ${period.from / HOUR} and first < ${period.to / HOUR}
        ) using (point, person)
      )`,
    values: { ...first.values, ...seen.values },
  };
};

interface UsersRow extends ResultRow {
  readonly point: number | null;
  readonly people: number;
  readonly newcomers: number;
}

/** @throws Refusal InvalidRequest by field */
export const users = async (
  context: QueryContext,
  params: QueryParams<'getUsageUsers'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageUsers'>> => {
  const period = periodOf(params, context.now(), usageDays[params.step]);
  const axis = axisOf(period, params.step);
  const { sql, values } = relations(params, period, axis, period.to);
  const [notes, rows] = await Promise.all([
    countedRollups(context, params, period, options),
    context.client.query<UsersRow>(
      `with ${sql}
       select seen.point, count(distinct seen.person) as people, count(distinct newcomers.person) as newcomers
       from seen left join newcomers using (point, person) group by grouping sets ((seen.point), ())`,
      values,
      options,
    ),
  ]);
  const people = axis.names.map(() => 0);
  const fresh = axis.names.map(() => 0);
  let [total, totalNew] = [0, 0];
  for (const row of rows) {
    if (row.point === null) [total, totalNew] = [row.people, row.newcomers];
    else {
      people[row.point - axis.first] = row.people;
      fresh[row.point - axis.first] = row.newcomers;
    }
  }
  return { ...notes, points: [...axis.names], people, new: fresh, total, total_new: totalNew };
};

/** @throws Refusal InvalidRequest by field */
export const retention = async (
  context: QueryContext,
  params: QueryParams<'getUsageRetention'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageRetention'>> => {
  const { step, length } = params;
  const now = context.now();
  const period = periodOf(params, now, usageDays[step]);
  const span = (step === 'day' ? 1 : 7) * DAY;
  // To the end of the last requested point, and not beyond the running hour.
  const running = (Math.floor(now / HOUR) + 1) * HOUR;
  const until = Math.max(period.from + HOUR, Math.min(running, period.to + (length + 1) * span));
  const axis = axisOf(period, step, Math.max(period.to, until));
  const current = axisOf({ ...period, to: until }, step).last;
  const { sql, values } = relations(params, period, axis, until);
  const [notes, rows] = await Promise.all([
    countedRollups(context, params, period, options),
    context.client.query<{ point: number; after: number; people: number }>(
      `with ${sql}
       select newcomers.point as point, seen.point - newcomers.point as after, count(*) as people
       from newcomers join seen using (person)
       where seen.point between newcomers.point and newcomers.point + ${length} group by all`,
      values,
      options,
    ),
  ]);
  const cohorts = axis.names.map((point, n) => ({
    point,
    people: 0,
    back: Array.from({ length: Math.max(0, Math.min(length + 1, current - (axis.first + n) + 1)) }, () => 0),
  }));
  for (const { point, after, people } of rows) {
    const cohort = cohorts[point - axis.first];
    if (!cohort) continue;
    cohort.back[after] = people;
    if (after === 0) cohort.people = people;
  }
  // Points that have not begun have no people yet.
  return { ...notes, cohorts: cohorts.filter(cohort => cohort.back.length > 0) };
};
