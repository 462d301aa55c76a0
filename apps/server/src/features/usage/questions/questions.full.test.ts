/** Generated questions over generated histories in the embedded store; `ROLLCALL_QUESTIONS` says how many. */
import { rm } from 'node:fs/promises';
import { duckQuestions } from '../../../engines/embedded/queries/question-dialect.ts';
import { duckStatements } from '../../../engines/embedded/queries/statements.ts';
import { newStoreFolder, openTestStore } from '../../../engines/embedded/store/testing/duck.ts';
import { NOW } from '../../../events/store/testing/events.ts';
import { questionsSuite } from '../../../events/store/testing/questions.suite.ts';

const QUESTIONS = 30;

questionsSuite('DuckDB', {
  open: async () => {
    const folder = await newStoreFolder();
    const store = await openTestStore(folder);
    return {
      store,
      context: { client: store, statements: duckStatements, questions: duckQuestions, now: () => NOW },
      remove: async () => {
        await store.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
  histories: Math.ceil(Number(process.env['ROLLCALL_QUESTIONS'] ?? 300) / QUESTIONS),
  questions: QUESTIONS,
});
