// @vitest-environment jsdom
/// <reference types="node" />
/** The chunk loader as it is built, with the specification's 76 chunks; the test is the network, and holds the clock. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientConfig } from './client.mjs';
import { compile } from './compile.mjs';

const COUNT = 76;
const folder = mkdtempSync(join(tmpdir(), 'rollcall-chunks-'));
const out = join(folder, 'static');
/** The number of the chunk that part `n` is in, and of the chunk of the part with a style sheet. */
let idOf: Map<number, string>;
let ids: readonly number[];
let entry: string;

beforeAll(async () => {
  const parts = Array.from({ length: COUNT }, (_, n) => n);
  for (const n of parts)
    writeFileSync(
      join(folder, `part${n}.js`),
      `${n === 7 ? "import './part.css';\n" : ''}export const name = 'part ${n}';`,
    );
  writeFileSync(join(folder, 'part.css'), '.part { color: red }');
  writeFileSync(
    join(folder, 'entry.js'),
    `globalThis.parts = [${parts.map(n => `() => import('./part${n}.js')`).join()}];`,
  );
  const built = await compile(
    clientConfig({
      context: folder,
      entry: { entry: './entry.js' },
      folder: out,
      maps: join(folder, 'maps'),
    }),
  );
  entry = built.entrypoints['entry']?.assets.find(({ name }) => name.endsWith('.js'))?.name ?? '';
  idOf = new Map();
  ids = built.chunks.map(({ id }) => Number(id)).sort((one, other) => one - other);
  for (const { id, files } of built.chunks) {
    const script = files.find(file => file.endsWith('.js') && file !== entry);
    const n = script && /"part (\d+)"/.exec(readFileSync(join(out, script), 'utf8'))?.[1];
    if (n) idOf.set(Number(n), String(id));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Element = HTMLScriptElement | HTMLLinkElement;
const page = globalThis as unknown as {
  parts: (() => Promise<{ name: string }>)[];
  rspackChunkrollcall?: unknown;
};
let requested: Element[];
const pathOf = (element: Element | undefined) =>
  (element as HTMLScriptElement).src?.replace('http://localhost:3000', '') ||
  (element as HTMLLinkElement).href.replace('http://localhost:3000', '');
const run = (code: string) => runInThisContext(code) as unknown;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  requested = [];
  delete page.rspackChunkrollcall;
  vi.spyOn(document.head, 'append').mockImplementation(element => void requested.push(element as Element));
  const own = document.createElement('script');
  own.setAttribute('src', `/static/${entry}`);
  own.nonce = 'the-nonce';
  Object.defineProperty(document, 'currentScript', { configurable: true, value: own });
  run(readFileSync(join(out, entry), 'utf8'));
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'currentScript');
});

const answer = async (element: Element | undefined, type: 'load' | 'error') => {
  if (!element) throw new Error('nothing was requested');
  const file = pathOf(element).replace('/static/', '').replace(/\?.*/, '');
  if (type === 'load' && file.endsWith('.js')) run(readFileSync(join(out, file), 'utf8'));
  element.dispatchEvent(new Event(type));
  await vi.advanceTimersByTimeAsync(0);
};
const askFor = (n: number) => {
  const load = page.parts[n];
  if (!load) throw new Error(`no part ${n}`);
  const promise = load();
  promise.catch(() => {});
  return promise;
};

test('there are 76 chunks, numbered from 0 without a gap with the entry among them, each with a hash of its content [7.chunks]', () => {
  expect(idOf.size).toBe(COUNT);
  expect(ids).toEqual(Array.from({ length: COUNT + 1 }, (_, id) => id));
  for (const file of readdirSync(out)) expect(file).toMatch(/^\d+\.[0-9a-f]{12}\.(?:js|css)$/);
  // and their source maps are not among what is served
  expect(readdirSync(join(folder, 'maps'))).toContain(`${entry}.map`);
});

test('each is fetched once from the static path of the page, under its nonce, and checked [7.chunks]', async () => {
  const parts = await Promise.all(
    Array.from({ length: COUNT }, async (_, n) => {
      const first = askFor(n);
      const again = askFor(n);
      while (requested.length > 0) await answer(check(requested.shift()), 'load');
      expect(await again).toBe(await first);
      return first;
    }),
  );
  expect(parts.map(({ name }) => name)).toEqual(Array.from({ length: COUNT }, (_, n) => `part ${n}`));
  await askFor(3);
  expect(requested).toEqual([]);
});
const check = (element: Element | undefined) => {
  expect(element?.nonce).toBe('the-nonce');
  expect(element?.integrity).toMatch(/^sha256-.{44}$/);
  expect(element?.crossOrigin).toBe('anonymous');
  expect(pathOf(element)).toMatch(/^\/static\/\d+\.[0-9a-f]{12}\.(?:js|css)$/);
  return element;
};

describe('a chunk that fails [8.chunk-failure]', () => {
  test('to load is requested once more at a fresh address', async () => {
    const part = askFor(5);
    await answer(requested[0], 'error');
    expect(requested).toHaveLength(2);
    expect(pathOf(requested[1])).toMatch(new RegExp(`^${pathOf(requested[0])}\\?\\w+$`));
    await answer(requested[1], 'load');
    expect((await part).name).toBe('part 5');
  });

  test('twice gives the error of the specification, and is requested anew at the next use', async () => {
    const part = askFor(5);
    await answer(requested[0], 'error');
    await answer(requested[1], 'error');
    await expect(part).rejects.toMatchObject({
      name: 'ChunkLoadError',
      message: `Loading chunk ${idOf.get(5)} failed`,
      type: 'error',
    });
    const again = askFor(5);
    const addresses = requested.map(pathOf);
    expect(addresses).toHaveLength(3);
    expect(new Set(addresses).size).toBe(3);
    await answer(requested[2], 'load');
    expect((await again).name).toBe('part 5');
  });

  test('for two uses at once is requested once more for both', async () => {
    const both = [askFor(5), askFor(5)];
    await answer(requested[0], 'error');
    expect(requested).toHaveLength(2);
    await answer(requested[1], 'load');
    expect((await Promise.all(both)).map(({ name }) => name)).toEqual(['part 5', 'part 5']);
  });

  test('by coming without its content is one that failed', async () => {
    const part = askFor(5);
    for (const index of [0, 1]) {
      requested[index]?.dispatchEvent(new Event('load'));
      await vi.advanceTimersByTimeAsync(0);
    }
    await expect(part).rejects.toMatchObject({
      message: `Loading chunk ${idOf.get(5)} failed`,
      type: 'missing',
    });
  });
});

describe('a chunk that does not come [7.chunk-timeout 8.chunk-failure]', () => {
  test('is given up after 120000 ms, and not a millisecond earlier [9.chunk-timeout]', async () => {
    let failure: unknown;
    const part = askFor(9).catch((error: unknown) => {
      failure = error;
    });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await part;
    expect(failure).toMatchObject({
      name: 'ChunkLoadError',
      message: `Loading chunk ${idOf.get(9)} failed`,
      type: 'timeout',
    });
    // two minutes were enough: only the person asks again
    expect(requested).toHaveLength(1);
    const again = askFor(9);
    expect(pathOf(requested[1])).toMatch(/\?\w+$/);
    await answer(requested[1], 'load');
    expect((await again).name).toBe('part 9');
  });

  test('and then comes late, is there for the next use', async () => {
    const part = askFor(9);
    await vi.advanceTimersByTimeAsync(120_000);
    await expect(part).rejects.toThrow('Loading chunk');
    run(readFileSync(join(out, pathOf(requested[0]).replace('/static/', '')), 'utf8'));
    expect((await askFor(9)).name).toBe('part 9');
    expect(requested).toHaveLength(1);
  });

  test('leaves no timer once it came', async () => {
    const part = askFor(9);
    await answer(requested[0], 'load');
    await part;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a late style sheet', () => {
  const byKind = () => ({
    link: requested.findLast(element => element instanceof HTMLLinkElement),
    script: requested.findLast(element => element instanceof HTMLScriptElement),
  });
  test('comes with its chunk, and the part waits for it', async () => {
    let there = false;
    const part = askFor(7).finally(() => {
      there = true;
    });
    expect(requested).toHaveLength(2);
    await answer(check(byKind().script), 'load');
    expect(there).toBe(false);
    await answer(check(byKind().link), 'load');
    await part;
    expect(there).toBe(true);
  });

  test('that fails is requested again, without the script that arrived', async () => {
    const part = askFor(7);
    await answer(byKind().script, 'load');
    await answer(byKind().link, 'error');
    expect(requested).toHaveLength(3);
    expect(pathOf(byKind().link)).toMatch(/\.css\?\w+$/);
    await answer(byKind().link, 'load');
    expect((await part).name).toBe('part 7');
  });

  test('that does not come fails its chunk by number', async () => {
    const part = askFor(7);
    await answer(byKind().script, 'load');
    await vi.advanceTimersByTimeAsync(120_000);
    await expect(part).rejects.toMatchObject({
      message: `Loading chunk ${idOf.get(7)} failed`,
      type: 'timeout',
    });
  });
});
