/** A ClickHouse, which is libchdb in a process of its own, and the PostgreSQL that has its ranges and locks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../apps/server/src/app/config.ts';
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../apps/server/src/engines/cluster/store/testing/server.ts';
import { openDatabase, type OpenDatabase } from '../../apps/server/src/platform/database/connection.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';

export interface BenchClickHouse {
  readonly server: ClickHouseServer;
  readonly postgres: OpenDatabase;
  /** Ends both and removes their folders. */
  remove(): Promise<void>;
}

export const startBenchClickHouse = async (section: string): Promise<BenchClickHouse> => {
  const folder = mkdtempSync(join(tmpdir(), `rollcall-${section}-`));
  const config = readConfig({
    ROLLCALL_ENV: 'test',
    ROLLCALL_DATA: folder,
    ROLLCALL_LOG_LEVEL: 'silent',
    ROLLCALL_SECRET: 'bench-do-not-keep-this-0123456789-abcdef',
  });
  const log = createLog(config);
  const postgres = await openDatabase(config, log);
  await migrate(postgres.pool, { log, now: Date.now });
  const server = await startClickHouse();
  return {
    server,
    postgres,
    remove: async () => {
      await server.remove();
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
