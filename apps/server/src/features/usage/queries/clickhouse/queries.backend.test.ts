import { afterAll, beforeAll } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../app/testing.ts';
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../../../events/store/clickhouse/testing/server.ts';
import { testStore } from '../../../../events/store/clickhouse/testing/store.ts';
import { usageQueriesSuite } from '../../testing/queries.suite.ts';
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
  return { store, statements: clickHouseStatements, remove: () => store.close() };
});
