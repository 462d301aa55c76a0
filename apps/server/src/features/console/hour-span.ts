/** The span of an answer made of hourly counts. */
import { refuse } from '../../platform/refusal.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Maximum span of one answer in days. */
const MAX_DAYS = 31;

/**
 * Milliseconds since 1970, from the beginning of an hour; `to` is exclusive.
 * @param query absent: the 24 hours up to `now`
 * @throws the refusal InvalidRequest of `from` where the span is empty or above MAX_DAYS
 */
export const hourSpan = (
  { from, to: until }: { readonly from?: number | undefined; readonly to?: number | undefined },
  now: number,
): { readonly from: number; readonly to: number } => {
  const to = until ?? now + 1;
  const begin = Math.floor((from ?? to - DAY) / HOUR) * HOUR;
  if (begin >= to) throw refuse('InvalidRequest', { data: { field: 'from' } });
  if (to - begin > MAX_DAYS * DAY + HOUR) {
    throw refuse('InvalidRequest', {
      message: `An answer spans ${MAX_DAYS} days at most.`,
      data: { field: 'from' },
    });
  }
  return { from: begin, to };
};
