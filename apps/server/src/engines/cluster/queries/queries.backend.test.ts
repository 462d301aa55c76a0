import { afterAll, beforeAll } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { type ClickHouseServer, startClickHouse } from '../store/testing/server.ts';
import { testStore } from '../store/testing/store.ts';
import { usageQueriesSuite } from '../../../features/usage/testing/queries.suite.ts';
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

usageQueriesSuite('ClickHouse', async now => {
  const store = testStore(server.url, database, now);
  return {
    store,
    statements: clickHouseStatements,
    questions: clickHouseQuestions,
    remove: () => store.close(),
  };
});
