import type { EventsAnswer } from '@rollcall/contract';
import { createBatch } from './batch.ts';
import type { Grants } from './consent.ts';
import { INTERVAL, QUEUE } from './limits.ts';
import type { Outside } from './outside.ts';
import type { Entry, Queue } from './queue.ts';
import type { Texts } from './texts.ts';

/** The longest pause after failures, and the longest that a Retry-After is obeyed, in ms. */
const LONGEST_PAUSE = 60_000;
const LONGEST_WAIT = 3_600_000;
/** How long the look-ups of time and address may take, in ms: the first events wait for them. */
const BRIEF = 2000;
/** So many times the events wait for the server's time; then they go without. */
const CLOCK_TRIES = 3;

/**
 * Sends what waits: a batch every 500 ms (specification, section 9), one at a time, each until it is answered.
 *
 * @param url the collector's `/usage/v1/`
 * @param meta the batch's `meta`, as JSON
 * @param look brings consents and queue up to date
 * @param prepare runs before each attempt
 */
export const createSender = (
  { navigator, performance, fetch, AbortSignal, setTimeout, Math: { random } }: Outside,
  url: string,
  meta: string,
  timeout: number,
  session: Texts,
  offsetName: string,
  clock: () => number,
  grants: () => Grants,
  queue: Queue,
  look: () => void,
  prepare: () => Promise<unknown>,
) => {
  const kept = session(offsetName);
  let offset = kept ? +kept : undefined;
  let clockTries = 0;
  let failures = 0;
  let quietUntil = 0;
  let most: number = QUEUE;
  let waking = false;
  let current: Promise<boolean> | undefined;

  /** Asks the collector, or any other URL; throws where no answer comes in time. */
  const ask = async (path: string, ms = BRIEF, init?: RequestInit) => {
    const signal = AbortSignal.timeout?.(ms) ?? null;
    const answer = await fetch(path, { ...init, signal });
    return [answer.status, await answer.text(), answer.headers] as const;
  };
  const wake = (ms: number = INTERVAL): void => {
    if (waking) return;
    waking = true;
    setTimeout(() => {
      waking = false;
      void send();
    }, ms);
  };
  /** Settles the offset for the session: from here on all events have the same, so it reorders nothing. */
  const settle = (found = 0): void => {
    if (offset === undefined) session(offsetName, `${(offset = Math.round(found) || 0)}`);
  };
  /** Of three samples of the server's time the one that took the shortest way. */
  const findOffset = async (): Promise<void> => {
    if (offset !== undefined) return;
    let best = LONGEST_WAIT;
    let found = 0;
    try {
      for (let sample = 0; sample < 3; sample++) {
        const start = performance.now();
        const { now } = JSON.parse((await ask(`${url}time`))[1]).data;
        const took = performance.now() - start;
        if (took < best) {
          best = took;
          found = now + took / 2 - clock();
        }
      }
    } catch (error) {
      if (++clockTries < CLOCK_TRIES) throw error;
    }
    settle(found);
  };
  const mark = (entries: readonly Entry[], travels: boolean, tried?: true): void => {
    for (const entry of entries) {
      entry.tried ||= tried;
      entry.travels = travels;
    }
  };
  const attempt = async (): Promise<boolean> => {
    look();
    if (!queue.list()[0] || !navigator.onLine || performance.now() < quietUntil) return false;
    let wait = 0;
    let entries: Entry[] = [];
    try {
      await Promise.all([findOffset(), prepare()]);
      look();
      settle();
      const waiting = queue.list();
      const [body, count] = createBatch(waiting, meta, grants(), most, offset);
      if (!count) return false;
      entries = waiting.slice(0, count);
      // Outlives the page, out of 64 KiB that all its requests share; a second try may be what was too much for them.
      const keepalive = !failures;
      mark(entries, keepalive, true);
      const [status, text, headers] = await ask(`${url}events`, timeout, { method: 'POST', body, keepalive });
      if (status === 413 || status === 400) {
        // Too large, or one among them spoils the rest: halved until it stands alone.
        most = count >> 1 || 1;
        if (count < 2) queue.remove(entry => entry === entries[0], 'size');
        return true;
      }
      wait = +(headers.get('Retry-After') ?? 0) * 1000 || 0;
      // Anything else than the collector's own answer is none: a captive portal says 200 too.
      const { accepted, refused }: EventsAnswer = JSON.parse(text).data;
      if (status === 200 && accepted >= 0) {
        queue.acknowledge(
          entries,
          refused.map(({ id }) => id),
        );
        failures = 0;
        most *= 2;
        return true;
      }
    } catch {}
    mark(entries, false);
    // Half fixed, half by chance, so that a school's pupils do not come back all at once.
    const backOff = Math.min(INTERVAL * 2 ** failures++, LONGEST_PAUSE) / 2;
    quietUntil = performance.now() + Math.max(backOff, Math.min(wait, LONGEST_WAIT)) * (1 + random());
    return false;
  };
  const send = (): Promise<boolean> =>
    (current ??= attempt().finally(() => {
      current = undefined;
      // Offline nothing is asked for; the `online` event wakes us.
      if (queue.list()[0] && navigator.onLine) wake(Math.max(INTERVAL, quietUntil - performance.now()));
    }));

  return {
    ask,
    wake,
    offset: () => offset,
    /** Sends until nothing waits, or an attempt fails. */
    async flush(): Promise<void> {
      while (await send());
    },
    /**
     * Gives everything that waits to beacons, but what travels already. A browser lets 64 KiB be under way, shared
     * with all requests that outlive the page; when it refuses, a smaller batch may still fit.
     */
    beacon(): void {
      look();
      let limit: number = QUEUE;
      while (navigator.onLine && limit) {
        const waiting = queue.list().filter(({ travels }) => !travels);
        if (!waiting[0]) return;
        settle();
        const [body, count] = createBatch(waiting, meta, grants(), limit, offset);
        if (navigator.sendBeacon(`${url}events`, body)) mark(waiting.slice(0, count), true, true);
        else limit = count >> 1;
      }
    },
    /** The page goes on: what only a beacon has is sent again, since nobody knows whether it came. */
    shown(): void {
      mark(queue.list(), false);
      wake();
    },
  };
};
