/** Who did something. */
import type { ResultRow } from '../../../events/store/query-client.ts';
import { Acts, type Asked } from './acts.ts';
import { attemptsOf } from './funnel.ts';
import { answerBy, type Plan } from './plan.ts';
import { startsOf, type Until } from './retention.ts';

interface PersonRow extends ResultRow {
  readonly id: string | null;
  readonly times: number;
  readonly first: number;
  readonly latest: number;
  readonly everybody: number;
}

/** The relation `chosen`, with what is counted of each person: `person` and `time`. */
const chosenOf = (asked: Asked, until: number): { readonly acts: Acts; readonly sql: string } => {
  const { question, dialect, axis } = asked;
  const { behind, series } = question;
  if (behind && 'funnel' in behind) {
    const { acts, sql } = attemptsOf(asked);
    const { steps, lost } = behind.funnel;
    const done = lost ? `done = ${steps - 1}` : `done >= ${steps}`;
    return { acts, sql: `${sql}, chosen ${dialect.as} (select person, time from attempts where ${done})` };
  }
  if (behind && 'retention' in behind) {
    const { acts, sql } = startsOf(asked, until);
    const { point, after } = behind.retention;
    const at = axis.first + axis.names.indexOf(point);
    // A point that the period has not has nobody.
    const of = axis.names.includes(point) ? `point = ${at}` : 'false';
    const back =
      after === undefined
        ? ''
        : ` and ${dialect.isIn('person', `select person from returns where point = ${at + after}`)}`;
    return {
      acts,
      sql: `${sql}, chosen ${dialect.as} (select person, time from starts where ${of}${back})`,
    };
  }
  const acts = new Acts(asked);
  const source = acts.select({ selected: series });
  const rows = `acts ${dialect.as} (select * from (${source}) where person is not null)`;
  if (!behind) return { acts, sql: `${rows}, chosen ${dialect.as} (select person, time from acts)` };
  const { series: n, points } = behind.stickiness;
  const who = `select person from acts where s${n} group by person having count(distinct point) = ${points}`;
  return {
    acts,
    sql: `${rows}, chosen ${dialect.as} (select person, time from acts where s${n} and ${dialect.isIn('person', who)})`,
  };
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
