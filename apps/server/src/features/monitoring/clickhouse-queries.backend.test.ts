import { ClickHouse } from '../../events/store/clickhouse/client.ts';
import { migrate } from '../../events/store/clickhouse/migrations.ts';
import { reportNames, reportRows } from '../../events/store/clickhouse/rows.ts';
import { startClickHouse } from '../../events/store/clickhouse/testing/server.ts';
import { clickHouseMonitorQueries } from './clickhouse-queries.ts';
import { monitorQueriesSuite } from './testing/queries.suite.ts';

monitorQueriesSuite('ClickHouse', async () => {
  const server = await startClickHouse();
  const client = new ClickHouse({ url: server.url, database: 'rollcall' });
  const admin = new ClickHouse({ url: server.url, database: 'default' });
  await migrate(admin, client, { database: 'rollcall', cluster: undefined });
  await admin.close();
  return {
    store: {
      query: (sql, values, options) => client.query(sql, values, options),
      add: reports => client.insert('reports', reportNames, reportRows(reports)),
      clear: () => client.run('TRUNCATE TABLE reports'),
      close: async () => {
        await client.close();
        await server.remove();
      },
    },
    queries: clickHouseMonitorQueries(client),
  };
});
