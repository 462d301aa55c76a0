/** Durations of events. */
import type { Property } from '@rollcall/contract/console';
import { Acts } from './acts.ts';
import { byGroups, dividedBy, grouped, type GroupRow, largest, listed, moreGroups } from './groups.ts';
import { answerBy, type Plan } from './plan.ts';

interface TimeRow extends GroupRow {
  readonly times: number;
  readonly spent: number;
  readonly average: number;
  readonly p50: number;
  readonly p90: number;
}

const usual: readonly Property[] = ['event.kind', 'event.key'];

export const timeSpent: Plan = asked => {
  const { question, dialect } = asked;
  const breakdowns = question.breakdowns.length > 0 ? question.breakdowns : usual;
  const by = dividedBy(breakdowns);
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
  return {
    source: 'events',
    answer: answerBy<TimeRow>(
      { sql: largest(figures, by, 'max(spent)', asked), values: acts.params.values },
      rows => ({
        kind: 'time',
        rows: byGroups(rows, by).flatMap(group =>
          group.rows.map(({ times, spent, average, p50, p90 }) => ({
            by: group.by,
            times,
            sum: spent,
            average,
            p50,
            p90,
          })),
        ),
        more: moreGroups(rows, asked),
      }),
    ),
  };
};
