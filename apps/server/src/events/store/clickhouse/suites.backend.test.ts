/** What every event store has to do, of the one in ClickHouse. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { ClickHouseQueries } from '../../../features/usage/queries/clickhouse/queries.ts';
import { NOW } from '../testing/events.ts';
import { eventStoreSuite, type Tested } from '../testing/event-store.suite.ts';
import { joinsSuite } from '../testing/joins.suite.ts';
import { type ClickHouseServer, startClickHouse } from './testing/server.ts';
import { testStore } from './testing/store.ts';

let server: ClickHouseServer;
let postgres: TestDatabase;
beforeAll(async () => {
  [server, postgres] = await Promise.all([startClickHouse(), testDatabase()]);
});
afterAll(async () => {
  await server?.remove();
  await postgres?.close();
});
beforeEach(() => postgres.truncate());

const tested = async (database: string): Promise<Tested> => {
  const store = testStore(server.url, postgres, () => NOW, { database });
  return {
    store,
    queries: new ClickHouseQueries({ client: store, now: () => NOW }),
    kill: async () => {
      await server.kill();
      await store.close();
      await server.restart();
      return tested(database);
    },
    remove: () => store.close(),
  };
};
const open = () => tested(`t${randomUUID().replaceAll('-', '')}`);

eventStoreSuite('ClickHouse', open, Number(process.env['ROLLCALL_HISTORIES'] ?? 4), 120_000);
joinsSuite('ClickHouse', open);
