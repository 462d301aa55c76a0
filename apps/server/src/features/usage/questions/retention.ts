/** Retention and stickiness: at which points somebody was there. */
import type { Question, QuestionBody } from '@rollcall/contract/console';
import { Acts, type Asked } from './acts.ts';
import { byGroups, dividedBy, grouped, type GroupRow, largest, listed, moreGroups } from './groups.ts';
import { answerBy, type Plan } from './plan.ts';
import { isOfSums } from './sums.ts';

interface RetentionRow extends GroupRow {
  readonly point: number;
  /** Points after the start; -1: who started. */
  readonly after: number;
  readonly people: number;
}
type Group = Extract<QuestionBody, { kind: 'retention' }>['groups'][number];

/** When somebody is seen the last time, and the number of the running point. */
export interface Until {
  readonly until: number;
  readonly running: number;
}

/** A SELECT of people by when they started and how many points later they returned, out of `starts` and `returns`. */
const figuresOf = ({ question: { breakdowns, length } }: Asked): string => {
  const by = dividedBy(breakdowns);
  const { everything, clause } = grouped(by, [['point', 'after']]);
  return `select ${everything} as everything, point, after, ${listed(by)}count(*) as people
    from (
      select point, -1 as after, ${listed(by)}person from starts
      union all
      select s.point as point, r.point - s.point as after, ${by.map(name => `s.${name} as ${name}, `).join('')}s.person as person
      from starts s join returns r on s.person = r.person where r.point >= s.point and r.point <= s.point + ${length}
    ) ${clause}`;
};

/** Of somebody's first activity, when they were there again. */
const ofSums = (asked: Asked, until: number) => {
  const { question, dialect, period, axis } = asked;
  const acts = new Acts(asked);
  // A platform narrows who is seen, and not who was there before.
  const { platform, ...everywhere } = question.population;
  const firsts = acts.params.take(dialect.firsts(everywhere, period.to));
  const active = acts.params.take(
    dialect.active(question.population, { from: period.from, to: until }, axis),
  );
  const seen = platform === undefined ? '' : 'join returns r on f.person = r.person and f.point = r.point';
  return {
    sql: `with returns ${dialect.as} (select distinct person, point from ${active} a),
      starts ${dialect.as} (
        select f.person as person, f.point as point from (
          select person, ${acts.pointOf('first_time')} as point from ${firsts}
          where first_time >= ${period.from} and first_time < ${period.to}
        ) f ${seen}
      )
      ${largest(figuresOf(asked), [], '', asked)}`,
    values: acts.params.values,
  };
};

/** Whether people start when they are active for the first time ever, on whatever platform. */
const isOfAnyActivity = ({ filter, series, start }: Question): boolean =>
  start === 'first' && filter === undefined && series.every(each => each.event === null && !each.filter);

/** The relations `starts`, with who started when, and `returns`, out of single events. */
export const startsOf = (asked: Asked, until: number): { readonly acts: Acts; readonly sql: string } => {
  const { question, dialect, period } = asked;
  const { series, breakdowns, start } = question;
  const acts = new Acts(asked);
  const first = start === 'first';
  // The first time is told of everything that is kept.
  const from = first ? 0 : period.from;
  const source = acts.select({
    selected: series.map((each, n) => ({
      ...each,
      span: n === 0 ? { from, to: period.to } : { from: period.from, to: until },
    })),
    span: { from, to: until },
    breakdowns,
  });
  // A platform narrows who is seen, and not who was there before.
  const known =
    question.population.platform !== undefined && isOfAnyActivity(question)
      ? `join (${acts.firsts()}) f on f.person = s.person where f.begun >= ${period.from} and ${acts.pointOf('f.begun')} = s.point`
      : '';
  return {
    acts,
    sql: `acts ${dialect.as} (select * from (${source}) where person is not null),
      starts ${dialect.as} (
        select s.person as person, s.point as point, s.time as time, ${dividedBy(breakdowns)
          .map(name => `s.${name} as ${name}, `)
          .join('')}s.nth as nth
        from (
          select * from (
            select *, row_number() over (partition by person${first ? '' : ', point'} order by time, sequence, uid) as nth from acts where s0
          ) where nth = 1 and time >= ${period.from}
        ) s ${known}
      ),
      returns ${dialect.as} (select distinct person, point from acts where s1)`,
  };
};

const ofEvents = (asked: Asked, until: number) => {
  const { acts, sql } = startsOf(asked, until);
  const by = dividedBy(asked.question.breakdowns);
  return {
    sql: `with ${sql}
      ${largest(figuresOf(asked), by, 'sum(case when after = -1 then people else 0 end)', asked)}`,
    values: acts.params.values,
  };
};

export const retention =
  ({ until, running }: Until): Plan =>
  asked => {
    const { question, axis } = asked;
    const { breakdowns, length } = question;
    const by = dividedBy(breakdowns);
    const sums = isOfSums(question);
    return {
      source: sums ? 'sums' : 'events',
      answer: answerBy<RetentionRow>(sums ? ofSums(asked, until) : ofEvents(asked, until), rows => ({
        kind: 'retention',
        groups: byGroups(rows, by).map(group => {
          const cohorts = axis.names
            .map((point, n) => ({
              point,
              people: 0,
              back: Array.from(
                { length: Math.max(0, Math.min(length + 1, running - (axis.first + n) + 1)) },
                () => 0,
              ),
            }))
            .slice(0, Math.max(0, running - axis.first + 1));
          for (const { point, after, people } of group.rows) {
            const cohort = cohorts[point - axis.first];
            if (!cohort) continue;
            if (after === -1) cohort.people = people;
            else if (after < cohort.back.length) cohort.back[after] = people;
          }
          return { by: group.by, cohorts, average: averageOf(cohorts, length) };
        }),
        more: moreGroups(rows, asked),
      })),
    };
  };

/** Of everybody who could have returned so many points later, the share that did. */
const averageOf = (cohorts: Group['cohorts'], length: number): (number | null)[] =>
  Array.from({ length: length + 1 }, (_, after) => {
    const could = cohorts.filter(({ back }) => back.length > after);
    const people = could.reduce((sum, cohort) => sum + cohort.people, 0);
    return people === 0 ? null : could.reduce((sum, { back }) => sum + (back[after] ?? 0), 0) / people;
  });

interface StickinessRow extends GroupRow {
  readonly series: number;
  /** At how many points. */
  readonly points: number;
  readonly people: number;
}

export const stickiness: Plan = asked => {
  const { question, dialect, axis } = asked;
  const { series, breakdowns } = question;
  const by = dividedBy(breakdowns);
  const acts = new Acts(asked);
  const source = acts.select({ selected: series, breakdowns });
  const figures = series.map((_, n) => {
    const { everything, clause } = grouped(by, [['points']]);
    const firsts = by.map(name => `max(case when nth = 1 then ${name} end) as f${name}`);
    return `select ${n} as series, ${everything} as everything, points, ${listed(by)}count(*) as people
      from (
        select points, ${by.map(name => `f${name} as ${name}, `).join('')}person from (
          select person, ${listed(firsts)}count(distinct point) as points from (
            select *, row_number() over (partition by person order by time, sequence, uid) as nth from acts where s${n}
          ) group by person
        )
      ) ${clause}`;
  });
  const size = 'sum(case when series = 0 then people else 0 end)';
  return {
    source: 'events',
    answer: answerBy<StickinessRow>(
      {
        sql: `with acts ${dialect.as} (select * from (${source}) where person is not null)
        ${largest(figures.join('\nunion all\n'), by, size, asked)}`,
        values: acts.params.values,
      },
      rows => ({
        kind: 'stickiness',
        lines: series.flatMap((_, n) =>
          byGroups(rows, by).map(group => {
            const people = axis.names.map(() => 0);
            for (const row of group.rows) if (row.series === n) people[row.points - 1] = row.people;
            return { series: n, by: group.by, people };
          }),
        ),
        more: moreGroups(rows, asked),
      }),
    ),
  };
};
