/** The lists of products that report usage and monitoring, page by page, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../../../tools/testing/until.ts';
import { type TestConsole, testConsole } from '../../console/testing/console.ts';
import { bodyOf, newEvent } from '../testing/batches.ts';

/** In the order of their characters. */
const PRODUCTS = [
  'School',
  ...Array.from({ length: 120 }, (_, n) => `school-${String(n).padStart(3, '0')}`),
  'school_7',
  'zoo',
  '学校',
];
const REFUSED = 'unlisted';

let context: TestConsole;
let refused: number;
beforeAll(async () => {
  context = await testConsole({
    ROLLCALL_PRODUCTS: PRODUCTS.join(','),
    ROLLCALL_USAGE_ADDRESS_RATE: '0',
  });
  const at = context.server.now();
  const report = async (product: string) => {
    const body = bodyOf({ events: [newEvent({ t: at, c: at })], meta: { product_code: product } });
    return (await context.server.ask('POST', '/usage/v1/events', body, { 'content-type': 'text/plain' }))
      .status;
  };
  for (const product of PRODUCTS) await report(product);
  refused = await report(REFUSED);
  await context.server.database.pool.query(
    "insert into monitor_releases select p, r, now() from unnest($1::text[]) p, unnest('{1,2,3}'::text[]) r",
    [PRODUCTS],
  );
  const loaded = async () => {
    const { events } = await context.call('getUsageScope', viewer());
    if (events < PRODUCTS.length) throw new Error(`${events} events are loaded`);
  };
  await until(loaded);
});
afterAll(() => context?.stop());

const viewer = () => ({ cookie: context.cookies.viewer });

test('events of a product that ROLLCALL_PRODUCTS does not name are refused', () => {
  expect(refused).toBe(400);
});

describe.each(['listUsageProducts', 'listMonitorProducts'] as const)('%s', name => {
  const list = (query: { limit?: number; cursor?: string; search?: string } = {}) =>
    context.call(name, { ...viewer(), query });

  test('lists each product once, by name, in pages', async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, next } = await list({ limit: 50, ...(cursor === undefined ? {} : { cursor }) });
      expect(items.length).toBeLessThanOrEqual(50);
      found.push(...items);
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(PRODUCTS);
  });

  test.each([
    ['school-01', PRODUCTS.filter(code => code.startsWith('school-01'))],
    ['school_', ['school_7']],
    ['S', ['School']],
    ['学', ['学校']],
    ['%', []],
    ['nothing', []],
    [REFUSED, []],
  ])('finds the products whose names begin with %s', async (search, expected) => {
    expect(await list({ search })).toEqual({ items: expected, next: null });
  });

  test('continues a search by its cursor', async () => {
    const first = await list({ search: 'school-1', limit: 15 });
    const second = await list({ search: 'school-1', limit: 15, cursor: first.next ?? '' });
    expect([...first.items, ...second.items]).toEqual(PRODUCTS.filter(code => code.startsWith('school-1')));
    expect(second.next).toBeNull();
  });

  test.each([
    ['limit', { limit: 201 }],
    ['search', { search: 'x'.repeat(65) }],
    ['cursor', { cursor: 'made-up' }],
  ])('refuses a wrong %s by its name', async (field, query) => {
    const answer = await context.ask(name, { ...viewer(), query });
    expect(answer.status).toBe(400);
    expect(answer.json?.data).toEqual({ field });
  });
});
