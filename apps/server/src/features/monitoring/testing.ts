/** Test helper: an event store in memory with the real tables. */
import { DuckDBInstance } from '@duckdb/node-api';
import type { QueryClient } from '../../events/store/query-client.ts';
import { rowsOf } from '../../engines/embedded/store/statements.ts';
import { eventCells, reportCells } from '../../events/store/rows.ts';
import { clearStage, stage } from '../../engines/embedded/store/stage.ts';
import { createStages } from '../../engines/embedded/store/tables.ts';
import { migrate } from '../../engines/embedded/store/migrations.ts';
import type { StoredReport } from '../../events/record/stored-report.ts';

export interface TestStore extends QueryClient {
  add(reports: readonly StoredReport[]): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}

export const testStore = async (): Promise<TestStore> => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await migrate(connection, 0);
  for (const statement of createStages) await connection.run(statement);
  return {
    query: async (sql, values) => (await rowsOf(connection, sql, values)) as never,
    add: async reports => {
      await stage(connection, eventCells([]), reportCells(reports));
      await connection.run('insert into reports select * from report_batch');
      await clearStage(connection);
    },
    clear: async () => void (await connection.run('truncate reports')),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
};

let ids = 0;
export const AT = Date.parse('2026-11-21T08:00:00Z');

/** A report with defaults. */
export const report = (given: Partial<StoredReport> & Pick<StoredReport, 'kind' | 'name'>): StoredReport => ({
  id: String(ids++),
  product: 'school',
  received: AT - 1000,
  release: 'r1',
  page: '/',
  weight: 1,
  ...given,
});
