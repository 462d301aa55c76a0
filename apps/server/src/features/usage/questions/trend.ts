/** Trends: series over time, by measures and breakdowns. */
import { type Measure, type QuestionBody, readFormula } from '@rollcall/contract/console';
import { HOUR } from '../../../events/store/counting.ts';
import { NAME } from '../queries/keys.ts';
import { Acts, type Asked } from './acts.ts';
import { byGroups, dividedBy, grouped, type GroupRow, largest, listed, moreGroups } from './groups.ts';
import { answerBy, type Plan } from './plan.ts';
import { isOfSums } from './sums.ts';

interface TrendRow extends GroupRow {
  readonly series: number;
  /** 1 in rows of the whole period, else 0. */
  readonly whole: number;
  readonly point: number | null;
  readonly value: number | null;
}
type Line = Extract<QuestionBody, { kind: 'trend' }>['lines'][number];

/** Measures that are 0 where there is nothing. */
const isCount = (measure: Measure): boolean =>
  typeof measure === 'string' ? measure !== 'per_person' : measure.of === 'sum';
const isOfSessions = (measure: Measure): boolean =>
  measure === 'sessions' || (typeof measure === 'object' && measure.property === 'session.duration');
/** Of a group, the total of the first series. */
const sizeOfFirst = 'max(case when series = 0 and whole = 1 then value end)';
const percents = { p50: 50, p90: 90, p99: 99 } as const;

/** The value of rows `x` of a series. */
const valueOf = ({ dialect }: Asked, measure: Measure, x: string): string => {
  if (measure === 'times' || measure === 'sessions') return dialect.float('count(*)');
  if (measure === 'people') return dialect.float('count(distinct person)');
  if (measure === 'per_person')
    return `${dialect.float('count(person)')} / nullif(count(distinct person), 0)`;
  if (measure.of === 'sum') return dialect.float(`coalesce(sum(${x}), 0)`);
  if (measure.of === 'average') return dialect.float(`avg(${x})`);
  return dialect.float(dialect.discrete(x, percents[measure.of]));
};

/** By single events. */
const ofEvents = (asked: Asked) => {
  const { question, period } = asked;
  const { series, breakdowns } = question;
  const by = dividedBy(breakdowns);
  const acts = new Acts(asked);
  const source = acts.select({
    selected: series,
    breakdowns,
    sessions: series.some(({ measure }) => isOfSessions(measure)),
    columns: ({ properties }) =>
      Object.fromEntries(
        series.flatMap(({ measure }, n) =>
          typeof measure === 'object' && !isOfSessions(measure)
            ? [[`x${n}`, properties.number(measure.property)]]
            : [],
        ),
      ),
  });
  const figures = series.map(({ measure }, n) => {
    const { everything, clause } = grouped(by, [['point'], []]);
    const rows = isOfSessions(measure)
      ? `(select ${acts.pointOf('begin')} as point, ${listed(by)}finish - begin as x${n}
          from (select *, row_number() over (partition by person, begin order by time, sequence, uid) as nth
                from acts where s${n} and begin >= ${period.from}) where nth = 1)`
      : `(select * from acts where s${n})`;
    return `select ${n} as series, grouping(point) as whole, ${everything} as everything, point, ${listed(by)}${valueOf(asked, measure, `x${n}`)} as value
      from ${rows} ${clause}`;
  });
  return {
    sql: `with acts ${asked.dialect.as} (${source}) ${largest(figures.join('\nunion all\n'), by, sizeOfFirst, asked)}`,
    values: acts.params.values,
  };
};

/** By the sums of hours; where there are breakdowns, no series counts people. */
const ofSums = (asked: Asked) => {
  const { question, dialect, period, axis } = asked;
  const by = dividedBy(question.breakdowns);
  const acts = new Acts(asked);
  const { params, conditions } = acts;
  const hours = `hour >= ${period.from / HOUR} and hour < ${period.to / HOUR}`;
  const figures = question.series.map(({ event, measure }, n) => {
    const { everything, clause } = grouped(by, [['point'], []]);
    const head = `select ${n} as series, grouping(point) as whole, ${everything} as everything, point`;
    if (measure === 'people')
      return `${head}, ${valueOf(asked, measure, '')} as value from ${params.take(dialect.active(question.population, period, axis))} ${clause}`;
    const of = `${conditions.isEvent(event, '')} and ${params.take(dialect.hours(question.population))} and ${hours}`;
    const value =
      measure === 'times'
        ? dialect.float('coalesce(sum(events), 0)')
        : typeof measure === 'object' && measure.of === 'average'
          ? `${dialect.float('sum(duration)')} / nullif(${dialect.float('sum(timed)')}, 0)`
          : dialect.float('coalesce(sum(duration), 0)');
    const divided = question.breakdowns.map(
      (property, place) => `, ${dialect.cut(conditions.breakdown(property), NAME)} as b${place}`,
    );
    // Leaves out groups of which every event was erased.
    return `${head}, ${listed(by)}${value} as value
      from (select ${dialect.point(axis, 'hour')} as point, events, timed, duration${divided.join('')} from hourly e where ${of})
      ${clause} having sum(events) > 0`;
  });
  return { sql: largest(figures.join('\nunion all\n'), by, sizeOfFirst, asked), values: params.values };
};

export const trend: Plan = asked => {
  const { question, axis } = asked;
  const sums = isOfSums(question);
  return {
    source: sums ? 'sums' : 'events',
    answer: answerBy<TrendRow>(sums ? ofSums(asked) : ofEvents(asked), rows => {
      const by = dividedBy(question.breakdowns);
      const groups = byGroups(rows, by);
      const linesOf = (n: number): Line[] => {
        const nothing = isCount(question.series[n]?.measure ?? 'times') ? 0 : null;
        return groups.map(group => {
          const values: (number | null)[] = axis.names.map(() => nothing);
          let total: number | null = nothing;
          for (const { series, whole, point, value } of group.rows) {
            if (series !== n) continue;
            if (whole === 1) total = value ?? nothing;
            else if (point !== null) values[point - axis.first] = value ?? nothing;
          }
          return { series: n, by: group.by, total, values };
        });
      };
      const lines = question.series.map((_, n) => linesOf(n));
      const formula =
        question.formula === undefined ? undefined : readFormula(question.formula, lines.length);
      const computed = formula
        ? groups.map(
            (group, n): Line => ({
              series: null,
              by: group.by,
              total: formula(lines.map(some => some[n]?.total ?? null)),
              values: axis.names.map((_, point) =>
                formula(lines.map(some => some[n]?.values[point] ?? null)),
              ),
            }),
          )
        : [];
      return {
        kind: 'trend',
        points: [...axis.names],
        lines: [...lines.flat(), ...computed],
        more: moreGroups(rows, asked),
      };
    }),
  };
};
