/** The selection of rows, in DuckDB's SQL. */
import { HOUR } from '../../../events/store/counting.ts';
import type { Span, Who } from '../../../features/usage/queries/statements.ts';
import { flagsOf, Where } from '../../../features/usage/queries/where.ts';

/** Rows of these products and platforms, of any time. */
export const whereWho = (who: Who): Where => {
  const where = new Where();
  if (who.product !== undefined) where.and('product = $product', { product: who.product });
  if (who.platform !== undefined) where.and('platform = $platform', { platform: who.platform });
  const flags = flagsOf(who);
  return flags === undefined ? where : where.and(`(flags & ${flags.mask}) = ${flags.wanted}`);
};

/** Rows of a table of rollups within a span. */
export const whereHours = (who: Who, { from, to }: Span): Where =>
  whereWho(who).and(`hour >= ${from / HOUR} and hour < ${to / HOUR}`);

/** Events within a span. */
export const whereRows = (who: Who, { from, to }: Span): Where =>
  whereWho(who).and(`time >= ${from} and time < ${to}`);
