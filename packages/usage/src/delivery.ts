import type { EventsAnswer } from '@rollcall/contract';
import { writeBatch } from './batch.ts';
import type { BrowserEnvironment } from './browser-environment.ts';
import type { Entry } from './entry.ts';
import { BRIEF, FIRST_PAUSE, INTERVAL, LONGEST_PAUSE, LONGEST_WAIT, QUEUE, TIMEOUT } from './limits.ts';
import type { Delivery, Page } from './page.ts';
import type { UsageParams } from './params.ts';

export const createDelivery = (
  page: Page,
  environment: BrowserEnvironment,
  params: UsageParams,
): Delivery => {
  const { navigator } = environment;
  let failures = 0;
  /** By the monotonic clock: no attempt before. */
  let pausedUntil = 0;
  /** Events in a request at most. */
  let batchLimit: number = QUEUE;
  /** The timer until the next attempt. */
  let scheduled: unknown;
  let current: Promise<boolean> | undefined;

  const mark = (entries: readonly Entry[], inFlight: boolean): unknown =>
    entries.map(entry => (entry.inFlight = inFlight));
  const schedule = (): void => {
    scheduled ||= environment.setTimeout(
      () =>
        // Serialising, saving and sending wait for an idle moment.
        (environment.requestIdleCallback ?? environment.setTimeout)(
          () => {
            scheduled = 0;
            page._process();
            void send();
          },
          // As an argument of `setTimeout` it counts as 0 ms.
          { timeout: INTERVAL } as never,
        ),
      INTERVAL,
    );
  };
  /** Sends one batch. Returns whether to send the next immediately. */
  const attempt = async (): Promise<boolean> => {
    if (!page._entries[0] || !navigator.onLine || page._now() < pausedUntil) return false;
    let retryAfter: number | undefined;
    try {
      await page._findOffset(failures);
      await page._findIp();
      page._process();
      const { _body: body, _entries: entries } = writeBatch(page, page._entries, batchLimit);
      if (!entries[0]) return false;
      // A keepalive request, within the 64 KiB that all such requests of the page share; a second attempt goes without
      // keepalive.
      const keepalive = !failures;
      mark(entries, keepalive);
      const answer = await page._request(page._urlOf('events'), params.requestTimeout ?? TIMEOUT, {
        method: 'POST',
        body,
        keepalive,
      });
      if (answer.status === 400 || answer.status === 413) {
        // Too large, or one invalid event in the batch: halved until that event is alone.
        batchLimit = entries.length >> 1 || 1;
        if (!entries[1]) page._remove(entry => entry === entries[0] && 'size');
        return true;
      }
      retryAfter = +(answer.headers.get('Retry-After') as string) * 1000;
      // Only the collector's own answer counts: a captive portal says 200 too.
      const { refused }: EventsAnswer = (await answer.json()).data;
      page._remove(
        entry =>
          entries.includes(entry) &&
          (refused.some(event => event.id === entry.id) ? 'refused' : 'acknowledged'),
      );
      failures = 0;
      batchLimit *= 2;
      return true;
    } catch {}
    mark(page._entries, false);
    // Half of the pause is random, so that the browsers of a school do not retry at the same time.
    pausedUntil =
      page._now() +
      (1 + environment.Math.random()) *
        Math.min(retryAfter || FIRST_PAUSE * 2 ** failures++, retryAfter ? LONGEST_WAIT : LONGEST_PAUSE);
    return false;
  };
  const send = (): Promise<boolean> =>
    (current ??= attempt().finally(() => {
      current = undefined;
      // Also while paused or offline: the check is cheap.
      if (page._entries[0]) schedule();
    }));

  return {
    _request: (url, timeout = BRIEF, init) =>
      environment.fetch(url, {
        ...init,
        signal: environment.AbortSignal.timeout?.(timeout) as AbortSignal,
      }),
    _schedule: schedule,
    async _flush() {
      while (await send());
    },
    async _forget() {
      await page._flush();
      await page._persistence?._takeLeft();
      await page._flush();
      const current = page._facts().user;
      page._remove(({ facts: { user } }) => !!user && user.u !== (current && current.u) && 'withdrawn');
    },
    _sendBeacons() {
      page._process();
      for (;;) {
        const waiting = page._entries.filter(entry => !entry.inFlight);
        if (!waiting[0] || !batchLimit || !navigator.onLine) break;
        const { _body: body, _entries: entries } = writeBatch(page, waiting, batchLimit);
        if (navigator.sendBeacon?.(page._urlOf('events'), body)) mark(entries, true);
        else batchLimit = entries.length >> 1;
      }
      batchLimit = QUEUE;
    },
    _resumeDelivery() {
      mark(page._entries, false);
      schedule();
    },
  };
};
