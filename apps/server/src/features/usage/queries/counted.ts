/** The description of the period in an answer. */
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { fewRowsOf, type QueryContext, type Span, type Who } from './statements.ts';

export interface CountedAnswer {
  readonly from: number;
  readonly to: number;
  readonly sample: boolean;
}
export interface KeptAnswer extends CountedAnswer {
  readonly rows_from: number | null;
}

/** Describes the period of an answer: whether it includes sample data, and since when rows are kept. */
export const counted = async (
  context: QueryContext,
  who: Who,
  { from, to }: Span,
  options: QueryOptions,
): Promise<KeptAnswer> => {
  const hours = { from: Math.floor(from / HOUR) * HOUR, to: Math.ceil(to / HOUR) * HOUR };
  const [row] = await fewRowsOf(context, context.statements.counted(who, hours), options);
  const rowsFrom = row?.rows_from ?? 0;
  return { from, to, sample: row?.sample ?? false, rows_from: rowsFrom > from ? rowsFrom : null };
};

/** The same for answers from rollups alone, which are not deleted. */
export const countedRollups = async (...params: Parameters<typeof counted>): Promise<CountedAnswer> => {
  const { from, to, sample } = await counted(...params);
  return { from, to, sample };
};
