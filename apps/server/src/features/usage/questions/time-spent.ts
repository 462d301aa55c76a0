/** Durations of events. */
import type { Property } from '@rollcall/contract/console';
import { DURATION_STEPS } from '../../../events/store/counting.ts';
import { NAME } from '../queries/keys.ts';
import { Acts, type Asked } from './acts.ts';
import { byGroups, dividedBy, grouped, type GroupRow, largest, listed, moreGroups } from './groups.ts';
import { answerBy, type Plan } from './plan.ts';
import { isOfSums } from './sums.ts';

interface TimeRow extends GroupRow {
  readonly times: number;
  readonly spent: number;
  readonly average: number;
  /** Milliseconds; out of sums the step of the histogram. */
  readonly p50: number;
  readonly p90: number;
}

const usual: readonly Property[] = ['event.kind', 'event.key'];

/** The middle of a step of the histogram. */
const middle = (step: number): number => Math.round(Math.exp((step + 0.5) / DURATION_STEPS) - 1);

/** By the sums of hours. */
const ofSums = (asked: Asked, by: readonly string[]) => {
  const { question, dialect, period } = asked;
  const { params, conditions } = new Acts(asked);
  const event = question.series[0]?.event ?? null;
  const divided = usual.map((property, n) => `${dialect.cut(conditions.breakdown(property), NAME)} as b${n}`);
  const { everything, clause } = grouped(by, [['step']]);
  const group = `everything, ${by.join(', ')}`;
  const least = (percent: number) => `min(case when 100 * upto >= ${percent} * whole then step end)`;
  const figures = `select ${group}, ${dialect.float('max(whole)')} as times, sum(amount) as spent,
      sum(amount) / max(whole) as average, ${least(50)} as p50, ${least(90)} as p90
    from (
      select *, sum(n) over (partition by ${group} order by step) as upto, sum(n) over (partition by ${group}) as whole
      from (
        select ${everything} as everything, ${listed(by)}step, sum(times) as n, ${dialect.float('sum(duration)')} as amount
        from (
          select step, times, duration, ${divided.join(', ')}
          from ${params.take(dialect.durations(question.population, period))} e
          where ${event === null ? 'true' : conditions.isEvent(event)}
        ) ${clause}
      )
    ) where whole > 0 group by ${group}`;
  return { sql: largest(figures, by, 'max(spent)', asked), values: params.values };
};

/** By single events. */
const ofEvents = (asked: Asked, breakdowns: readonly Property[], by: readonly string[]) => {
  const { question, dialect } = asked;
  const acts = new Acts(asked);
  const source = acts.select({
    // Of no event in particular, all that took time, also what is no activity.
    selected: question.series.map(({ event, filter }) => (event === null ? { filter } : { event, filter })),
    breakdowns,
    columns: ({ properties }) => ({ x: properties.number('event.duration') }),
  });
  const { everything, clause } = grouped(by, [[]]);
  const figures = `select ${everything} as everything, ${listed(by)}count(*) as times, ${dialect.float('sum(x)')} as spent,
      ${dialect.float('avg(x)')} as average, ${dialect.discrete('x', 50)} as p50, ${dialect.discrete('x', 90)} as p90
    from (${source}) where x is not null ${clause} having count(*) > 0`;
  return { sql: largest(figures, by, 'max(spent)', asked), values: acts.params.values };
};

export const timeSpent: Plan = asked => {
  const { question } = asked;
  const breakdowns = question.breakdowns.length > 0 ? question.breakdowns : usual;
  const by = dividedBy(breakdowns);
  const sums = isOfSums(question);
  const quantile = sums ? middle : (value: number) => value;
  return {
    source: sums ? 'sums' : 'events',
    answer: answerBy<TimeRow>(sums ? ofSums(asked, by) : ofEvents(asked, breakdowns, by), rows => ({
      kind: 'time',
      rows: byGroups(rows, by).flatMap(group =>
        group.rows.map(({ times, spent, average, p50, p90 }) => ({
          by: group.by,
          times,
          sum: spent,
          average,
          p50: quantile(p50),
          p90: quantile(p90),
        })),
      ),
      more: moreGroups(rows, asked),
    })),
  };
};
