/** People: active persons, newcomers, and retention of newcomers. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { countedRollups } from './counted.ts';
import type { Answer, QueryParams } from './params.ts';
import { axisOf, periodOf } from './period.ts';
import { type QueryContext, rowsOf } from './statements.ts';
import { dateAt } from './zone.ts';

const DAY = 24 * HOUR;

/** @throws Refusal InvalidRequest by field */
export const users = async (
  context: QueryContext,
  params: QueryParams<'getUsageUsers'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageUsers'>> => {
  const period = periodOf(params, context.now(), usageDays[params.step]);
  const axis = axisOf(period, params.step);
  const [notes, rows] = await Promise.all([
    countedRollups(context, params, period, options),
    rowsOf(context, context.statements.users(params, period, axis), options),
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
  const { step, length, zone } = params;
  const now = context.now();
  const period = periodOf(params, now, usageDays[step]);
  const span = (step === 'day' ? 1 : 7) * DAY;
  // To the end of the last requested point, and not beyond the running day, all of which counts: a store may sum by days.
  const today = periodOf({ from: dateAt(zone, now), to: dateAt(zone, now), zone }, now);
  const until = Math.max(period.from + DAY, Math.min(today.to, period.to + (length + 1) * span));
  const axis = axisOf(period, step, Math.max(period.to, until));
  const current = Math.min(
    axisOf({ ...period, to: until }, step).last,
    // A period may lie in the future.
    axisOf(today, step).last,
  );
  const [notes, rows] = await Promise.all([
    countedRollups(context, params, period, options),
    rowsOf(context, context.statements.retention(params, period, axis, until), options),
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
