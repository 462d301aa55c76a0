/** Fifteen questions about a made-up school, whose answers are known. */
import { type QuestionAnswer, readQuestion } from '@rollcall/contract/console';
import { describe, expect, it } from 'vitest';
import { askQuestion, type QuestionContext } from '../../../features/usage/questions/ask.ts';
import type { EventStore } from '../event-store.ts';
import { answersOf, END, eventsOf, peopleOf, questions, saidOf, START } from './fifteen-questions.ts';
import { makeSchool } from './made-up-school.ts';

const [SEED, PUPILS] = [7, 60];
/** When they are asked: in the last minute of the last week. */
export const ASKED = END - 60_000;

/** Milliseconds: however slow the machine is. */
const TIMEOUT = 600_000;

export const fifteenQuestionsSuite = (
  name: string,
  open: () => Promise<{
    readonly store: EventStore;
    readonly context: QuestionContext;
    readonly remove: () => Promise<void>;
  }>,
): void => {
  describe(`fifteen questions: ${name}`, () => {
    it('are answered as by plain loops', { timeout: TIMEOUT }, async () => {
      const school = makeSchool(SEED, START, PUPILS);
      const expected = answersOf(school);
      const { store, context, remove } = await open();
      try {
        const { loadedTo: from } = await store.position(0);
        await store.load({ partition: 0, from, to: from + 1, events: eventsOf(school), reports: [] });
        const at = await store.peopleAt();
        await store.changePeople({ from: at, to: at + 1, all: true, people: peopleOf(school), gone: [] });
        for (const [n, asked] of questions.entries()) {
          const found: QuestionAnswer[] = [];
          for (const each of asked) {
            const { question } = readQuestion(JSON.stringify(each));
            if (!question) throw new Error(`no question: ${JSON.stringify(each)}`);
            found.push({
              ...(await askQuestion(context, question, { timeout: TIMEOUT })),
              until: null,
              took: 0,
            });
          }
          expect(saidOf(n, found), `question ${n + 1}`).toEqual(expected[n]);
          // A school that has nothing to tell would prove nothing.
          expect(JSON.stringify(expected[n]).length, `question ${n + 1}`).toBeGreaterThan(5);
        }
      } finally {
        await remove();
      }
    });
  });
};
