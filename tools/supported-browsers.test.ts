/**
 * The builds translate syntax for the oldest supported browsers (Chrome 87, Firefox 85, Safari 14), and add no missing functions:
 * what runs in a page calls none that they lack.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup.mjs';

const places = [
  ...['account', 'captcha', 'contract', 'monitor', 'react', 'ui', 'usage'].map(
    name => `packages/${name}/src`,
  ),
  'apps/web/src/frame',
  'apps/web/src/pages',
  'apps/console/src',
];

/** Functions that came later, with the first browsers that have them all. A call with `?.` looks for it first. */
const later: readonly (readonly [string, RegExp])[] = [
  ['Object.hasOwn (Chrome 93, Firefox 92, Safari 15.4)', /Object\.(?:hasOwn|groupBy)\(/],
  ['at (Chrome 92, Firefox 90, Safari 15.4)', /\.at\(/],
  ['findLast (Chrome 97, Firefox 104, Safari 15.4)', /\.findLast(?:Index)?\(/],
  ['changes by copy (Chrome 110, Firefox 115, Safari 16)', /\.to(?:Sorted|Reversed|Spliced)\(/],
  ['structuredClone (Chrome 98, Firefox 94, Safari 15.4)', /\bstructuredClone\(/],
  ['randomUUID (Chrome 92, Firefox 95, Safari 15.4)', /\.randomUUID\(/],
  [
    'AbortSignal.timeout and any (Chrome 116, Firefox 124, Safari 17.4)',
    /AbortSignal\.(?:timeout|any|abort)\(/,
  ],
  ['Promise.withResolvers (Chrome 119, Firefox 121, Safari 17.4)', /Promise\.(?:withResolvers|try)\(/],
];

const sources = places.flatMap(place =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/(?:\.test|\.suite)\.|(?:^|\/)testing(?:\/|\.)/.test(file))
    .map(file => join(place, file)),
);

test('no page uses an API that the oldest supported browsers lack', () => {
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8');
    return later.filter(([, call]) => call.test(text)).map(([name]) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});
