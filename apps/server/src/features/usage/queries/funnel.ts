/** Funnel: ordered steps within a time from the first. */
import { type FunnelStep, usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { peopleOf } from '../../../events/store/joins.ts';
import type { ResultRow, Values } from '../../../events/store/protocol.ts';
import type { Answer, QueryParams } from './params.ts';
import { kindNumber } from './kinds.ts';
import { periodOf } from './period.ts';
import { type QueryContext, counted, whereRows } from './scope.ts';

/**
 * The statement of a funnel.
 *
 * For each event that is a step, `start` of step k is the latest time of a first step from which the steps up to k
 * were done in order up to this event; the latest is the best, since the window counts from there. An event stands
 * for several steps where a key is named twice, but comes after itself in none.
 */
const statement = (where: string, steps: readonly FunnelStep[], to: number, window: number): string => {
  const is = steps.map((_, n) => `(kind = $kind${n} and key = $key${n})`);
  const order =
    'partition by person order by time, sequence, id rows between unbounded preceding and 1 preceding';
  const chain = steps
    .slice(1)
    .map((_, index) => {
      const n = index + 1;
      return `step${n} as (
        select * exclude (before),
               case when is${n} and time - before <= ${window} then before end as start${n}
        from (select *, max(start${n - 1}) over (${order}) as before from step${n - 1})
      )`;
    })
    .join(', ');
  const last = steps.length - 1;
  return `
    with chosen as materialized (
      select * from ${peopleOf(`(
        select person, time, sequence, id, ${is.map((sql, n) => `${sql} as is${n}`).join(', ')}
        from events where ${where} and (${is.join(' or ')}))`)}
      where person is not null
    ), step0 as (
      select *, case when is0 and time < ${to} then time end as start0
      from chosen where person in (select person from chosen where is0)
    ), ${chain},
    people as (
      select person, ${steps.map((_, n) => `min(time - start${n}) as took${n}`).join(', ')}
      from step${last} group by person
    )
    select ${steps.map((_, n) => `count(took${n}) as people${n}, median(took${n}) as median${n}`).join(', ')}
    from people`;
};

/** @throws Refusal InvalidRequest by field */
export const funnel = async (
  context: QueryContext,
  params: QueryParams<'getUsageFunnel'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageFunnel'>> => {
  const { steps, window } = params;
  const period = periodOf(params, context.now(), usageDays.rows);
  const where = whereRows(params, { from: period.from, to: period.to + window });
  const values: Values = Object.fromEntries(
    steps.flatMap(({ kind, key }, n) => [
      [`kind${n}`, kindNumber(kind)],
      [`key${n}`, key],
    ]),
  );
  const [notes, rows] = await Promise.all([
    counted(context, params, period, options),
    context.client.query<ResultRow>(
      statement(where.sql, steps, period.to, window),
      { ...where.values, ...values },
      options,
    ),
  ]);
  const row = rows[0] ?? {};
  return {
    ...notes,
    steps: steps.map(({ kind, key }, n) => ({
      kind,
      key,
      people: (row[`people${n}`] as number | undefined) ?? 0,
      median: n === 0 ? null : ((row[`median${n}`] as number | null | undefined) ?? null),
    })),
  };
};
