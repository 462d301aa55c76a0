import { rm } from 'node:fs/promises';
import { duckQuestions } from '../../../engines/embedded/queries/question-dialect.ts';
import { duckStatements } from '../../../engines/embedded/queries/statements.ts';
import { openDuckStore } from '../../../engines/embedded/store/duck-store.ts';
import { newStoreFolder } from '../../../engines/embedded/store/testing/duck.ts';
import { ASKED, fifteenQuestionsSuite } from '../../../events/store/testing/fifteen-questions.suite.ts';

fifteenQuestionsSuite('DuckDB', async () => {
  const folder = await newStoreFolder();
  const log = { info() {}, warn() {}, error() {} };
  const now = () => ASKED;
  const store = await openDuckStore({ folder, memory: 256 * 2 ** 20, log, now });
  return {
    store,
    context: { client: store, statements: duckStatements, questions: duckQuestions, now },
    remove: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
