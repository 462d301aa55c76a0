import { expect, test } from 'vitest';
import type { Values, QueryClient } from '../../../events/store/query-client.ts';
import { clickHouseAndPostgres } from '../store/testing/set-up.ts';
import { testStore } from '../store/testing/store.ts';
import { eventAt, NOW, TREND_OF_PEOPLE } from '../../../events/store/testing/events.ts';
import { axisOf, periodOf } from '../../../features/usage/queries/period.ts';
import { trend } from './trend.ts';
import { retention, users } from './users.ts';

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
const asked = { product: undefined, sample: 'with', bots: 'without', dev: 'with' } as const;

test('reads people by days from the sums of days, and by hours and in other zones from rows', async () => {
  const store = testStore(started.server.url, started.postgres, () => NOW);
  const events = [2, 1, 0].flatMap(days => [
    eventAt(NOW - days * DAY, { user: 'a', platform: 'web' }),
    eventAt(NOW - days * DAY - 1, { device: 'b' }),
  ]);
  await store.load({ partition: 0, from: 0, to: events.length, events, reports: [] });
  for (const platform of [undefined, 'web'])
    for (const step of ['day', 'week'] as const)
      for (const zone of ['Asia/Shanghai', 'UTC']) {
        const params = { ...asked, platform, zone, step };
        const period = periodOf(params, NOW);
        const axis = axisOf(period, step);
        const name = `${platform} ${step} ${zone}`;
        const [inPeriod, ever] = zone === 'UTC' ? ['events', 'days'] : ['days', 'days'];
        expect(await readBy(store, users(params, period, axis)), name).toEqual(new Set([inPeriod, ever]));
        expect(
          await readBy(store, retention({ ...params, length: 4 }, period, axis, period.to)),
          name,
        ).toEqual(new Set([inPeriod, ever]));
        expect(await readBy(store, trend({ ...params, ...TREND_OF_PEOPLE }, period, axis)), name).toEqual(
          new Set([inPeriod]),
        );
      }
  await store.close();
});
