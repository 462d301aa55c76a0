import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClickHouse } from '../../engines/cluster/store/client.ts';
import { migrate } from '../../engines/cluster/store/migrations.ts';
import { eventNames, eventRows, reportNames, reportRows } from '../../engines/cluster/store/rows.ts';
import { type ClickHouseServer, startClickHouse } from '../../engines/cluster/store/testing/server.ts';
import { eventAt, NOW } from '../../events/store/testing/events.ts';
import { clickHouseDialect } from '../../engines/cluster/store/dialect.ts';
import { lastEvent } from './alert-measures.ts';
import { monitorQueriesSuite } from './testing/queries.suite.ts';

let server: ClickHouseServer;
let client: ClickHouse;
beforeAll(async () => {
  server = await startClickHouse();
  client = new ClickHouse({ url: server.url, database: 'rollcall' });
  const admin = new ClickHouse({ url: server.url, database: 'default' });
  await migrate(admin, client, { database: 'rollcall', cluster: undefined });
  await admin.close();
});
afterAll(async () => {
  await client?.close();
  await server?.remove();
});

monitorQueriesSuite('ClickHouse', async () => ({
  store: {
    query: (sql, values, options) => client.query(sql, values, options),
    add: reports => client.insert('reports', reportNames, reportRows(reports)),
    clear: () => client.run('TRUNCATE TABLE reports'),
    close() {},
  },
  dialect: clickHouseDialect,
}));

test('tells when the last event of a product came, without sample data', async () => {
  const context = { client, dialect: clickHouseDialect };
  const events = [
    eventAt(NOW - 3000, { key: 'a' }),
    eventAt(NOW - 2000, { key: 'b' }),
    eventAt(NOW - 1000, { key: 'b', sample: true }),
    eventAt(NOW, { key: 'b', product: 'contest' }),
  ];
  await client.insert('events', eventNames, eventRows(events));
  expect(await lastEvent(context, 'school', '*', 0, NOW)).toBe(NOW - 2000);
  expect(await lastEvent(context, 'school', 'a', 0, NOW)).toBe(NOW - 3000);
  expect(await lastEvent(context, 'school', 'a', NOW - 2999, NOW)).toBeUndefined();
  expect(await lastEvent(context, 'school', '*', 0, NOW - 2001)).toBe(NOW - 3000);
  expect(await lastEvent(context, 'nowhere', '*', 0, NOW)).toBeUndefined();
});
