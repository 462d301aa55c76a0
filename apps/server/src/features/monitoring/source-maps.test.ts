import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { culpritOf, fingerprint, normalised } from './fingerprint.ts';
import { createSourceMaps } from './source-maps.ts';

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
const uploads = new Map<string, string>();
const uploaded = vi.fn(async ({ release }: { release: string }, path: string) =>
  uploads.get(`${release} ${path}`),
);
const maps = () => createSourceMaps(folder, { uploaded, now: () => now, warn });
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

test('logs a broken source map once a minute and a missing one never, and reads no path outside the folder', async () => {
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
  expect(warn).toHaveBeenCalledTimes(2);
});

const MAP = JSON.stringify({ version: 3, sources: ['src/a.ts'], names: [], mappings: 'AAAA' });
const at1 = (path: string) => [{ function: 'f', path, line: 1, column: 1 }];

test('reads an uploaded map by release, once, and again after ten minutes', async () => {
  const read = maps();
  uploads.set('r1 /assets/a.js', MAP);
  const seen = async (release: string) =>
    (await read.read(at1('/assets/a.js'), { product: 'school', release })).map(({ file }) => file);
  uploaded.mockClear();
  expect(await seen('r1')).toEqual(['src/a.ts']);
  expect(await seen('r2')).toEqual(['/assets/a.js']);
  expect(await seen('r1')).toEqual(['src/a.ts']);
  expect(await seen('r2')).toEqual(['/assets/a.js']);
  expect(uploaded).toHaveBeenCalledTimes(2);
  uploads.set('r2 /assets/a.js', MAP);
  now += 61_000;
  expect(await seen('r2')).toEqual(['src/a.ts']);
  uploads.set('r1 /assets/a.js', MAP.replace('src/a.ts', 'src/b.ts'));
  now += 600_000;
  expect(await seen('r1')).toEqual(['src/b.ts']);
});

test('reads 120 maps a minute, whatever reports name', async () => {
  const read = maps();
  uploaded.mockClear();
  warn.mockClear();
  const frames = (from: number) =>
    Array.from({ length: 100 }, (_, n) => at1(`/invented/${from + n}.js`)).flat();
  await read.read(frames(0), build1);
  await read.read(frames(100), build1);
  expect(uploaded).toHaveBeenCalledTimes(120);
  expect(warn).toHaveBeenCalledTimes(1);
  now += 60_000;
  await read.read(frames(200), build1);
  expect(uploaded).toHaveBeenCalledTimes(220);
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
