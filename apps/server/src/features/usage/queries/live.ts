/** The last half hour. */
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { peopleOf } from '../../../events/store/joins.ts';
import type { Answer, QueryParams } from './params.ts';
import { kindName } from './kinds.ts';
import { type QueryContext, countedRollups, whereRows } from './scope.ts';

const MINUTE = 60_000;
const MINUTES = 30;
const ACTIVE = 5;
const KEYS = 10;

/** The last 30 minutes by minute, the running one included. */
export const live = async (
  context: QueryContext,
  params: QueryParams<'getUsageLive'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageLive'>> => {
  const to = (Math.floor(context.now() / MINUTE) + 1) * MINUTE;
  const from = to - MINUTES * MINUTE;
  const { sql, values } = whereRows(params, { from, to }).and('kind <= 2');
  const rows = peopleOf(`(select time, kind, key, person from events where ${sql})`);
  const [notes, minutes, keys, active] = await Promise.all([
    countedRollups(context, params, { from, to }, options),
    context.client.query<{ minute: number; events: number; people: number }>(
      `select (time - ${from}) // ${MINUTE} as minute, count(*) as events, count(distinct person) as people
       from ${rows} group by minute`,
      values,
      options,
    ),
    context.client.query<{ kind: number; key: string; events: number; people: number }>(
      `select kind, key, count(*) as events, count(distinct person) as people
       from ${rows} group by kind, key order by events desc, kind, key limit ${KEYS}`,
      values,
      options,
    ),
    context.client.query<{ people: number }>(
      `select count(distinct person) as people from ${rows} where time >= ${to - ACTIVE * MINUTE}`,
      values,
      options,
    ),
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
