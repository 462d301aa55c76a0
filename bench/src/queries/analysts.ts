/** Ten analysts who pause for half a minute between their questions, beside the same questions asked by one alone. */
import { SharedQueries } from '../../../apps/server/src/events/store/shared-queries.ts';
import type { QueryClient } from '../../../apps/server/src/events/store/query-client.ts';
import { isAnswered } from './beside.ts';
import { percentile } from './figures.ts';
import type { HistoryStore } from './history.ts';
import { groups } from './questions.ts';

const ANALYSTS = 10;
/** Milliseconds between an answer and the next question. */
const PAUSE = 30_000;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
const asked = Object.values({ ...groups.sums, ...groups.filtered });

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms);
  });

/** Each question is another one by its first day, so that none finds its answer kept. */
const earlierOf = (turn: number): number => Math.floor(turn / asked.length);

export const analysts = async (history: HistoryStore): Promise<void> => {
  const { store, version } = history;
  // What the disk has to bring is brought for neither of the two.
  for (const question of asked) await isAnswered(() => question.ask(history.queries(store)));
  const measured = async (client: QueryClient, analyst: number, round: number): Promise<number> => {
    const turn = analyst * rounds + round;
    const question = asked[turn % asked.length];
    const begun = performance.now();
    const answered = await isAnswered(async () => question?.ask(history.queries(client), earlierOf(turn)));
    return answered ? performance.now() - begun : Number.POSITIVE_INFINITY;
  };
  const client = () => new SharedQueries({ client: store, ...(version && { version }) });
  const alone: number[] = [];
  const one = client();
  for (let analyst = 0; analyst < ANALYSTS; analyst += 1)
    for (let round = 0; round < rounds; round += 1) alone.push(await measured(one, analyst, round));
  const together: number[] = [];
  const shared = client();
  await Promise.all(
    Array.from({ length: ANALYSTS }, async (_, analyst) => {
      // They come one after the other.
      await pause((analyst * PAUSE) / ANALYSTS);
      for (let round = 0; round < rounds; round += 1) {
        together.push(await measured(shared, analyst, round));
        await pause(PAUSE);
      }
    }),
  );
  const [single, ten] = [percentile(alone, 0.95), percentile(together, 0.95)];
  console.log(
    `  ${ANALYSTS} analysts, ${rounds} questions each with ${PAUSE / 1000} s after each answer, all ${together.length} different: p50 ${percentile(together, 0.5).toFixed(0)} ms, p95 ${ten.toFixed(0)} ms; one alone with the same questions and no pauses: p50 ${percentile(alone, 0.5).toFixed(0)} ms, p95 ${single.toFixed(0)} ms; p95 together ${(ten / single).toFixed(2)} times alone`,
  );
};
