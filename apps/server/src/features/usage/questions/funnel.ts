/** Funnels: events in a sequence. */
import type { QuestionBody } from '@rollcall/contract/console';
import { Acts, type Asked } from './acts.ts';
import { byGroups, dividedBy, grouped, type GroupRow, largest, listed, moreGroups } from './groups.ts';
import { answerBy, type Plan } from './plan.ts';

interface FunnelRow extends GroupRow {
  /** 1 in rows of the whole period, else 0. */
  readonly whole: number;
  readonly point: number | null;
}
type Group = Extract<QuestionBody, { kind: 'funnel' }>['groups'][number];

/** After any time. */
const NEVER = 2 ** 53 - 1;
const percents = [10, 25, 50, 75, 90] as const;

/** The events of a person backwards: by their numbers, which sort in a fraction of the time that all the order is of takes. */
const back = 'partition by person order by number desc';

/**
 * The rows of events with `t1`, `t2`, …: when each later step is done in an attempt that begins with the event, or `NEVER`.
 *
 * The events of a person are gone through backwards. What follows an event of step n is what follows the next event of step n + 1, so each
 * step is one window over the one after it; an event that ends attempts stands in the way as one that nothing follows.
 */
const inOrder = ({ question, dialect }: Asked): string => {
  const steps = question.series.length;
  const before =
    question.order === 'strict'
      ? 'rows between 1 preceding and 1 preceding'
      : 'rows between unbounded preceding and 1 preceding';
  const otherwise = question.order === 'strict' ? ` else ${NEVER}` : '';
  let rows = 'acts';
  for (let n = steps - 2; n >= 0; n -= 1) {
    const then = (j: number) => (j === n + 1 ? 'time' : `t${n + 1}_${j}`);
    const times = Array.from({ length: steps - n - 1 }, (_, k) => n + 1 + k).map(
      j =>
        `coalesce(${dialect.latest(`case when ends then ${NEVER} when s${n + 1} then ${then(j)}${otherwise} end`)} over (${back} ${before}), ${NEVER}) as t${n}_${j}`,
    );
    rows = `(select *, ${times.join(', ')} from ${rows})`;
  }
  const named = Array.from({ length: steps - 1 }, (_, k) => `t0_${k + 1} as t${k + 1}`);
  return `select *, ${named.join(', ')} from ${rows} where s0`;
};

/** The same for steps in any order, of which any may be the first. */
const inAnyOrder = ({ question, dialect }: Asked): string => {
  const firsts = question.series.map(
    (_, n) =>
      `case when s${n} then time else coalesce(${dialect.latest(`case when ends then ${NEVER} when s${n} then time end`)} over (${back} rows between unbounded preceding and 1 preceding), ${NEVER}) end as f${n}`,
  );
  const names = question.series.map((_, n) => `f${n}`);
  const sorted = names.slice(1).map((_, k) => `${dialect.sorted(names, k + 2)} as t${k + 1}`);
  return `select *, ${sorted.join(', ')} from (select *, ${firsts.join(', ')} from acts) where ${names.map((_, n) => `s${n}`).join(' or ')}`;
};

/**
 * The relation `attempts`: of each person the attempt that got furthest, of those the shortest, of those the earliest; `done` is how many steps
 * it has, and `t1`, `t2`, … are their times.
 */
export const attemptsOf = (asked: Asked): { readonly acts: Acts; readonly sql: string } => {
  const { question, dialect, period } = asked;
  const { series, exclude, breakdowns, window, order } = question;
  const acts = new Acts(asked);
  const source = acts.select({
    // A strict order looks at whatever is done.
    selected: [...series, ...exclude, ...(order === 'strict' ? [{ event: null }] : [])],
    span: { from: period.from, to: period.to + window },
    breakdowns,
  });
  const ends = exclude.map((_, n) => `s${series.length + n}`).join(' or ') || 'false';
  const later = series.slice(1).map((_, n) => `t${n + 1}`);
  const within = later.map(t => `case when ${t} - time <= ${window} then ${t} end as e${t}`);
  const done = ['1', ...later.map(t => `(case when e${t} is null then 0 else 1 end)`)].join(' + ');
  const reached = `coalesce(${[...later.toReversed().map(t => `e${t}`), 'time'].join(', ')})`;
  return {
    acts,
    sql: `acts ${dialect.as} (
          select *, (${ends}) as ends, row_number() over (partition by person order by time, sequence, uid) as number
          from (${source}) where person is not null
        ),
        attempts ${dialect.as} (
          select * from (
            select *, row_number() over (partition by person order by done desc, reached - time, number) as nth
            from (
              select *, ${done} as done, ${reached} as reached
              from (select *, ${within.join(', ')} from (${order === 'any' ? inAnyOrder(asked) : inOrder(asked)}) where time < ${period.to})
            )
          ) where nth = 1
        )`,
  };
};

export const funnel: Plan = asked => {
  const { question, dialect, axis } = asked;
  const { series, breakdowns } = question;
  const by = dividedBy(breakdowns);
  const { acts, sql } = attemptsOf(asked);
  const later = series.slice(1).map((_, n) => `t${n + 1}`);
  const figures = [
    ...series.map((_, n) => `count(case when done > ${n} then 1 end) as people${n}`),
    ...later.flatMap((t, n) =>
      percents.map(
        percent =>
          `${dialect.discrete(`e${t} - ${n === 0 ? 'time' : `e${later[n - 1]}`}`, percent)} as p${percent}_${n + 1}`,
      ),
    ),
  ];
  // The points are of everybody alone.
  const { everything } = grouped(by, [[]]);
  const clause = `group by grouping sets ((point), ()${by.length > 0 ? `, (${by.join(', ')})` : ''})`;
  return {
    source: 'events',
    answer: answerBy<FunnelRow>(
      {
        sql: `with ${sql}
        ${largest(`select grouping(point) as whole, ${everything} as everything, point, ${listed(by)}${figures.join(', ')} from attempts ${clause}`, by, 'max(case when whole = 1 then people0 end)', asked)}`,
        values: acts.params.values,
      },
      rows => {
        const peopleOf = (row: FunnelRow | undefined, n: number) =>
          (row?.[`people${n}`] as number | undefined) ?? 0;
        const stepsOf = (row: FunnelRow | undefined): Group['steps'] =>
          series.map((_, n) => {
            const percent = (p: number) => (row?.[`p${p}_${n}`] as number | null | undefined) ?? null;
            return {
              people: peopleOf(row, n),
              between:
                n === 0
                  ? null
                  : {
                      p10: percent(10),
                      p25: percent(25),
                      p50: percent(50),
                      p75: percent(75),
                      p90: percent(90),
                    },
            };
          });
        const everybody = rows.filter(row => row.everything === 1 && row.whole === 0);
        return {
          kind: 'funnel',
          groups: byGroups(
            rows.filter(row => row.whole === 1),
            by,
          ).map(group => ({ by: group.by, steps: stepsOf(group.rows[0]) })),
          more: moreGroups(rows, asked),
          points: [...axis.names],
          trend: axis.names.map((_, place) => {
            const row = everybody.find(({ point }) => point === axis.first + place);
            return series.map((__, n) => peopleOf(row, n));
          }),
        };
      },
    ),
  };
};
