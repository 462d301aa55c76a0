/** What tests of the store in ClickHouse begin with: ClickHouse, and a PostgreSQL for the store's locks. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../app/testing.ts';
import { type ClickHouseServer, startClickHouse } from './server.ts';

/** Set by the hooks: read it in tests and hooks only. */
export interface ClickHouseAndPostgres {
  readonly server: ClickHouseServer;
  /** Empty before each test. */
  readonly postgres: TestDatabase;
}

/** Starts both before the tests of the calling file, and ends them after these. */
export const clickHouseAndPostgres = (): ClickHouseAndPostgres => {
  const started = {} as { server: ClickHouseServer; postgres: TestDatabase };
  beforeAll(async () => {
    [started.server, started.postgres] = await Promise.all([startClickHouse(), testDatabase()]);
  });
  afterAll(async () => {
    // Either is missing if its start failed.
    await (started.server as ClickHouseServer | undefined)?.remove();
    await (started.postgres as TestDatabase | undefined)?.close();
  });
  beforeEach(() => started.postgres.truncate());
  return started;
};
