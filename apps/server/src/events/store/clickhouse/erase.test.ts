import { expect, it } from 'vitest';
import { StoreUnavailable } from '../errors.ts';
import type { ClickHouse } from './client.ts';
import { eraseSubject } from './erase.ts';

/**
 * A ClickHouse with three rows of somebody, which cuts the connection at each mutation and goes on with it.
 * @param looks what it says of its mutations, one look after the other: why one fails, if it does; nothing: all are done
 */
const world = (looks: readonly (string | undefined | Error)[]) => {
  const left = [...looks];
  let rows = 3;
  const pauses: number[] = [];
  const store = {
    lookUp: async (sql: string) => {
      if (sql.includes('FROM events')) return [{ n: rows }];
      if (!sql.includes('system.mutations')) return [{ n: 0 }];
      const look = left.shift();
      if (look instanceof Error) throw look;
      if (look !== undefined) return [{ reason: look }];
      rows = 0;
      return [];
    },
    runBriefly: async (sql: string) => {
      if (sql.startsWith('ALTER')) throw new StoreUnavailable('cut off');
    },
  } as unknown as ClickHouse;
  const erase = () =>
    eraseSubject(
      {
        store,
        layout: { database: 'school', cluster: undefined },
        locks: { maintenance: work => work(within => within()) },
        pause: async ms => pauses.push(ms),
      },
      { user: 'a' },
    );
  return { erase, pauses };
};

it('waits for a mutation whose answer was lost, for as long as it takes', async () => {
  const { erase, pauses } = world(['', '', undefined]);
  expect(await erase()).toBe(3);
  expect(pauses).toHaveLength(2);
});

it('is given up where the server does not answer, to be repeated', async () => {
  const { erase } = world(['', new StoreUnavailable('no answer')]);
  await expect(erase()).rejects.toMatchObject({ name: 'StoreUnavailable' });
});

it('says why a mutation fails', async () => {
  const { erase } = world(['', 'Not enough space']);
  await expect(erase()).rejects.toThrow('Not enough space');
});
