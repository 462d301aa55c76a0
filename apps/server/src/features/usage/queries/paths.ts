/** Paths: from which page to which. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/duck-store.ts';
import { movesOf, PATH_GAP } from '../../../events/store/sums.ts';
import { HOUR } from '../../../events/store/tables.ts';
import type { Answer, Asked } from './asked.ts';
import { periodOf } from './period.ts';
import { type Asking, counted, whereHours, whereRows } from './scope.ts';

/** @throws Refusal InvalidRequest by field */
export const paths = async (
  asking: Asking,
  asked: Asked<'getUsagePaths'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsagePaths'>> => {
  const period = periodOf(asked, asking.now(), usageDays.day);
  // Older hours are counted once and for all; the last days, in which events may still come late, are counted here.
  const [settled] = await asking.door.query<{ value: number }>(
    "select value from meta where name = 'paths_to'",
    {},
    options,
  );
  const from = Math.min(period.to, Math.max(period.from, (settled?.value ?? 0) * HOUR));
  const sums = whereHours(asked, { from: period.from, to: from });
  const rows = whereRows(asked, { from: from - PATH_GAP, to: period.to + PATH_GAP });
  const recent = movesOf(`(select * from events where ${rows.sql})`, `${from}`, `${period.to}`);
  const page = asked.page === undefined ? 'true' : '(from_page = $page or to_page = $page)';
  const [said, moves] = await Promise.all([
    counted(asking, asked, period, options),
    asking.door.query<{ from_page: string; to_page: string; moves: number; total: number }>(
      `with every as (
         select from_page, to_page, moves from moves where ${sums.sql}
         union all select from_page, to_page, moves from (${recent})
       )
       select from_page, to_page, sum(moves) as moves, sum(sum(moves)) over () as total
       from every where ${page} group by from_page, to_page having sum(moves) <> 0
       order by moves desc, from_page, to_page limit $top`,
      {
        ...rows.values,
        top: asked.top,
        ...(asked.page === undefined ? {} : { page: asked.page }),
      },
      options,
    ),
  ]);
  return {
    ...said,
    moves: moves.map(move => ({
      from_page: move.from_page || null,
      to_page: move.to_page || null,
      moves: move.moves,
    })),
    total: moves[0]?.total ?? 0,
  };
};
