/** Generated questions over generated histories in ClickHouse; `ROLLCALL_QUESTIONS` says how many. */
import { afterAll, beforeAll } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { NOW } from '../../../events/store/testing/events.ts';
import { questionsSuite } from '../../../events/store/testing/questions.suite.ts';
import { type ClickHouseServer, startClickHouse } from '../store/testing/server.ts';
import { testStore } from '../store/testing/store.ts';
import { clickHouseQuestions } from './question-dialect.ts';
import { clickHouseStatements } from './statements.ts';

const QUESTIONS = 30;

let server: ClickHouseServer;
let database: TestDatabase;
beforeAll(async () => {
  [server, database] = await Promise.all([startClickHouse(), testDatabase()]);
});
afterAll(async () => {
  await server?.remove();
  await database?.close();
});

questionsSuite('ClickHouse', {
  open: async () => {
    const store = testStore(server.url, database, () => NOW);
    return {
      store,
      context: {
        client: store,
        statements: clickHouseStatements,
        questions: clickHouseQuestions,
        now: () => NOW,
      },
      remove: () => store.close(),
    };
  },
  histories: Math.ceil(Number(process.env['ROLLCALL_QUESTIONS'] ?? 300) / QUESTIONS),
  questions: QUESTIONS,
});
