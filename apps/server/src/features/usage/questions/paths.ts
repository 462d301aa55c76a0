/** Paths: from page to page. */
import { PATH_GAP } from '../../../events/store/counting.ts';
import type { ResultRow } from '../../../events/store/query-client.ts';
import { Acts, type Asked } from './acts.ts';
import { answerBy, type Plan } from './plan.ts';

interface MoveRow extends ResultRow {
  readonly step: number;
  readonly from_page: string | null;
  readonly to_page: string | null;
  readonly moves: number;
  readonly everything: number;
}

/** Steps after a page, and before it. */
const STEPS = 5;
/** Milliseconds around a period in which the paths of its views are told. */
const AROUND = 86_400_000;

/** Paths are those of one person in one place. */
const OF = 'person, product, platform, flags';

/** The moves of each view in the period: to it, and out of the last of a path. */
const everyMove = ({ period }: Asked): string => {
  const here = `time >= ${period.from} and time < ${period.to}`;
  return `select 0 as step, before as from_page, key as to_page, person, time from walked where ${here}
    union all select 0, key, null, person, time from walked where ${here} and next is null`;
};

/**
 * The moves of paths around the first view of a page; each path is of the period in which that is.
 * @param opened SQL of when the page after a view was opened, or the view where none was
 */
const movesAround = (acts: Acts, opened: string): string => {
  const { question, period } = acts.asked;
  const asked = question.page ?? { through: '' };
  const page = 'from' in asked ? asked.from : 'to' in asked ? asked.to : asked.through;
  const anchored = `(
    select *, min(case when key = ${acts.params.text(page)} then nth end) over (partition by ${OF}, begun) as anchor,
      min(case when key = ${acts.params.text(page)} then time end) over (partition by ${OF}, begun) as anchored
    from walked)`;
  const here = `anchored >= ${period.from} and anchored < ${period.to}`;
  const after = `select nth - anchor + 1 as step, key as from_page, next as to_page, person, ${opened} as time from ${anchored}
    where ${here} and nth >= anchor and nth < anchor + ${STEPS}`;
  const before = `select nth - anchor - 1 as step, before as from_page, key as to_page, person, time from ${anchored}
    where ${here} and nth > anchor - ${STEPS} and nth <= anchor`;
  if ('from' in asked) return after;
  return 'to' in asked ? before : `${after} union all ${before}`;
};

/**
 * The relation `moved`: `step`, `from_page`, `to_page` and `person` of each.
 * @param timed whether it also has `time`: when the page was opened that is moved to, or the last one where the path ends
 */
export const movesOf = (asked: Asked, timed = false): { readonly acts: Acts; readonly sql: string } => {
  const { question, dialect, period } = asked;
  const acts = new Acts(asked);
  const source = acts.select({
    selected: question.series.map(({ filter }) => ({ event: { kind: 'view' as const }, filter })),
    span: { from: period.from - AROUND, to: period.to + AROUND },
    columns: () => ({
      key: 'e.key',
      product: 'e.product',
      platform: "coalesce(e.platform, '')",
      flags: 'e.flags',
    }),
  });
  const order = `partition by ${OF} order by time, sequence, uid`;
  const path = `partition by ${OF}, begun order by time, sequence, uid`;
  const beside = (column: string, side: string) =>
    `${dialect.latest(column)} over (${path} rows between 1 ${side} and 1 ${side})`;
  const opened = timed ? `, ${beside('time', 'following')} as opened` : '';
  const moves =
    question.page === undefined
      ? everyMove(asked)
      : movesAround(acts, timed ? 'coalesce(opened, time)' : 'time');
  return {
    acts,
    sql: `acts ${dialect.as} (select * from (${source}) where person is not null),
        walked ${dialect.as} (
          select *, row_number() over (${path}) as nth, ${beside('key', 'preceding')} as before, ${beside('key', 'following')} as next${opened}
          from (
            select *, max(starts) over (${order} rows between unbounded preceding and current row) as begun
            from (
              select *, case when last_time is null or time - last_time > ${PATH_GAP} then time end as starts
              from (select *, max(time) over (${order} rows between unbounded preceding and 1 preceding) as last_time from acts)
            )
          )
        ),
        moved as (${moves})`,
  };
};

export const paths: Plan = asked => {
  const { acts, sql } = movesOf(asked);
  return {
    source: 'events',
    answer: answerBy<MoveRow>(
      {
        sql: `with ${sql}
        select *, sum(moves) over () as everything from (
          select step, from_page, to_page, count(*) as moves from moved group by step, from_page, to_page
        ) order by moves desc, abs(step), step, from_page nulls first, to_page nulls first limit ${asked.question.top}`,
        values: acts.params.values,
      },
      rows => ({
        kind: 'paths',
        moves: rows.map(({ step, from_page, to_page, moves: count }) => ({
          step,
          from_page,
          to_page,
          moves: count,
        })),
        total: rows[0]?.everything ?? 0,
      }),
    ),
  };
};
