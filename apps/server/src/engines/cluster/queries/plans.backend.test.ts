import { expect, test } from 'vitest';
import type { Values, QueryClient } from '../../../events/store/query-client.ts';
import { clickHouseAndPostgres } from '../store/testing/set-up.ts';
import { testStore } from '../store/testing/store.ts';
import { eventAt, NOW } from '../../../events/store/testing/events.ts';
import { firstTimes } from './active.ts';

const started = clickHouseAndPostgres();
const DAY = 86_400_000;

/** The projections of `events`, and itself, that a statement reads. */
const readBy = async (
  store: QueryClient,
  { sql, values }: { readonly sql: string; readonly values: Values },
) => {
  const plan = await store.query<{ explain: string }>(`EXPLAIN projections = 1 ${sql}`, values);
  const reads = plan.flatMap(({ explain }) => /ReadFromMergeTree \(([^)]*)\)/.exec(explain)?.[1] ?? []);
  return new Set(
    reads.flatMap(name => {
      const table = name.split('.').at(-1) ?? '';
      return ['events', 'days'].includes(table) ? [table] : [];
    }),
  );
};
test('reads when people were first from the sums of days', async () => {
  const store = testStore(started.server.url, started.postgres, () => NOW);
  const events = [2, 1, 0].flatMap(days => [
    eventAt(NOW - days * DAY, { user: 'a', platform: 'web' }),
    eventAt(NOW - days * DAY - 1, { device: 'b' }),
  ]);
  await store.load({ partition: 0, from: 0, to: events.length, events, reports: [] });
  const { sql, values } = firstTimes({ sample: 'with', bots: 'without', dev: 'with' }, NOW);
  const statement = { sql: `SELECT * FROM ${sql}`, values };
  expect(await readBy(store, statement)).toEqual(new Set(['days']));
  await store.close();
});
