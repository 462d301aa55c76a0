/** Which product the monitoring views show, and what they find out about it. */
import { describe, expect, test } from 'vitest';
import type { Client } from '../client/client.ts';
import { Refused } from '../client/refused.ts';
import { defaultProduct, findProducts, isKnown } from './products.ts';
import { resolveProduct } from './route.ts';

interface Query {
  readonly search?: string;
  readonly limit?: number;
  readonly product?: string;
}

/** A server with products that report monitoring or usage; those in `sampled` have sample data. */
const clientOf = (
  { monitored = [], used = [], sampled = [], busiest = [] }: Record<string, readonly string[]>,
  refused: Partial<Record<string, 'TooBusy' | 'OperatorRequired'>> = {},
) => {
  const calls: string[] = [];
  const page = (products: readonly string[], { search = '', limit = 50 }: Query) => ({
    items: products.filter(code => code.startsWith(search)).slice(0, limit),
    next: null,
  });
  const client = {
    call: async (name: string, { query = {} }: { query?: Query }) => {
      calls.push(name);
      const refusal = refused[name];
      if (refusal) throw new Refused(refusal);
      if (name === 'listMonitorProducts') return page(monitored, query);
      if (name === 'getMonitorScope') return { product: busiest[0] ?? null };
      if (name === 'listUsageProducts') return page(used, query);
      return { sample: sampled.includes(query.product ?? '') };
    },
  } as unknown as Client;
  return { client, calls };
};
const { signal } = new AbortController();
const parent = (product: string, sample: boolean) => Promise.resolve({ loaderData: { product, sample } });

describe('the products', () => {
  test('are those of monitoring and usage, each once, by name, without malformed codes', async () => {
    const { client } = clientOf({ monitored: ['a', 'c'], used: ['a', 'b', 'c d'] });
    expect(await findProducts(client, '', signal)).toEqual(['a', 'b', 'c']);
    expect(await findProducts(client, 'b', signal)).toEqual(['b']);
    expect(await findProducts(client, '', signal, 2)).toEqual(['a', 'b']);
  });

  test('are those of monitoring alone while the event store is busy', async () => {
    const found = { monitored: ['a'], used: ['b'] };
    const busy = clientOf(found, { listUsageProducts: 'TooBusy' });
    expect(await findProducts(busy.client, '', signal)).toEqual(['a']);
    const ended = clientOf(found, { listUsageProducts: 'OperatorRequired' });
    await expect(findProducts(ended.client, '', signal)).rejects.toMatchObject({ name: 'OperatorRequired' });
  });

  test('are known by the whole code, not by its beginning', async () => {
    const { client } = clientOf({ monitored: ['school-2'], used: ['school-2'] });
    expect(await isKnown(client, 'school', signal)).toBe(false);
    expect(await isKnown(client, 'school-2', signal)).toBe(true);
  });

  test('begin with the one that has the most reports', async () => {
    const found = { monitored: ['contest', 'rollcall'], busiest: ['contest'] };
    expect(await defaultProduct(clientOf(found).client, signal, 'rollcall')).toBe('contest');
    const busy = clientOf(found, { getMonitorScope: 'TooBusy' });
    expect(await defaultProduct(busy.client, signal, 'rollcall')).toBe('rollcall');
  });

  test('without reports begin with Rollcall’s own pages if they are known, else with the first one', async () => {
    const { client } = clientOf({ monitored: ['contest', 'rollcall'] });
    expect(await defaultProduct(client, signal, 'rollcall')).toBe('rollcall');
    expect(await defaultProduct(client, signal, 'other-pages')).toBe('contest');
    expect(await defaultProduct(clientOf({}).client, signal, 'rollcall')).toBe('rollcall');
  });
});

describe('the product of a view', () => {
  test('is the chosen one, else that of the parent route; whether it reported is known', async () => {
    const { client, calls } = clientOf({ monitored: ['school'] });
    const rollcall = parent('rollcall', false);
    expect(await resolveProduct(client, 'school', rollcall, signal)).toEqual({
      product: 'school',
      known: true,
      sampled: false,
    });
    expect(await resolveProduct(client, '', rollcall, signal)).toMatchObject({
      product: 'rollcall',
      known: false,
    });
    // without sample data there is no query for it
    expect(calls).not.toContain('listUsageKeys');
  });

  test('has the sample badge if its own events include sample data', async () => {
    const { client } = clientOf({ sampled: ['school'] });
    const known = parent('rollcall', true);
    expect((await resolveProduct(client, 'school', known, signal)).sampled).toBe(true);
    expect((await resolveProduct(client, '', known, signal)).sampled).toBe(false);
  });

  test('loses only its sample badge while the event store is busy; an ended session is reported', async () => {
    const refusing = (refusal: 'TooBusy' | 'OperatorRequired') =>
      resolveProduct(
        clientOf({ monitored: ['school'] }, { listUsageKeys: refusal }).client,
        '',
        parent('school', true),
        signal,
      );
    expect(await refusing('TooBusy')).toEqual({ product: 'school', known: true, sampled: false });
    await expect(refusing('OperatorRequired')).rejects.toMatchObject({ name: 'OperatorRequired' });
  });
});
