/** The statement of a funnel, in ClickHouse's SQL. `windowFunnel` is none: it takes the first beginning, not the best. */
import { listsOfPeople } from '../store/lists.ts';
import { stepValues } from '../../../features/usage/queries/funnel.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { whereRows } from './where.ts';

/** Above any time that a step can take. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * For each event that is a step, `start` of step k is the latest time of a first step from which the steps up to k
 * were done in order up to this event, and 0 where there is none; the latest is the best, since the window counts from there. An event stands
 * for several steps where a key is named twice (`steps` has a bit for each), but comes after itself in none, unless another
 * one has the same time and sequence number.
 *
 * A person's events are one sorted list of numbers of time, sequence number and steps, from the highest bit on: sorting rows takes several
 * times as long. `starts` only rise along the list, so the latest is the last one. As in DuckDB's statement, `id` takes no part in the order:
 * it is the widest column.
 */
export const funnel: UsageStatements['funnel'] = (params, { from, to }) => {
  const { steps, window } = params;
  const where = whereRows(params, { from, to: to + window });
  const is = steps.map((_, n) => `(kind = {kind${n}:UInt8} AND key = {key${n}:String})`);
  const done = `toUInt16(${is.map((sql, n) => `${sql} * ${1 << n}`).join(' + ')})`;
  const lists = listsOfPeople({
    number: `bitShiftLeft(toUInt128(time), 64) + bitShiftLeft(toUInt64(sequence + ${2 ** 53}), 10) + ${done}`,
    below: 64,
    where: `${where.sql} AND (${is.join(' OR ')})`,
  });
  let chain = `
    SELECT times, done, arrayMap((t, s) -> if(bitTest(s, 0) AND t < ${to}, t, 0), times, done) AS starts0
    FROM (
      SELECT arrayMap(each -> toInt64(bitShiftRight(each, 64)), list) AS times, arrayMap(each -> toUInt16(bitAnd(each, 1023)), list) AS done
      FROM (${lists})
    )`;
  for (let n = 1; n < steps.length; n += 1) {
    chain = `
      SELECT *, arrayMap((t, s, before) -> if(before != 0 AND bitTest(s, ${n}) AND t - before <= ${window}, before, 0),
        times, done, arrayPopBack(arrayPushFront(arrayFill(start -> start != 0, starts${n - 1}), 0))) AS starts${n}
      FROM (${chain})`;
  }
  const took = (n: number): string =>
    `nullIf(arrayMin(arrayMap((t, start) -> if(start = 0, ${NEVER}, t - start), times, starts${n})), ${NEVER}) AS took${n}`;
  return {
    sql: `
      SELECT ${steps
        .map((_, n) => `count(took${n}) AS people${n}, quantileExactInclusive(0.5)(took${n}) AS median${n}`)
        .join(', ')}
      FROM (SELECT ${steps.map((_, n) => took(n)).join(', ')} FROM (${chain}))`,
    values: { ...where.values, ...stepValues(params) },
  };
};
