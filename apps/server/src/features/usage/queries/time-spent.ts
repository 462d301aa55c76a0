/** Time spent, from timed events. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { DURATION_STEPS } from '../../../events/store/counting.ts';
import { countedRollups } from './counted.ts';
import { kindName } from './kinds.ts';
import type { Answer, QueryParams } from './params.ts';
import { periodOf } from './period.ts';
import { type QueryContext, rowsOf } from './statements.ts';

/** The middle of a step of the histogram, in milliseconds. */
const middle = (step: number): number => Math.round(Math.exp((step + 0.5) / DURATION_STEPS) - 1);

/** @throws Refusal InvalidRequest by field */
export const timeSpent = async (
  context: QueryContext,
  params: QueryParams<'getUsageTime'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageTime'>> => {
  const period = periodOf(params, context.now(), usageDays.day);
  const [notes, rows] = await Promise.all([
    countedRollups(context, params, period, options),
    rowsOf(context, context.statements.timeSpent(params, period), options),
  ]);
  return {
    ...notes,
    keys: rows.map(({ kind, key, events, sum, median, p90 }) => ({
      kind: kindName(kind),
      key,
      events,
      sum,
      median: middle(median),
      p90: middle(p90),
    })),
  };
};
