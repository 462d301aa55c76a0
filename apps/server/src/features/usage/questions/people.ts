/** Who did something. */
import type { ResultRow } from '../../../events/store/query-client.ts';
import { Acts } from './acts.ts';
import { answerBy, type Plan } from './plan.ts';

interface PersonRow extends ResultRow {
  readonly id: string | null;
  readonly times: number;
  readonly first: number;
  readonly latest: number;
  readonly everybody: number;
}

export const people: Plan = asked => {
  const { question, dialect } = asked;
  const acts = new Acts(asked);
  const source = acts.select({ selected: question.series });
  return {
    source: 'events',
    answer: answerBy<PersonRow>(
      {
        // An account's id is in the events that bear it, and stands for all of the person's.
        sql: `with acts ${dialect.as} (select * from (${source}) where person is not null),
        found ${dialect.as} (
          select person, count(*) as times, min(time) as begins, max(time) as ends, count(*) over () as everybody
          from acts group by person order by times desc, begins, person limit ${question.top}
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
