import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClickHouse } from '../store/client.ts';
import { literal } from '../store/literal.ts';
import { type ClickHouseServer, startClickHouse } from '../store/testing/server.ts';
import { BLOCK } from '../store/days.ts';
import { numberOfHour } from '../../../features/usage/queries/period.ts';
import { daySet } from './day-set.ts';
import { jsonFieldText, jsonText } from './json.ts';
import { nullOfWhole, pointSet, withWhole } from './point-set.ts';

let server: ClickHouseServer;
let store: ClickHouse;
beforeAll(async () => {
  server = await startClickHouse();
  store = new ClickHouse({ url: server.url, database: 'default' });
});
afterAll(async () => {
  await store.close();
  await server.remove();
});

test.each([
  [-3, 60],
  [20_000, 20_063],
  [20_000, 20_064],
  [490_000, 490_743],
])('has the points of %i to %i in a set, whatever word they are in', async (first, last) => {
  const points = pointSet(first, last);
  const given = [...new Set([first, first + 1, first + 31, last - 1, last])];
  const set = `SELECT ${points.union('point', 'point != 7')} FROM (SELECT arrayJoin([toInt64(7), ${given.join(', ')}, ${last}]) AS point)`;
  const rows = await store.query<{ whole: number | null }>(
    `SELECT ${nullOfWhole('at')} AS whole FROM (${set}) ARRAY JOIN ${withWhole(points.list)} AS at WHERE ${points.some}`,
  );
  expect(rows.map(({ whole }) => whole)).toEqual([null, ...given]);
  expect(
    await store.query(`SELECT 1 AS one FROM (SELECT ${points.union('0', 'false')}) WHERE ${points.some}`),
  ).toEqual([]);
});

test.each([
  ['day', 20_000, 20_089],
  ['week', 20_001, 20_090],
  ['week', 19_700, 20_799],
  ['month', 20_031, 20_031],
  ['month', 19_700, 20_799],
] as const)('has each %s of the days %i to %i in a set once', async (step, first, last) => {
  const days = [first, first + 5, first + 6, first + 63, first + 64, first + 500, last - 1, last];
  const given = [...new Set(days.filter(day => day >= first && day <= last))];
  // Days next to those of the bounds are in the same words.
  const rows = [first - 1, ...given, last + 1].map(
    day => `(toInt64(${Math.floor(day / BLOCK)}), bitShiftLeft(toUInt64(1), ${day % BLOCK}))`,
  );
  const set = daySet({ first, last }, step);
  const found = await store.query<{ points: readonly number[] }>(
    `SELECT ${set.list} AS points FROM (
       SELECT ${set.union} FROM (SELECT row.1 AS block, row.2 AS days FROM (SELECT arrayJoin([${rows.join(', ')}]) AS row))
     ) WHERE ${set.some}`,
  );
  const points = [...new Set(given.map(day => numberOfHour(step, day * 24)))].toSorted((a, b) => a - b);
  expect(found).toEqual([{ points }]);
});

test('reads a field of an object without parsing it as it does with it', async () => {
  const text = fc.oneof(
    fc.constantFrom('a', 'b', '', '{', '"a":', 'a"', '\\', '中', '}', ',"a":"b"'),
    fc.string(),
  );
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.array(text, { maxLength: 2 }),
    fc.object({ key: text, maxDepth: 2 }),
  );
  const objects = fc
    .sample(fc.dictionary(text, value, { maxKeys: 4 }), { numRuns: 400, seed: 7 })
    .map(object => JSON.stringify(object));
  for (const field of ['a', '', '{', 'a"', '中']) {
    const rows = await store.query<{ read: string | null; parsed: string | null }>(
      `SELECT ${jsonFieldText('data', field)} AS read, ${jsonText("JSONExtractRaw(ifNull(data, ''), {field:String})")} AS parsed
       FROM (SELECT arrayJoin(arrayPushBack(CAST(JSONExtract(${literal(JSON.stringify(objects))}, 'Array(String)'), 'Array(Nullable(String))'), NULL)) AS data)`,
      { field },
    );
    expect(rows).toHaveLength(401);
    expect(rows.map(({ read }) => read)).toEqual(rows.map(({ parsed }) => parsed));
  }
});
