/** Who did something. */
import type { Behind } from '@rollcall/contract/console';
import type { ResultRow } from '../../../events/store/query-client.ts';
import { Acts, type Asked } from './acts.ts';
import { attemptsOf } from './funnel.ts';
import { isInGroup } from './groups.ts';
import { movesOf } from './paths.ts';
import { answerBy, type Plan } from './plan.ts';
import { startsOf, type Until } from './retention.ts';

interface PersonRow extends ResultRow {
  readonly id: string | null;
  readonly times: number;
  readonly first: number;
  readonly latest: number;
  readonly everybody: number;
}

/** Relations, the last of which is `chosen`, with what is counted of each person: `person` and `time`. */
interface Chosen {
  readonly acts: Acts;
  readonly sql: string;
}

/** The condition that a row is of a point of the axis; one that the period has not has nobody. */
const isAt = ({ axis }: Asked, point: string | undefined): string =>
  point === undefined
    ? 'true'
    : axis.names.includes(point)
      ? `point = ${axis.first + axis.names.indexOf(point)}`
      : 'false';

const ofFunnel = (
  asked: Asked,
  { steps, lost, point, took, by }: Extract<Behind, { funnel: object }>['funnel'],
): Chosen => {
  const { acts, sql } = attemptsOf(asked);
  const { params } = acts;
  /** When a step was done, of those that are within the window. */
  const at = (step: number) => (step === 1 ? 'time' : `et${step - 1}`);
  const between = `${at(steps)} - ${at(steps - 1)}`;
  const held = [
    lost ? `done = ${steps - 1}` : `done >= ${steps}`,
    isAt(asked, point),
    isInGroup(by, params),
    ...(took?.over === undefined ? [] : [`${between} > ${params.number(took.over)}`]),
    ...(took?.upto === undefined ? [] : [`${between} <= ${params.number(took.upto)}`]),
  ];
  return {
    acts,
    sql: `${sql}, chosen ${asked.dialect.as} (select person, time from attempts where ${held.join(' and ')})`,
  };
};

const ofRetention = (
  asked: Asked,
  until: number,
  { point, after, by }: Extract<Behind, { retention: object }>['retention'],
): Chosen => {
  const { acts, sql } = startsOf(asked, until);
  const held = `${isAt(asked, point)} and ${isInGroup(by, acts.params)}`;
  const started = `(select * from starts where ${held})`;
  const chosen =
    after === undefined
      ? `select person, time from ${started} s`
      : `select s.person as person, s.time as time from ${started} s join returns r on s.person = r.person and s.point + ${after} = r.point`;
  return { acts, sql: `${sql}, chosen ${asked.dialect.as} (${chosen})` };
};

const ofStickiness = (
  asked: Asked,
  { series: n, points, by }: Extract<Behind, { stickiness: object }>['stickiness'],
): Chosen => {
  const { question, dialect } = asked;
  const acts = new Acts(asked);
  const source = acts.select({ selected: question.series, breakdowns: question.breakdowns });
  // Somebody is of the group of their first event.
  const own = `select *, row_number() over (partition by person order by time, sequence, uid) as nth from acts where s${n}`;
  const who = `select person from (${own}) group by person
    having count(distinct point) = ${points} and max(case when nth = 1 and ${isInGroup(by, acts.params)} then 1 else 0 end) = 1`;
  return {
    acts,
    sql: `acts ${dialect.as} (select * from (${source}) where person is not null),
      chosen ${dialect.as} (select person, time from acts where s${n} and ${dialect.isIn('person', who)})`,
  };
};

const ofPaths = (asked: Asked, { step, from, to }: Extract<Behind, { paths: object }>['paths']): Chosen => {
  const { acts, sql } = movesOf(asked, true);
  const is = (column: string, page: string | null | undefined) =>
    page === undefined
      ? 'true'
      : page === null
        ? `${column} is null`
        : `${column} = ${acts.params.text(page)}`;
  const held = [`step = ${step}`, is('from_page', from), is('to_page', to)].join(' and ');
  return {
    acts,
    sql: `${sql}, chosen ${asked.dialect.as} (select person, time from moved where ${held})`,
  };
};

const chosenOf = (asked: Asked, until: number): Chosen => {
  const { question, dialect } = asked;
  const { behind, series } = question;
  if (!behind) {
    const acts = new Acts(asked);
    const source = acts.select({ selected: series });
    return {
      acts,
      sql: `chosen ${dialect.as} (select person, time from (${source}) where person is not null)`,
    };
  }
  if ('funnel' in behind) return ofFunnel(asked, behind.funnel);
  if ('retention' in behind) return ofRetention(asked, until, behind.retention);
  return 'paths' in behind ? ofPaths(asked, behind.paths) : ofStickiness(asked, behind.stickiness);
};

/** @param end of those behind a retention: when somebody is seen the last time */
export const people =
  ({ until }: Pick<Until, 'until'>): Plan =>
  asked => {
    const { question, dialect } = asked;
    const { acts, sql } = chosenOf(asked, until);
    return {
      source: 'events',
      answer: answerBy<PersonRow>(
        {
          // An account's id is in the events that bear it, and stands for all of the person's.
          sql: `with ${sql},
          found ${dialect.as} (
            select person, count(*) as times, min(time) as begins, max(time) as ends, count(*) over () as everybody
            from chosen group by person order by times desc, begins, person limit ${question.top}
          )
          select n.id as id, f.times as times, f.begins as first, f.ends as latest, f.everybody as everybody
          from found f left join (
            select person, min(user_id) as id from events
            where user_id is not null and ${acts.params.take(dialect.rows({ sample: 'with', bots: 'with', dev: 'with' }))} and ${dialect.isIn('person', 'select person from found')}
            group by person
          ) n on n.person = f.person
          order by times desc, first, f.person`,
          values: acts.params.values,
        },
        rows => ({
          kind: 'people',
          people: rows.map(({ id, times, first, latest }) => ({
            id: id || null,
            nickname: null,
            times,
            first,
            last: latest,
          })),
          total: rows[0]?.everybody ?? 0,
        }),
      ),
    };
  };
