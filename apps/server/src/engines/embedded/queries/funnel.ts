/** The statement of a funnel, in DuckDB's SQL. */
import { peopleOf } from '../store/joins.ts';
import { stepValues } from '../../../features/usage/queries/funnel.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { whereRows } from './where.ts';

/**
 * `stepN` has the events that complete the steps up to N; `took` is the time from the first step, the latest that serves, since the window
 * counts from there. First steps only grow from event to event of a person, so an event follows the last one of the step before. Each stage
 * puts the events of two steps in order, and looks one row back. Where that is of the same step, the event is left out: it would have the
 * same first step and be later, so it is never the fastest, and what follows it follows the other.
 *
 * Where a step repeats the one before, and further ones do, they are the same rows, put in order once: an event that does the second of them
 * follows the row two before it, and so on. So an event never follows itself, also where another one has the same time and sequence number. Those that don't
 * complete the step that is repeated are kept, with `took` null.
 *
 * Sorting costs the most. So the rows have no columns but those that they are sorted by, person included, and these take 32 bytes in DuckDB's
 * keys (9 for a BIGINT, 5 for a UINTEGER, which holds the longest window): beyond that keys have no fixed width and sort slower. `order by` with
 * a window that takes the rows as they come costs less, but was seen to fail for want of memory at 1 GiB and 98 million events.
 */
export const funnel: UsageStatements['funnel'] = (params, { from, to }) => {
  const { steps, window } = params;
  const where = whereRows(params, { from, to: to + window });
  const same = (n: number, other: number) =>
    steps[n]?.kind === steps[other]?.kind && steps[n]?.key === steps[other]?.key;
  /** What events that are equal in time and sequence are ordered by: the steps that they stand for, one bit each. */
  const bits = (n: number) => steps.reduce((sum, _, other) => sum + (same(n, other) ? 2 ** other : 0), 0);
  const eventsOf = (n: number) =>
    `${peopleOf(`(select person, identified, time, sequence from events where ${where.sql} and kind = $kind${n} and key = $key${n})`)} where person is not null`;
  const begins = `time < ${to}`;
  const stages = runsOf(steps.map((_, n) => n > 0 && same(n, n - 1))).map(({ first, length }) => {
    const before = first - 1;
    const repeats = same(first, before);
    const pair = repeats
      ? `step${before}`
      : `(select * from step${before} where took is not null union all select person, time, sequence, null from ${eventsOf(first)})`;
    const order = `time, sequence, took desc nulls ${bits(before) > bits(first) ? 'first' : 'last'}`;
    const places = Array.from({ length }, (_, n) => n);
    const since = places.map(
      n => `time - lag(time, ${n + 1}) over one + lag(took, ${n + 1}) over one as since${n}`,
    );
    const took = places.map(
      n => `(case when since${n} <= ${window} then since${n} end)::uinteger as took${n}`,
    );
    return [
      `, run${first} as materialized (
        select person, time, sequence, ${took.join(', ')}
        from (select *, ${since.join(', ')} from ${pair} window one as (partition by person order by ${order}))
        ${repeats ? '' : 'where took is null'})`,
      ...places.map(
        n => `, step${first + n} as (select person, time, sequence, took${n} as took from run${first})`,
      ),
    ].join('');
  });
  const counts = steps.slice(1).map(
    (_, before) => `(select count(*) as people${before + 1}, median(took) as median${before + 1} from (
        select min(took) as took from step${before + 1} where took is not null group by person))`,
  );
  return {
    sql: `
      with step0 as materialized (
        select person, time, sequence, case when ${begins} then 0::uinteger end as took
        from ${eventsOf(0)}${same(0, 1) ? '' : ` and ${begins}`}
      )${stages.join('')}
      select * from ${['(select count(distinct person) as people0 from step0 where took is not null)', ...counts].join(', ')}`,
    values: { ...where.values, ...stepValues(params, n => !same(n, n - 1)) },
  };
};

/** The steps after the first one, those together that repeat the same step. @param repeats of each step, whether it is the same as the one before */
const runsOf = (
  repeats: readonly boolean[],
): readonly { readonly first: number; readonly length: number }[] => {
  const runs: { first: number; length: number }[] = [];
  for (let n = 1; n < repeats.length; n += 1) {
    const last = runs.at(-1);
    if (last && repeats[n] && repeats[last.first]) last.length += 1;
    else runs.push({ first: n, length: 1 });
  }
  return runs;
};
