/** ROLLCALL_GROUPS=1000000 measures with a million groups, and prints how long each query took. */
import { groupOrders } from '@rollcall/contract/console';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { createCursors } from '../../platform/cursor-page.ts';
import { findGroups, type GroupQuery } from './group-search.ts';

const GROUPS = Number(process.env.ROLLCALL_GROUPS ?? 400);
/** Groups that are added in one statement. */
const PART = 20_000;
const at = heldClock()();
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  for (let first = 1; first <= GROUPS; first += PART) {
    await addGroups(first, Math.min(GROUPS, first + PART - 1));
  }
  await sql`
    insert into monitor_releases (product, release, first_seen)
    select product, 'R' || n || '.0', now() from unnest(array['school', 'other']) product, generate_series(0, 3) n`.execute(
    database.db,
  );
  await sql`analyze error_groups, error_group_releases`.execute(database.db);
});
afterAll(() => database?.close());

/** Groups of two products, with many the same in each order, so that a page often ends among equals. */
const addGroups = async (first: number, last: number) => {
  await sql`
    insert into error_groups (id, product, origin, name, message, culprit, frames, status, first_seen, last_seen,
      first_release, last_release, count)
    select md5(n::text), case when n % 10 = 0 then 'other' else 'school' end, 'error',
      (array['TypeError', 'RangeError', 'ChunkLoadError'])[n % 3 + 1], 'number ' || n || ' is 100% \\ wrong',
      'open_' || n % 7 || ' (src/lesson.ts)', '[]', (array['open', 'resolved', 'ignored'])[n % 5 % 3 + 1],
      ${new Date(at)}::timestamptz - (n % 50) * interval '1 minute',
      ${new Date(at)}::timestamptz - (n % 20) * interval '1 second', 'r1', 'r' || n % 4, n % 30
    from generate_series(${first}::int, ${last}::int) n`.execute(database.db);
  await sql`
    insert into error_group_releases (group_id, release, first_seen, last_seen, count)
    select md5(n::text), 'R' || n % 4 || '.0', now(), now(), 1
    from generate_series(${first}::int, ${last}::int) n`.execute(database.db);
};

const pages = (word: string) => Promise.resolve(word === '/lessons' ? [idOf(1), idOf(2)] : []);
let ids: string[] = [];
const idOf = (n: number) => ids[n - 1] ?? '';
beforeAll(async () => {
  const { rows } = await sql<{ id: string }>`select md5(n::text) as id from generate_series(1, 2) n`.execute(
    database.db,
  );
  ids = rows.map(({ id }) => id);
});

const cursors = createCursors([Buffer.alloc(32)]);
const find = (search: Partial<GroupQuery>) => {
  const query: GroupQuery = {
    product: 'school',
    sort: 'last_seen',
    order: 'descending',
    limit: 50,
    ...search,
  };
  return findGroups(database.db, query, cursors(query.sort, query.order), pages, at);
};
const everyPage = async (query: Partial<GroupQuery>) => {
  const found = [];
  let cursor: string | undefined;
  do {
    // each page says where the next begins
    const { items, next } = await find({ ...query, cursor });
    found.push(...items);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return found;
};

/** Measuring asks for ROLLCALL_GROUPS; the ordinary run has nothing of it. */
const describeWhere = (holds: boolean) => (holds ? describe : (_name: string, _tests: () => void) => {});

describeWhere(GROUPS <= 10_000)('a search', () => {
  test('pages list each error group once, in the requested order', async () => {
    const total = (await everyPage({ limit: 200 })).length;
    expect(total).toBe(GROUPS - GROUPS / 10);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...groupOrders),
        fc.constantFrom('ascending' as const, 'descending' as const),
        fc.integer({ min: 7, max: 90 }),
        async (sort, order, limit) => {
          const found = await everyPage({ sort, order, limit });
          expect(new Set(found.map(({ id }) => id)).size).toBe(total);
          const keys = found.map(group => group[sort]);
          expect(keys).toEqual(keys.toSorted((a, b) => (order === 'ascending' ? a - b : b - a)));
        },
      ),
      { numRuns: 12 },
    );
  });

  test('finds each word anywhere in a group, in any case, and treats no character as a pattern', async () => {
    const count = async (q: string) => (await everyPage({ q, limit: 200 })).length;
    const all = await everyPage({ limit: 200 });
    expect(await count('TYPEERROR')).toBe(all.filter(({ name }) => name === 'TypeError').length);
    expect(await count('src/lesson.ts 100%')).toBe(all.length);
    expect(await count(String.raw`\ wrong`)).toBe(all.length);
    expect(await count('%')).toBe(all.length);
    expect(await count('10%0')).toBe(0);
    expect(await count('open_1')).toBe(all.filter(({ culprit }) => culprit.startsWith('open_1')).length);
    expect(await count('openx1')).toBe(0);
    // a release by its beginning, and no word within it
    expect(await count('r3')).toBe(all.filter(({ last_release }) => last_release === 'r3').length);
    expect(await count('3.0')).toBe(0);
    expect((await find({ q: idOf(1) })).items.map(({ id }) => id)).toEqual([idOf(1)]);
    // a page, of which the events know
    expect(await count('/lessons')).toBe(2);
    expect(await count('/lessons rangeerror')).toBe(1);
    expect(await count('/contests')).toBe(0);
  });

  test('filters by status, and refuses a cursor of another order', async () => {
    const open = await everyPage({ status: 'open' });
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['open']));
    const { next } = await find({ limit: 10 });
    for (const query of [{ sort: 'count' }, { order: 'ascending' }] as const)
      await expect(find({ ...query, cursor: next ?? '' })).rejects.toMatchObject({
        refusal: 'InvalidRequest',
        detail: { data: { field: 'cursor' } },
      });
  });
});

describeWhere(GROUPS <= 10_000)('a search for what is new in the newest release', () => {
  test('lists its groups alone, and none where the product has no release', async () => {
    const later = sql`now() + interval '1 hour'`;
    await sql`insert into monitor_releases (product, release, first_seen) values ('school', 'r9', ${later})`.execute(
      database.db,
    );
    await sql`update error_groups set first_release = 'r9' where id = any(${[idOf(1), idOf(2)]}::text[])`.execute(
      database.db,
    );
    const { items, newest_release } = await find({ newest: true });
    expect(newest_release).toBe('r9');
    expect(items.map(({ id }) => id).toSorted()).toEqual([idOf(1), idOf(2)].toSorted());
    expect((await find({ newest: true, q: 'rangeerror' })).items).toHaveLength(1);
    expect((await find({ newest: true, limit: 1 })).next).not.toBeNull();
    expect(await find({ product: 'other', newest: true })).toMatchObject({
      items: [],
      newest_release: 'R3.0',
    });
    expect(await find({ product: 'none', newest: true })).toEqual({
      items: [],
      next: null,
      newest_release: null,
    });
  });
});

describeWhere(GROUPS > 10_000)('a search among many', () => {
  test('measures the time of each query', async () => {
    for (const query of [
      {},
      { status: 'open' },
      { sort: 'count', status: 'ignored' },
      { sort: 'first_seen', order: 'ascending' },
      { q: 'typeerror' },
      { q: 'nowhere-to-be-found' },
    ] satisfies Partial<GroupQuery>[]) {
      const before = performance.now();
      const { items } = await find(query);
      const took = (performance.now() - before).toFixed(1);
      console.log(`${JSON.stringify(query).padEnd(50)} ${items.length} of ${GROUPS} groups: ${took} ms`);
    }
    expect((await find({})).items).toHaveLength(50);
  });
});
