/** A date with its time, in the operator's language and the school's zone. */
import type { ReactNode } from 'react';
import { useConsoleContext } from '../console-context.ts';
import { dayOf, timeFormat } from '../zone.ts';
import css from './date-time.module.css';

/** A date with its time as text; leaves out the year if it is the current one. Hours have two digits: times stand below each other. */
export const formatDateTime = (date: Date, language: string, now: () => number): string =>
  timeFormat(
    language,
    dayOf(date.getTime()).slice(0, 4) === dayOf(now()).slice(0, 4)
      ? { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }
      : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(date);

/**
 * @param props.at milliseconds since 1970, or an ISO text
 * @param props.fallback shown without a time; a dash unless given
 */
export function DateTime({ at, fallback }: { at: number | string | null | undefined; fallback?: ReactNode }) {
  const { language } = useConsoleContext();
  if (at === null || at === undefined)
    return fallback === undefined ? <span data-none="">—</span> : <>{fallback}</>;
  const date = new Date(at);
  const text = formatDateTime(date, language, Date.now);
  return (
    <time className={css.when} dateTime={date.toISOString()} title={date.toISOString()} data-nowrap="">
      {text}
    </time>
  );
}

/**
 * A date without its time, in the school's zone: in another zone its midnight is on the day before or after.
 *
 * @param props.at milliseconds since 1970
 */
export function SchoolDate({ at }: { at: number }) {
  const { language } = useConsoleContext();
  const date = new Date(at);
  return (
    <time className={css.when} dateTime={date.toISOString()} data-nowrap="">
      {timeFormat(language, { dateStyle: 'long' }).format(date)}
    </time>
  );
}
