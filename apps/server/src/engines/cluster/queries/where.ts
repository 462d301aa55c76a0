/** The selection of rows, in ClickHouse's SQL. */
import { kept } from '../store/waiting.ts';
import { HOUR } from '../../../events/store/counting.ts';
import type { Span, Who } from '../../../features/usage/queries/statements.ts';
import { flagsOf, Where } from '../../../features/usage/queries/where.ts';

/** Rows of these products and platforms, of any time. */
export const whereWho = (who: Who): Where => {
  const where = new Where();
  if (who.product !== undefined) where.and('product = {product:String}', { product: who.product });
  if (who.platform !== undefined) {
    where.and('platform = {platform:String}', { platform: who.platform });
  }
  const flags = flagsOf(who);
  return flags === undefined ? where : where.and(`bitAnd(flags, ${flags.mask}) = ${flags.wanted}`);
};

/** Rows of a table of rollups within a span. */
export const whereHours = (who: Who, { from, to }: Span): Where =>
  whereWho(who).and(`hour >= ${from / HOUR} and hour < ${to / HOUR}`);

/** Events within a span, without those that wait to be erased. */
export const whereRows = (who: Who, { from, to }: Span): Where =>
  whereWho(who).and(`time >= ${from} and time < ${to}`).and(kept.rows);
