/** Whether a question is answered in time, and loads beside one. */
import { QueryCancelled } from '../../../apps/server/src/events/store/errors.ts';
import type { StoredEvent } from '../../../apps/server/src/events/record/stored-event.ts';
import type { HistoryStore } from './history.ts';
import { groups, NOW } from './questions.ts';

/** Asks. @returns false where the question took longer than it may */
export const isAnswered = async (ask: () => Promise<unknown>): Promise<boolean> => {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof QueryCancelled) return false;
    throw error;
  }
};

/** A question must not delay a load for long. */
export const loadBeside = async (history: HistoryStore): Promise<void> => {
  const { store } = history;
  const queries = history.queries(store);
  const given = { done: false };
  const running = (async () => {
    while (!given.done) await isAnswered(async () => groups.others['funnel of 4 steps']?.ask(queries));
  })();
  const took: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const from = (await store.position(0)).loadedTo;
    const events: StoredEvent[] = Array.from({ length: 1000 }, (_, index) => ({
      id: `019aa5a0-0000-7000-8000-${(from + index).toString(16).padStart(12, '0')}`,
      product: 'sample-school',
      time: NOW - index,
      deviceTime: NOW,
      received: NOW,
      sequence: index,
      kind: 0,
      key: 'lesson.open',
      user: `bench-${index % 100}`,
    }));
    const begun = performance.now();
    await store.load({ partition: 0, from, to: from + 1000, events, reports: [] });
    took.push(performance.now() - begun);
  }
  given.done = true;
  await running;
  console.log(
    `  a load of 1,000 events beside running funnels: ${took.map(ms => ms.toFixed(0)).join(', ')} ms`,
  );
};
