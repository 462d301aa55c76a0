/** Which questions the sums of hours answer, which stay where single events expire. */
import type { Measure, Property, Question, QuestionEvent } from '@rollcall/contract/console';

/** Whether a series of a trend is in the sums: times and durations by kind and key, people of all activity. */
const isSummed = ({ event, measure }: { readonly event: QuestionEvent | null; readonly measure: Measure }) =>
  measure === 'times' ||
  (measure === 'people' && event === null) ||
  (typeof measure === 'object' &&
    measure.property === 'event.duration' &&
    (measure.of === 'sum' || measure.of === 'average'));

/** What the sums of times and durations are told apart by; those of people are not. */
const columns: readonly Property[] = ['event.kind', 'event.key', 'event.product', 'device.platform'];

/** Whether the sums of hours have all that a question asks for: no filter, and nothing that they don't tell apart. */
export const isOfSums = ({ kind, filter, series, breakdowns, start, page }: Question): boolean => {
  if (filter !== undefined || series.some(each => each.filter !== undefined)) return false;
  if (kind === 'trend')
    return (
      series.every(each => isSummed(each) && (breakdowns.length === 0 || each.measure !== 'people')) &&
      breakdowns.every(each => columns.includes(each))
    );
  if (breakdowns.length > 0) return false;
  if (kind === 'time') return true;
  if (kind === 'retention') return start === 'first' && series.every(({ event }) => event === null);
  return kind === 'paths' && page === undefined;
};
