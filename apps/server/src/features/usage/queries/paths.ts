/** Paths: transitions between pages. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { peopleOf } from '../../../events/store/joins.ts';
import { transitionsOf, PATH_GAP } from '../../../events/store/rollups.ts';
import { HOUR } from '../../../events/store/tables.ts';
import type { Answer, QueryParams } from './params.ts';
import { periodOf } from './period.ts';
import { type QueryContext, counted, whereHours, whereRows } from './scope.ts';

/** @throws Refusal InvalidRequest by field */
export const paths = async (
  context: QueryContext,
  params: QueryParams<'getUsagePaths'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsagePaths'>> => {
  const period = periodOf(params, context.now(), usageDays.day);
  // Rollups have the transitions of older hours; those of the last days, for which late events may arrive, are counted here.
  const [row] = await context.client.query<{ value: number }>(
    "select value from meta where name = 'watermark'",
    {},
    options,
  );
  const from = Math.min(period.to, Math.max(period.from, (row?.value ?? 0) * HOUR));
  const rollups = whereHours(params, { from: period.from, to: from });
  const rows = whereRows(params, { from: from - PATH_GAP, to: period.to + PATH_GAP });
  const recent = transitionsOf(
    peopleOf(`(select * from events where ${rows.sql})`),
    `time >= ${from} and time < ${period.to}`,
  );
  const page = params.page === undefined ? 'true' : '(from_page = $page or to_page = $page)';
  const [notes, moves] = await Promise.all([
    counted(context, params, period, options),
    context.client.query<{ from_page: string; to_page: string; moves: number; total: number }>(
      `with every as (
         select from_page, to_page, transitions from transitions where ${rollups.sql}
         union all select from_page, to_page, transitions from (${recent})
       )
       select from_page, to_page, sum(transitions) as moves, sum(sum(transitions)) over () as total
       from every where ${page} group by from_page, to_page having sum(transitions) <> 0
       order by moves desc, from_page, to_page limit $top`,
      {
        ...rows.values,
        top: params.top,
        ...(params.page === undefined ? {} : { page: params.page }),
      },
      options,
    ),
  ]);
  return {
    ...notes,
    moves: moves.map(move => ({
      from_page: move.from_page || null,
      to_page: move.to_page || null,
      moves: move.moves,
    })),
    total: moves[0]?.total ?? 0,
  };
};
