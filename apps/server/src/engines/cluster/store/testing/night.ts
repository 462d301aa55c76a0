/** A store that erases without delay, for suites that look at sums of hours, too: a night passes after each erasure. */
import { setTimeout } from 'node:timers/promises';
import type { OpenDatabase } from '../../../../platform/database/connection.ts';
import type { Subject } from '../../../../events/record/subject.ts';
import { ClickHouse } from '../client.ts';
import { ClickHouseStore } from '../clickhouse-store.ts';
import { ErasureQueue } from '../erasure-queue.ts';
import { databaseLocks } from '../locks.ts';
import { clearErased } from '../night.ts';
import { testStore } from './store.ts';

const DAYS = 2 * 86_400_000;

export interface Place {
  readonly url: string;
  readonly database: string;
  readonly postgres: Pick<OpenDatabase, 'db' | 'connect'>;
}

/** Lets nights pass until nothing waits. @param from ms since 1970 */
export const nightsPass = async ({ url, database, postgres }: Place, from: number): Promise<void> => {
  const store = new ClickHouse({ url, database });
  const erasures = new ErasureQueue(postgres.db);
  const locks = databaseLocks(postgres.connect);
  const layout = { database, cluster: undefined };
  try {
    for (let at = from + DAYS; (await erasures.waiting()).length > 0; at += DAYS)
      // What a load brought after the mutation is removed by the next one.
      for (let look = 0; look < 50 && (await erasures.waiting()).length > 0; look += 1) {
        await clearErased({ store, layout, locks, erasures, now: () => at });
        await setTimeout(20);
      }
  } finally {
    await store.close();
  }
};

/** As `testStore`. */
export const storeOfNights = (place: Place, now: () => number): ClickHouseStore => {
  const { url, database, postgres } = place;
  const store = testStore(url, postgres, now, { database });
  const erase = store.erase.bind(store);
  let before: Promise<unknown> = Promise.resolve();
  store.erase = (subject: Subject) => {
    const erased = before.then(async () => {
      const events = await erase(subject);
      await nightsPass(place, now());
      return events;
    });
    before = erased.catch(() => undefined);
    return erased;
  };
  return store;
};
