import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { shorten, shortenedSources, shortNames } from './shorten.mjs';

const modules = (...codes: readonly string[]) => new Map(codes.map((code, at) => [`module-${at}.ts`, code]));

test('the most used private name gets the first free letter', () => {
  const names = shortNames(modules('const x = { a: 1, _rare: 2, _often: 3 };', 'x._often; x.c; x._often;'));
  expect([...names]).toEqual([
    ['_often', 'b'],
    ['_rare', 'd'],
  ]);
});

test('properties are renamed in definitions, reads and destructuring; variables, texts and types stay', () => {
  const names = new Map([['_on', 'o']]);
  const renamed = (code: string) => shorten(code, 'module.ts', names)?.code;
  expect(
    renamed('const p = { _on: 1, _on() {}, "_on": 2 }; p._on; p?._on; p["_on"]; const { _on: on } = p;'),
  ).toBe('const p = { o: 1, o() {}, "_on": 2 }; p.o; p?.o; p["_on"]; const { o: on } = p;');
  expect(renamed('const _on = (_: number) => `${_on}_on`; interface P { _on: boolean }')).toBeUndefined();
});

test('a shorthand, whose variable would be renamed too, is refused', () => {
  expect(() => shorten('const { _on } = page;', 'module.ts', new Map([['_on', 'o']]))).toThrow(
    'write out `_on: …`',
  );
});

test("the library's private names are shortened, and its tests are not changed", () => {
  const file = join(root, 'packages/usage/src/usage.ts');
  expect(shorten(readFileSync(file, 'utf8'), file)?.code).not.toMatch(/\._\w/);
  expect(shortenedSources.test(join(root, 'packages/usage/src/usage.test.ts'))).toBe(false);
  expect(shortenedSources.test(join(root, 'packages/monitor/src/start.ts'))).toBe(false);
});
