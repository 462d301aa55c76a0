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
  const [notes, rows] = await Promise.all([
    countedRollups(context, params, span, options),
    rowsOf(context, statements.live(params, span, { active: MINUTES - ACTIVE, keys: KEYS }), options),
  ]);
  const minutes = new Map(rows.flatMap(each => (each.minute === null ? [] : [[each.minute, each] as const])));
  return {
    ...notes,
    active: rows.find(({ minute, kind }) => minute === null && kind === null)?.people ?? 0,
    minutes: Array.from({ length: MINUTES }, (_, minute) => ({
      at: from + minute * MINUTE,
      events: minutes.get(minute)?.events ?? 0,
      people: minutes.get(minute)?.people ?? 0,
    })),
    keys: rows.flatMap(({ kind, key, events, people }) =>
      kind === null || key === null ? [] : [{ kind: kindName(kind), key, events, people }],
    ),
  };
};
