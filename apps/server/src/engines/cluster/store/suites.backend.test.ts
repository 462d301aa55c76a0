/** What every event store has to do, of the one in ClickHouse. */
import { randomUUID } from 'node:crypto';
import { NOW } from '../../../events/store/testing/events.ts';
import { eventStoreSuite, type Tested } from '../../../events/store/testing/event-store.suite.ts';
import { joinsSuite } from '../../../events/store/testing/joins.suite.ts';
import { knownSuite } from '../../../events/store/testing/known.suite.ts';
import { schoolsSuite } from '../../../events/store/testing/schools.suite.ts';
import { clickHouseAndPostgres } from './testing/set-up.ts';
import { storeOfNights } from './testing/night.ts';
import { clickHouseQueries } from './testing/store.ts';

const started = clickHouseAndPostgres();

const tested = async (database: string): Promise<Tested> => {
  const { server, postgres } = started;
  const store = storeOfNights({ url: server.url, database, postgres }, () => NOW);
  return {
    store,
    queries: clickHouseQueries(store),
    kill: async () => {
      await started.server.kill();
      await store.close();
      await started.server.restart();
      return tested(database);
    },
    remove: () => store.close(),
  };
};
const open = () => tested(`t${randomUUID().replaceAll('-', '')}`);

eventStoreSuite('ClickHouse', open, Number(process.env['ROLLCALL_HISTORIES'] ?? 4));
joinsSuite('ClickHouse', open, 'device_users FINAL');
knownSuite('ClickHouse', open);
schoolsSuite('ClickHouse', open, 20);
