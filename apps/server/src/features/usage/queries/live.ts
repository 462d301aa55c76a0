/** The last half hour. */
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { countedRollups } from './counted.ts';
import { kindName } from './kinds.ts';
import type { Answer, QueryParams } from './params.ts';
import { type QueryContext, rowsOf } from './statements.ts';

export const MINUTE = 60_000;
const MINUTES = 30;
const ACTIVE = 5;
const KEYS = 10;

/** The last 30 minutes by minute, the running one included. */
export const live = async (
  context: QueryContext,
  params: QueryParams<'getUsageLive'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageLive'>> => {
  const { statements, now } = context;
  const to = (Math.floor(now() / MINUTE) + 1) * MINUTE;
  const from = to - MINUTES * MINUTE;
  const span = { from, to };
  const [notes, minutes, keys, active] = await Promise.all([
    countedRollups(context, params, span, options),
    rowsOf(context, statements.liveMinutes(params, span), options),
    rowsOf(context, statements.liveKeys(params, span, KEYS), options),
    rowsOf(context, statements.liveActive(params, { from: to - ACTIVE * MINUTE, to }), options),
  ]);
  const of = new Map(minutes.map(each => [each.minute, each]));
  return {
    ...notes,
    active: active[0]?.people ?? 0,
    minutes: Array.from({ length: MINUTES }, (_, minute) => ({
      at: from + minute * MINUTE,
      events: of.get(minute)?.events ?? 0,
      people: of.get(minute)?.people ?? 0,
    })),
    keys: keys.map(({ kind, ...key }) => ({ kind: kindName(kind), ...key })),
  };
};
