/** Funnel: ordered steps within a time from the first. */
import { usageDays } from '@rollcall/contract/console';
import type { Values, QueryOptions } from '../../../events/store/query-client.ts';
import { counted } from './counted.ts';
import { kindNumber } from './kinds.ts';
import type { Answer, QueryParams } from './params.ts';
import { periodOf } from './period.ts';
import { type QueryContext, rowsOf } from './statements.ts';

/**
 * What the steps are told by: `kind0`, `key0`, `kind1`, …
 * @param named the steps that the statement names, since DuckDB refuses values of others
 */
export const stepValues = (
  { steps }: QueryParams<'getUsageFunnel'>,
  named: (n: number) => boolean = () => true,
): Values =>
  Object.fromEntries(
    steps.flatMap(({ kind, key }, n) =>
      named(n)
        ? [
            [`kind${n}`, kindNumber(kind)],
            [`key${n}`, key],
          ]
        : [],
    ),
  );

/** @throws Refusal InvalidRequest by field */
export const funnel = async (
  context: QueryContext,
  params: QueryParams<'getUsageFunnel'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageFunnel'>> => {
  const period = periodOf(params, context.now(), usageDays.rows);
  const [notes, rows] = await Promise.all([
    counted(context, params, period, options),
    rowsOf(context, context.statements.funnel(params, period), options),
  ]);
  const row = rows[0] ?? {};
  return {
    ...notes,
    steps: params.steps.map(({ kind, key }, n) => ({
      kind,
      key,
      people: (row[`people${n}`] as number | undefined) ?? 0,
      median: n === 0 ? null : ((row[`median${n}`] as number | null | undefined) ?? null),
    })),
  };
};
