/** Lets rows of the event store go when they are old. */
import type { Logger } from 'pino';
import type { EventStore } from './event-store.ts';

const DAY = 86_400_000;
/** Milliseconds between two looks, and before the first: a start has other things to do. */
const EVERY = DAY / 4;
const FIRST = 10 * 60_000;

export interface Retention {
  /** Looks once, now. It never rejects: what fails is logged, and done at the next look. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * @param days that rows are kept; 0: for ever
 * @param now milliseconds since 1970
 */
export const startRetention = (
  store: Pick<EventStore, 'forget'>,
  {
    days,
    now,
    log,
  }: { readonly days: number; readonly now: () => number; readonly log: Pick<Logger, 'warn'> },
): Retention => {
  const look = async () => {
    if (days === 0) return;
    await store.forget(now() - days * DAY).catch((error: unknown) => {
      log.warn({ err: error }, 'old usage events could not be removed; it is tried again');
    });
  };
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number) => {
    timer = setTimeout(() => void look().then(() => later(EVERY)), ms);
    timer.unref();
  };
  if (days > 0) later(FIRST);
  return { look, stop: () => clearTimeout(timer) };
};
