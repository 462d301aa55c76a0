import { afterAll, beforeAll } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { ASKED, fifteenQuestionsSuite } from '../../../events/store/testing/fifteen-questions.suite.ts';
import { type ClickHouseServer, startClickHouse } from '../store/testing/server.ts';
import { testStore } from '../store/testing/store.ts';
import { clickHouseQuestions } from './question-dialect.ts';
import { clickHouseStatements } from './statements.ts';

let server: ClickHouseServer;
let database: TestDatabase;
beforeAll(async () => {
  [server, database] = await Promise.all([startClickHouse(), testDatabase()]);
});
afterAll(async () => {
  await server?.remove();
  await database?.close();
});

fifteenQuestionsSuite('ClickHouse', async () => {
  const store = testStore(server.url, database, () => ASKED);
  return {
    store,
    context: {
      client: store,
      statements: clickHouseStatements,
      questions: clickHouseQuestions,
      now: () => ASKED,
    },
    remove: () => store.close(),
  };
});
