import { expect, test } from 'vitest';
import type { Client } from '../client/client.ts';
import { Refused } from '../client/refused.ts';
import { resolveProduct } from './route.ts';

/** A client that answers only whether a product has sample data. */
const clientOf = (answer: (query: unknown) => unknown) => {
  const calls: unknown[] = [];
  const client = {
    call: async (name: string, { query }: { query: unknown }) => {
      calls.push([name, query]);
      return answer(query);
    },
  } as unknown as Client;
  return { client, calls };
};
const { signal } = new AbortController();
const parent = (products: string[], sample: boolean) => Promise.resolve({ loaderData: { products, sample } });

test('without sample data no call is made', async () => {
  const { client, calls } = clientOf(() => ({ sample: true }));
  expect(await resolveProduct(client, '', parent(['rollcall'], false), signal)).toEqual({
    product: 'rollcall',
    sampled: false,
  });
  expect(calls).toEqual([]);
});

test('the sample badge depends on the chosen product', async () => {
  const { client, calls } = clientOf(query => ({
    sample: (query as { product: string }).product === 'school',
  }));
  const known = parent(['rollcall', 'school'], true);
  expect(await resolveProduct(client, 'school', known, signal)).toEqual({ product: 'school', sampled: true });
  expect((await resolveProduct(client, '', known, signal)).sampled).toBe(false);
  expect(calls[0]).toEqual(['listUsageKeys', { product: 'school', sample: 'only', top: 1 }]);
});

test('a busy event store only costs the sample badge; an ended session is reported', async () => {
  const refusing = (name: 'TooBusy' | 'OperatorRequired') =>
    resolveProduct(
      clientOf(() => {
        throw new Refused(name);
      }).client,
      '',
      parent(['school'], true),
      signal,
    );
  expect(await refusing('TooBusy')).toEqual({ product: 'school', sampled: false });
  await expect(refusing('OperatorRequired')).rejects.toMatchObject({ name: 'OperatorRequired' });
});
