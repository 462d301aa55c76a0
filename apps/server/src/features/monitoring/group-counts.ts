/** How often error groups occurred on the last days: the bars of their list. */
import type { AnswerOf } from '@rollcall/contract';
import { COUNTED_DAYS, type MonitorConsoleCalls } from '@rollcall/contract/console';
import type { QueryOptions } from '../../events/store/query-client.ts';
import { SCHOOL_OFFSET } from '../../platform/school-zone.ts';
import { type QueryContext, reportsOf } from './queries.ts';

type Answer = AnswerOf<MonitorConsoleCalls['getErrorCounts']>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Milliseconds of one point. */
const STEP = 6 * HOUR;

/** Occurrences of groups of a product over the last days: one query, however many they are. @param now milliseconds since 1970 */
export const groupCounts = async (
  { client, dialect }: QueryContext,
  { product, ids, now }: { readonly product: string; readonly ids: readonly string[]; readonly now: number },
  options?: QueryOptions,
): Promise<Answer> => {
  const from = now - ((now + SCHOOL_OFFSET) % DAY) - (COUNTED_DAYS - 1) * DAY;
  const { sql, values } = reportsOf(dialect, 'error', { product, from, to: now + 1 });
  const named = Object.fromEntries(ids.map((id, index) => [`id${index}`, id]));
  const rows = await client.query<{ name: string; at: number; count: number }>(
    `select name, received - (received - ${dialect.integer('from')}) % ${STEP} as "at", sum(weight) as count ${sql}
     and name in (${Object.keys(named).map(dialect.text).join(', ')}) group by name, "at"`,
    { ...values, ...named },
    options,
  );
  const points = Math.floor((now - from) / STEP) + 1;
  const byId = new Map<string, number[]>();
  for (const { name, at, count } of rows) {
    const counts = byId.get(name) ?? Array.from({ length: points }, () => 0);
    byId.set(name, counts);
    counts[(at - from) / STEP] = count;
  }
  return { from, step: STEP, groups: [...byId].map(([id, counts]) => ({ id, counts })) };
};
