/** A history in ClickHouse, which is libchdb in a process of its own, as in the tests. */
import { ClickHouse } from '../../../apps/server/src/engines/cluster/store/client.ts';
import { testStore } from '../../../apps/server/src/engines/cluster/store/testing/store.ts';
import { clickHouseQuestions } from '../../../apps/server/src/engines/cluster/queries/question-dialect.ts';
import { clickHouseStatements } from '../../../apps/server/src/engines/cluster/queries/statements.ts';
import { bindQueries } from '../../../apps/server/src/features/usage/testing/bound-queries.ts';
import { startBenchClickHouse } from '../clickhouse.ts';
import { DAYS, type Growth, type HistoryStore } from './history.ts';
import { NOW } from './questions.ts';

const database = 'history';

/** What a copy of a row has in place of its own values, by table. */
const shifted = (table: string, n: number, growth: Growth): string => {
  if (growth === 'days') return `time - ${n * DAYS * 86_400_000} AS time`;
  const other = `bitXor(person, ${n}) AS person`;
  if (table === 'people_rows') return other;
  if (table === 'device_users') return `${other}, bitXor(device, ${n}) AS device`;
  return `${other}, concat(user_id, '~${n}') AS user_id, concat(device, '~${n}') AS device`;
};

/** Waits until no part is being merged, so that questions are measured on what a night leaves. */
const settled = async (client: ClickHouse): Promise<void> => {
  for (let quiet = 0; quiet < 3; ) {
    const [row] = await client.rows<{ merges: number }>(
      'SELECT toInt64(count()) AS merges FROM system.merges',
    );
    quiet = row?.merges === 0 ? quiet + 1 : 0;
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
};

export const openClickHouseHistory = async (): Promise<HistoryStore> => {
  const { server, postgres, remove } = await startBenchClickHouse('queries');
  const store = testStore(server.url, postgres, () => NOW, { database });
  await store.start();
  const client = new ClickHouse({ url: server.url, database });
  let has = 1;
  return {
    name: 'libchdb for ClickHouse, without merges under way',
    store,
    pid: () => server.pid,
    queries: asked =>
      bindQueries({
        client: asked,
        statements: clickHouseStatements,
        questions: clickHouseQuestions,
        now: () => NOW,
      }),
    multiply: async (factor, growth) => {
      for (const table of growth === 'pupils' ? ['events', 'device_users', 'people_rows'] : ['events']) {
        if (has === 1) {
          await client.run(
            `CREATE TABLE ${table}_once ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM ${table}`,
          );
        }
        for (let n = has; n < factor; n += 1) {
          await client.run(
            `INSERT INTO ${table} SELECT * REPLACE (${shifted(table, n, growth)}) FROM ${table}_once`,
            { settings: { insert_deduplicate: 0, max_partitions_per_insert_block: '0' } },
          );
        }
      }
      has = factor;
      await store.compact();
      await settled(client);
    },
    rewrite: () => client.run('ALTER TABLE events APPLY DELETED MASK', { settings: { mutations_sync: '2' } }),
    scan: ({ columns, where }) =>
      client.query(
        `SELECT groupBitXor(cityHash64(${columns.join(', ')})) AS read FROM events WHERE ${where}`,
        {},
        { timeout: 300_000 },
      ),
    bytes: async () => {
      const [row] = await client.rows<{ bytes: number }>(
        `SELECT toInt64(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE database = '${database}' AND table = 'events' AND active`,
      );
      return row?.bytes ?? 0;
    },
    close: async () => {
      await Promise.all([store.close(), client.close()]);
      await remove();
    },
  };
};
