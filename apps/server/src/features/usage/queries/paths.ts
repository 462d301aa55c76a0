/** Paths: transitions between pages. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { HOUR } from '../../../events/store/tables.ts';
import { counted } from './counted.ts';
import type { Answer, QueryParams } from './params.ts';
import { periodOf } from './period.ts';
import { fewRowsOf, type QueryContext, rowsOf } from './statements.ts';

/** @throws Refusal InvalidRequest by field */
export const paths = async (
  context: QueryContext,
  params: QueryParams<'getUsagePaths'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsagePaths'>> => {
  const period = periodOf(params, context.now(), usageDays.day);
  const [row] = await fewRowsOf(context, context.statements.transitionsTo(), options);
  const from = Math.min(period.to, Math.max(period.from, (row?.value ?? 0) * HOUR));
  const [notes, moves] = await Promise.all([
    counted(context, params, period, options),
    rowsOf(context, context.statements.paths(params, period, from), options),
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
