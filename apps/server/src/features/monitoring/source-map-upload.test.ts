/** Uploads of source maps: who may, what is refused by name, and what is kept for how long. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testServer, type TestServer } from '../../app/testing.ts';
import { deleteExpired } from './cleanup.ts';
import { checkedSourceMap, MAX_SEGMENTS, readSourceMap } from './source-map-file.ts';
import { KEPT_DAYS, KEPT_RELEASES, uploadedSourceMaps } from './source-map-store.ts';

const SECRET = 'k8-the-build-of-the-school-0123456789-QwZx';
const CLUB = 'k8-the-build-of-the-club-0123456789-QwZxy';
const MAP = { version: 3, sources: ['src/a.ts'], names: ['f'], mappings: 'AAAAA' };

let server: TestServer;
beforeAll(async () => {
  server = await testServer({
    env: { ROLLCALL_SOURCE_MAP_SECRETS: `school:${SECRET},club:${CLUB}` },
  });
});
afterAll(() => server?.stop());
beforeEach(() => server.app.db.deleteFrom('source_maps').execute());

const put = async (
  map: unknown,
  {
    query = 'release=r1&script=/assets/a.js',
    secret = SECRET,
    headers = {},
  }: { query?: string; secret?: string; headers?: Record<string, string> } = {},
) => {
  const body = Buffer.isBuffer(map) ? map : gzipSync(typeof map === 'string' ? map : JSON.stringify(map));
  const answer = await fetch(`${server.url}/monitor/v1/source-maps?${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/gzip', ...headers },
    body,
  });
  return {
    status: answer.status,
    ...((await answer.json()) as { code?: string; msg?: string; data?: Record<string, unknown> }),
  };
};
const kept = () =>
  server.app.db
    .selectFrom('source_maps')
    .selectAll()
    .orderBy('product')
    .orderBy('release')
    .orderBy('script')
    .execute();

describe('an upload', () => {
  test('is kept for the product of its secret without the text of the sources, and again changes nothing', async () => {
    expect(await put({ ...MAP, sourcesContent: ['the secret of the source'] })).toMatchObject({
      status: 200,
      data: { stored: true },
    });
    expect(await put(MAP)).toMatchObject({ data: { stored: false } });
    expect(await put(MAP, { secret: CLUB })).toMatchObject({ data: { stored: true } });
    const json = { headers: { 'content-type': 'application/json' } };
    expect(await put(Buffer.from(JSON.stringify({ ...MAP, names: ['g'] })), json)).toMatchObject({
      data: { stored: true },
    });
    const rows = await kept();
    expect(rows.map(({ product, release, script }) => [product, release, script])).toEqual([
      ['club', 'r1', '/assets/a.js'],
      ['school', 'r1', '/assets/a.js'],
    ]);
    expect(JSON.parse(gunzipSync(rows[1]?.map ?? '').toString())).toEqual({ ...MAP, names: ['g'] });
  });

  test('at the same time of the same script is kept once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(MAP)));
    expect(answers.filter(({ data }) => data?.['stored'] === true)).toHaveLength(1);
  });

  test('without the secret, or by a page, is refused before its body is read', async () => {
    expect(await put(MAP, { secret: 'x' })).toMatchObject({ status: 401 });
    expect(await put(MAP, { headers: { origin: 'https://school.example' } })).toMatchObject({ status: 403 });
    expect(await kept()).toEqual([]);
  });

  test.each([
    ['release=r%201&script=/a.js', 'release'],
    ['release=r1&script=a.js', 'script'],
    ['release=r1&script=/a.css', 'script'],
    ['release=r1&script=/a.js?x=.js', 'script'],
    ['release=r1', 'script'],
  ])('of %s is refused by %s', async (query, field) => {
    expect(await put(MAP, { query })).toMatchObject({ status: 400, data: { field } });
  });

  test.each([
    ['{', 'it is no JSON'],
    ['[', 'it is no JSON'],
    ['null', 'no JSON object'],
    [{ ...MAP, version: 2 }, 'version'],
    [{ version: 3, sections: [] }, 'sections'],
    [{ ...MAP, mappings: 7 }, 'mappings'],
    [{ ...MAP, mappings: 'AAAA!' }, 'mappings'],
    [{ ...MAP, sources: 'a.ts' }, 'sources'],
    [{ ...MAP, sources: [{}] }, 'sources'],
    [{ ...MAP, names: [1] }, 'names'],
    [{ ...MAP, mappings: ','.repeat(MAX_SEGMENTS) }, 'mappings: split'],
    [`{"version":3,"sources":[${'['.repeat(200_000)}`, 'lists'],
    [Buffer.from('no gzip'), 'gzipped'],
  ])('of a broken map is refused by what is wrong (%#)', async (map, problem) => {
    expect(await put(map)).toMatchObject({
      status: 400,
      data: { field: 'map' },
      msg: expect.stringContaining(problem),
    });
    expect(await kept()).toEqual([]);
  });

  test('that is too large, also when it is unpacked, is refused', async () => {
    expect(await put(' '.repeat(17 * 1024 * 1024))).toMatchObject({ status: 413 });
    expect(await put('['.repeat(16 * 1024 * 1024))).toMatchObject({ status: 400 });
  });

  test('beyond 2,000 scripts of a release is refused; a known script is replaced', async () => {
    const map = gzipSync(JSON.stringify(MAP));
    await server.app.db
      .insertInto('source_maps')
      .values(
        Array.from({ length: 2000 }, (_, n) => ({
          product: 'school',
          release: 'r1',
          script: `/assets/${n}.js`,
          sha256: Buffer.alloc(32),
          map,
          uploaded_at: new Date(server.now()),
        })),
      )
      .execute();
    expect(await put(MAP)).toMatchObject({ msg: expect.stringContaining('2000 source maps') });
    expect(await put(MAP, { query: 'release=r1&script=/assets/7.js' })).toMatchObject({ status: 200 });
    expect(await put(MAP, { query: 'release=r2&script=/assets/7.js' })).toMatchObject({ status: 200 });
  });
});

test(`maps of the newest ${KEPT_RELEASES} releases are kept for ${KEPT_DAYS} days`, async () => {
  const start = server.now();
  for (let release = 0; release <= KEPT_RELEASES; release += 1) {
    server.now.move(1000);
    expect(await put(MAP, { query: `release=r${release}&script=/a.js` })).toMatchObject({ status: 200 });
  }
  await put(MAP, { secret: CLUB, query: 'release=old&script=/a.js' });
  await deleteExpired(server.app.db, server.now());
  const releases = (await kept()).map(({ release }) => release);
  expect(releases).toHaveLength(KEPT_RELEASES + 1);
  expect(releases).not.toContain('r0');
  expect(releases).toContain('old');
  server.now.move(KEPT_DAYS * 86_400_000 - (server.now() - start) + 2500);
  await deleteExpired(server.app.db, server.now());
  expect((await kept()).map(({ release }) => release)).not.toContain('r1');
  expect(await kept()).toHaveLength(KEPT_RELEASES);
});

test('a release that errors name outlasts newer ones that none names, also beyond its 90 days', async () => {
  const maps = uploadedSourceMaps(server.app.db, server.now);
  const name = () => maps.list({ product: 'school', release: 'live' });
  await put(MAP, { query: 'release=live&script=/a.js' });
  await put(MAP, { query: 'release=unused&script=/a.js' });
  server.now.move(KEPT_DAYS * 86_400_000);
  for (let preview = 1; preview < KEPT_RELEASES; preview += 1)
    await put(MAP, { query: `release=preview${preview}&script=/a.js` });
  server.now.move(1000);
  expect([...(await name()).keys()]).toEqual(['/a.js']);
  await put(MAP, { query: 'release=preview-last&script=/a.js' });
  await deleteExpired(server.app.db, server.now());
  const releases = (await kept()).map(({ release }) => release);
  expect(releases).toContain('live');
  expect(releases).not.toContain('unused');
  expect(releases).toHaveLength(KEPT_RELEASES);
  const used = async () =>
    (await server.app.db.selectFrom('source_map_uses').selectAll().execute()).map(({ release, used_at }) => [
      release,
      used_at.getTime(),
    ]);
  const before = server.now() - 1000;
  server.now.move(3_500_000);
  await name();
  const [[, first] = []] = await used();
  expect(first).toBeLessThan(before + 1001);
  server.now.move(200_000);
  await name();
  expect(await used()).toEqual([['live', server.now()]]);
  await server.app.db.deleteFrom('source_maps').execute();
  await deleteExpired(server.app.db, server.now());
  expect(await used()).toEqual([]);
});

describe('a hostile map', () => {
  test('may have brackets in its texts', () => {
    const sources = ['['.repeat(200_000), 'a"[\\', '{'.repeat(200_000)];
    const map = { version: 3, sources, names: [], mappings: 'AAAA' };
    expect(JSON.parse(checkedSourceMap(JSON.stringify(map)))).toEqual(map);
  });

  test('says nothing of a position that it has nonsense for', () => {
    const odd = (mappings: string, sources: unknown[] = ['a.ts']) =>
      readSourceMap(JSON.stringify({ version: 3, sources, names: [], mappings })).at(1, 1);
    expect(odd('AAAA')).toMatchObject({ file: 'a.ts', line: 1, column: 1 });
    // Another source than it has, a line before the first, a source that is null.
    expect(odd('ACAA')).toBeUndefined();
    expect(odd('AAFA')).toBeUndefined();
    expect(odd('AAAA', [null])).toBeUndefined();
    expect(odd('')).toBeUndefined();
  });

  test('names no file of the server and no text that a database refuses', () => {
    const map = checkedSourceMap(
      JSON.stringify({
        version: 3,
        sources: ['../../../../etc/passwd\u0000\ud800', `webpack://x/./${'a'.repeat(5000)}`],
        names: ['f\u0000'],
        mappings: 'AAAAA,CCAA',
      }),
    );
    const read = readSourceMap(map);
    expect(read.at(1, 1)).toEqual({ file: 'etc/passwd  ', line: 1, column: 1, called: 'f ' });
    expect(read.at(1, 2)?.file).toHaveLength(300);
  });
});
