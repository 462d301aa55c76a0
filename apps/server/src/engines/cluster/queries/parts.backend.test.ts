import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClickHouse } from '../store/client.ts';
import { literal } from '../store/literal.ts';
import { type ClickHouseServer, startClickHouse } from '../store/testing/server.ts';
import { jsonFieldText, jsonText } from './json.ts';

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
      `SELECT ${jsonFieldText('data', '{field:String}', field)} AS read, ${jsonText("JSONExtractRaw(ifNull(data, ''), {field:String})")} AS parsed
       FROM (SELECT arrayJoin(arrayPushBack(CAST(JSONExtract(${literal(JSON.stringify(objects))}, 'Array(String)'), 'Array(Nullable(String))'), NULL)) AS data)`,
      { field },
    );
    expect(rows).toHaveLength(401);
    expect(rows.map(({ read }) => read)).toEqual(rows.map(({ parsed }) => parsed));
  }
});
