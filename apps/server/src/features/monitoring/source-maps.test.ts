import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { culpritOf, fingerprint, normalised } from './fingerprint.ts';
import { buildSourceMaps } from './build-source-maps.ts';
import { createSourceMaps, PARSING_A_MINUTE } from './source-maps.ts';

let folder: string;
let now = 0;
const warn = vi.fn<(error: unknown, script: string) => void>();
let script: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-'));
  const { outputFiles } = await build({
    stdin: {
      contents:
        'export function outer(value) {\n  return inner(value);\n}\nfunction inner(value) {\n  throw new TypeError(`no ${value.name.first}`);\n}\nouter({});\n',
      sourcefile: 'src/lesson.ts',
      loader: 'ts',
    },
    minify: true,
    bundle: true,
    treeShaking: false,
    sourcemap: 'external',
    outfile: join(folder, 'a.js'),
    write: false,
  });
  const [map, code] = outputFiles;
  await writeFile(join(folder, '12.abcdef012345.js.map'), map?.text ?? '');
  await writeFile(join(folder, 'broken.js.map'), '{"version":3,');
  script = code?.text ?? '';
});
afterAll(() => rm(folder, { recursive: true, force: true }));
/** What sites uploaded, by release and script. */
const uploads = new Map<string, string>();
let away = false;
const uploaded = {
  key: ({ release }: { release: string }) => release,
  list: vi.fn(async ({ release }: { release: string }) => {
    if (away) throw new Error('the database is away');
    const own = [...uploads].filter(([name]) => name.startsWith(`${release} `));
    return new Map(own.map(([name, map]) => [name.slice(release.length + 1), map]));
  }),
  read: vi.fn(async ({ release }: { release: string }, script: string) => {
    if (away) throw new Error('the database is away');
    // What the clock says while the map is parsed.
    took = cost;
    return uploads.get(`${release} ${script}`);
  }),
};
/** Milliseconds of parsing a map: the clock goes on by them once, after it was asked when parsing begins. */
let cost = 0;
let took = 0;
let ticks = 0;
const clock = () => {
  const before = ticks;
  ticks += took;
  took = 0;
  return before;
};
beforeEach(() => {
  uploads.clear();
  away = false;
  cost = 0;
  for (const mock of [warn, uploaded.list, uploaded.read]) mock.mockClear();
});
const maps = () => createSourceMaps([buildSourceMaps(folder), uploaded], { now: () => now, clock, warn });
const build1 = { product: 'school', release: 'r1' };

/** Where a text stands in the minified script, as a browser counts. */
const at = (text: string) => ({
  path: '/static/12.abcdef012345.js',
  line: 1,
  column: script.indexOf(text) + 1,
});

test('maps frames of a minified script to source positions and function names', async () => {
  const minified = /function (\w)\(\w\)\{return (\w)\(/.exec(script);
  const calls = `return ${minified?.[2]}(`;
  const frames = await maps().read(
    [
      { function: minified?.[2] ?? '', ...at('new TypeError') },
      { function: minified?.[1] ?? '', ...at(calls), column: script.indexOf(calls) + 'return '.length + 1 },
      { function: 'o', path: '/static/nowhere.js', line: 3, column: 4 },
    ],
    build1,
  );
  expect(frames).toEqual([
    { function: 'inner', file: 'src/lesson.ts', line: 5, column: 9, own: true, mapped: true },
    // Who called it is not known, and the minifier's name for it says nothing.
    { function: '', file: 'src/lesson.ts', line: 2, column: 10, own: true, mapped: true },
    { function: 'o', file: '/static/nowhere.js', line: 3, column: 4, own: true, mapped: false },
  ]);
  expect(culpritOf(frames)).toBe('inner (src/lesson.ts:5)');
});

test('logs a broken source map once and a missing one never, and reads no path outside the folder', async () => {
  const read = maps();
  const paths = [
    '/static/broken.js',
    '/static/../package.js',
    '/static/a/../../b.js',
    '/static/.env.js',
    '/other/12.abcdef012345.js',
    '/static/none.js',
  ];
  const frames = paths.map(path => ({ function: '', path, line: 1, column: 1 }));
  for (let time = 0; time < 3; time++)
    expect((await read.read(frames, build1)).every(({ mapped }) => !mapped)).toBe(true);
  expect(warn.mock.calls.map(([, name]) => name)).toEqual(['/static/broken.js']);
  now += 61_000;
  await read.read(frames, build1);
  expect(warn).toHaveBeenCalledTimes(1);
});

const MAP = JSON.stringify({ version: 3, sources: ['src/a.ts'], names: [], mappings: 'AAAA' });
const at1 = (path: string) => [{ function: 'f', path, line: 1, column: 1 }];

const mapOf = (file: string) => MAP.replace('src/a.ts', file);
const filesOf = async (
  read: ReturnType<typeof maps>,
  release: string,
  path = '/assets/a.js',
): Promise<string[]> => (await read.read(at1(path), { product: 'school', release })).map(({ file }) => file);

test('reads an uploaded map by release, once, and one that came or changed after a minute', async () => {
  const read = maps();
  uploads.set('r1 /assets/a.js', MAP);
  expect(await filesOf(read, 'r1')).toEqual(['src/a.ts']);
  expect(await filesOf(read, 'r2')).toEqual(['/assets/a.js']);
  uploads.set('r1 /assets/a.js', mapOf('src/b.ts')).set('r2 /assets/a.js', MAP);
  expect(await filesOf(read, 'r1')).toEqual(['src/a.ts']);
  expect(await filesOf(read, 'r2')).toEqual(['/assets/a.js']);
  expect(uploaded.read).toHaveBeenCalledTimes(1);
  now += 61_000;
  expect(await filesOf(read, 'r1')).toEqual(['src/b.ts']);
  expect(await filesOf(read, 'r2')).toEqual(['src/a.ts']);
  now += 61_000;
  expect(await filesOf(read, 'r1')).toEqual(['src/b.ts']);
  // One that is the same is not read again.
  expect(uploaded.read).toHaveBeenCalledTimes(3);
});

test('goes on with the maps that it has while the database is away, and looks again after seconds', async () => {
  const read = maps();
  uploads.set('r1 /assets/a.js', MAP).set('r1 /assets/b.js', MAP);
  expect(await filesOf(read, 'r1')).toEqual(['src/a.ts']);
  away = true;
  // Known by the list, and not read before.
  expect(await filesOf(read, 'r1', '/assets/b.js')).toEqual(['/assets/b.js']);
  now += 3_600_000;
  expect(await filesOf(read, 'r1')).toEqual(['src/a.ts']);
  away = false;
  now += 6_000;
  expect(await filesOf(read, 'r1', '/assets/b.js')).toEqual(['src/a.ts']);
});

test('asks once for a release, however many scripts without maps reports name', async () => {
  const read = maps();
  uploads.set('r1 /assets/a.js', MAP);
  for (let n = 0; n < 1000; n += 1) await filesOf(read, 'r1', `/invented/${n}.js`);
  expect(uploaded.list).toHaveBeenCalledTimes(1);
  expect(await filesOf(read, 'r1')).toEqual(['src/a.ts']);
  expect(uploaded.read).toHaveBeenCalledTimes(1);
  expect(warn).not.toHaveBeenCalled();
});

test('parses for some seconds of a minute, then goes on with the maps that it has', async () => {
  const read = maps();
  cost = PARSING_A_MINUTE / 3;
  for (const name of ['a', 'b', 'c', 'd']) uploads.set(`r1 /assets/${name}.js`, MAP);
  const all = async () => {
    const files = [];
    for (const name of ['a', 'b', 'c', 'd']) files.push(...(await filesOf(read, 'r1', `/assets/${name}.js`)));
    return files;
  };
  const first = ['src/a.ts', 'src/a.ts', 'src/a.ts', '/assets/d.js'];
  expect(await all()).toEqual(first);
  uploads.set('r1 /assets/a.js', mapOf('src/b.ts'));
  now += 61_000;
  expect(await all()).toEqual(first);
  expect(uploaded.read).toHaveBeenCalledTimes(3);
  expect(warn).toHaveBeenCalledTimes(1);
  ticks += 60_000;
  expect(await all()).toEqual(['src/b.ts', 'src/a.ts', 'src/a.ts', 'src/a.ts']);
});

test('forgets the maps that were used longest ago beyond 128 MiB', async () => {
  const read = maps();
  const names = Array.from({ length: 5 }, (_, n) => `/assets/${n}.js`);
  // About 100 bytes of memory for a mapping.
  const large = MAP.replace('AAAA', 'AAAA,'.repeat(290_000));
  for (const name of names) uploads.set(`r1 ${name}`, large);
  for (const name of names) await filesOf(read, 'r1', name);
  expect(uploaded.read).toHaveBeenCalledTimes(5);
  await filesOf(read, 'r1', names.at(-1));
  expect(uploaded.read).toHaveBeenCalledTimes(5);
  await filesOf(read, 'r1', names[0]);
  expect(uploaded.read).toHaveBeenCalledTimes(6);
});

const frame = (called: string, file: string, line: number, own = true, mapped = true) => ({
  function: called,
  file,
  line,
  column: 1,
  own,
  mapped,
});
const error = {
  product: 'school',
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'x12')",
  frames: [frame('f', 'src/a.ts', 5)],
};

test('groups an error over lines, releases, numbers and quotes, but not over places', () => {
  const id = fingerprint(error);
  expect(id).toMatch(/^[\da-f]{32}$/);
  expect(fingerprint({ ...error, frames: [frame('f', 'src/a.ts', 99)] })).toBe(id);
  expect(fingerprint({ ...error, message: "Cannot read properties of undefined (reading 'y7')" })).toBe(id);
  expect(
    fingerprint({ ...error, frames: [frame('lib', 'node_modules/react/a.js', 1, false), ...error.frames] }),
  ).toBe(id);
  expect(fingerprint({ ...error, frames: [frame('g', 'src/a.ts', 5)] })).not.toBe(id);
  expect(fingerprint({ ...error, product: 'other' })).not.toBe(id);
  const unmapped = (path: string) => fingerprint({ ...error, frames: [frame('t', path, 1, true, false)] });
  expect(unmapped('/static/12.abcdef012345.js')).toBe(unmapped('/static/12.0123456789ab.js'));
});

test.each([
  ['no user 42 at 10.5', 'no user <n> at <n>.<n>'],
  ['GET https://a.example/b?c=1 failed', 'GET <url> failed'],
  ['key "abc" is not `d`', 'key <text> is not <text>'],
  ['session 0198c2f2-7d4e-7a11-9a70-0242ac120002', 'session <id>'],
  ["it isn't", "it isn't"],
])('%s is normalised to %s', (message, expected) => {
  expect(normalised(message)).toBe(expected);
});
