/** What happens beside a question: others' questions, and loads. */
import { QueryCancelled } from '../../../apps/server/src/events/store/errors.ts';
import { SharedQueries } from '../../../apps/server/src/events/store/shared-queries.ts';
import type { StoredEvent } from '../../../apps/server/src/events/record/stored-event.ts';
import type { HistoryStore } from './history.ts';
import { funnel, month, NOW, quarter, questions } from './questions.ts';

const ANALYSTS = 20;

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
    while (!given.done) await isAnswered(async () => questions['funnel of 4 steps']?.ask(queries));
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

/**
 * Twenty analysts who open a view concurrently: its cheap questions and its own, by the client of the server, which
 * lets equal questions share a
 * run. Every fourth has a funnel over 90 days of their own.
 */
export const analysts = async (history: HistoryStore): Promise<void> => {
  const { store, version } = history;
  const client = new SharedQueries({ client: store, ...(version && { version }) });
  const queries = history.queries(client);
  const views = Object.values(questions);
  const took: number[] = [];
  const failed: string[] = [];
  const measured = async (ask: () => Promise<unknown>) => {
    const begun = performance.now();
    await ask().catch((error: unknown) => failed.push(String(error)));
    took.push(performance.now() - begun);
  };
  await Promise.all(
    Array.from({ length: ANALYSTS }, async (_, n) => {
      const own =
        n % 4 === 0
          ? () => queries.ask({ ...funnel, period: quarter, window: 86_400_000 - n * 60_000 })
          : () => views[n % views.length]?.ask(queries) ?? Promise.resolve();
      await Promise.all([
        measured(() => queries.scope()),
        measured(() => queries.keys({ ...month, kind: undefined, search: undefined, top: 100 })),
        measured(own),
      ]);
    }),
  );
  took.sort((one, other) => one - other);
  const at = (share: number) => took[Math.floor((took.length - 1) * share)]?.toFixed(0);
  console.log(
    `  ${ANALYSTS} analysts at once, ${took.length} questions: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms, ${failed.length} refused`,
  );
};
