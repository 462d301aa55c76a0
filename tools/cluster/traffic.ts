/** Sample traffic: pupils' pages that report events and errors, through the proxy. */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf, facts, newEvent } from '../../apps/server/src/features/usage/testing/batches.ts';

/** Browsers that report, each about every second. */
const BROWSERS = 20;
const EVERY = 1_000;
const names = ['lesson.open', 'lesson.close', 'exercise.done', 'video.play', 'search'];

export interface Traffic {
  /** What was acknowledged. */
  summary(): string;
  readonly stop: () => Promise<void>;
}

/** @returns UUIDv7, which sort by time */
const idAt = (at: number): string => {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

export const startTraffic = (url: string): Traffic => {
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(BROWSERS, signal);
  const counts = { events: 0, refused: 0, reports: 0 };
  const pause = () => wait(EVERY * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);

  const browse = async () => {
    const device = randomUUID();
    for (let round = 0; !signal.aborted; round += 1) {
      const t = Date.now();
      const events = Array.from({ length: 5 }, (_, n) =>
        newEvent({ i: idAt(t), t, c: t, e: names[(round + n) % names.length] ?? '' }),
      );
      const body = bodyOf({ events, facts: [facts({ d: device })] });
      // What is not acknowledged is sent again, as pages do.
      for (let taken = false; !taken && !signal.aborted; ) {
        const answer = await fetch(`${url}/usage/v1/events`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'text/plain;charset=UTF-8' },
        }).catch(() => undefined);
        taken = answer?.status === 200;
        if (taken) counts.events += events.length;
        else counts.refused += 1;
        if (!taken) await pause();
      }
      if (round % 20 === 7) {
        const error = `&e=1!error!TypeError!${encodeURIComponent('the lesson has no page')}!`;
        const answer = await fetch(`${url}/monitor/v1.gif?p=school&v=1.0.0&u=%2Flessons%2F7${error}`).catch(
          () => undefined,
        );
        if (answer?.status === 200) counts.reports += 1;
      }
      await pause();
    }
  };
  const running = Promise.all(Array.from({ length: BROWSERS }, browse));
  return {
    summary: () =>
      `Acknowledged: ${counts.events} events, ${counts.reports} monitoring reports; refused and sent again: ${counts.refused}.`,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
