/** docs/asvs.md names every requirement of levels 1 and 2 once; what shows them, and the protections of docs/security.md, exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evidence } from './asvs-evidence.ts';
import { protections } from './security-evidence.ts';
import { root } from './setup.mjs';

/** The requirements of levels 1 and 2 of ASVS 5.0, by section. */
const sections = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

/** The numbers in a list such as `1,3-5`. */
const numbers = (list: string): number[] =>
  list.split(',').flatMap(part => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
const required = Object.entries(sections).flatMap(([section, list]) =>
  numbers(list).map(number => `${section}.${number}`),
);

const document = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

const rows = document('asvs.md')
  .split('\n')
  .filter(line => /^\|\d/.test(line))
  .map(line => {
    const [, ids = '', , met = '', how = ''] = line.split('|');
    return { ids, met, how, shown: evidence[ids] ?? [] };
  });

/** The documents name a file without its folder and, of a test, without its lane: `codes.test.ts` may be `codes.full.test.ts`. */
const nameOf = (path: string) =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:full|backend|proof|attack)\.test\./, '.test.');
const sources = ['apps', 'packages', 'e2e/src', 'tools']
  .flatMap(top =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map(name => join(root, top, name)),
  )
  .filter(path => /\.(?:tsx?|mjs)$/.test(path) && !/[/\\](?:node_modules|dist)[/\\]/.test(path));
const filesOf = (name: string) => sources.filter(path => nameOf(path) === nameOf(name));

/** The requirements of a row such as `1.2.6–1.2.8, 1.3.1`. */
const idsOf = (ids: string): string[] =>
  ids.split(', ').flatMap(part => {
    const [first = '', last = first] = part.split('–');
    const section = first.slice(0, first.lastIndexOf('.'));
    const number = (id: string) => id.slice(id.lastIndexOf('.') + 1);
    return numbers(`${number(first)}-${number(last)}`).map(each => `${section}.${each}`);
  });

test('docs/asvs.md has one row for every requirement of both levels', () => {
  const named = rows.flatMap(({ ids }) => idsOf(ids));
  expect(named.toSorted()).toEqual(required.toSorted());
});

test('every row of docs/asvs.md says how, and what is met has evidence', () => {
  for (const { ids, met, how, shown } of rows) {
    expect(['yes', 'partly', 'no', 'operator', 'n/a'], ids).toContain(met);
    expect(how.length, ids).toBeGreaterThan(0);
    // A practice that does not exist has none.
    if (met === 'yes' && shown.length === 0) expect(how, ids).toMatch(/^(?:There are none|No )|\]\(/);
  }
  expect(Object.keys(evidence).filter(ids => rows.every(row => row.ids !== ids))).toEqual([]);
});

test('every test, file and document that shows a requirement exists', () => {
  const missing = rows.flatMap(({ ids, how, shown }) => [
    ...shown.filter(text => {
      const [name = '', title = ''] = text.split(' › ');
      return !filesOf(name).some(path => readFileSync(path, 'utf8').includes(title));
    }),
    ...[...how.matchAll(/\]\(([^)#]+)/g)].flatMap(([, path = '']) =>
      existsSync(join(root, 'docs', path)) ? [] : [`${ids}: ${path}`],
    ),
  ]);
  expect(missing).toEqual([]);
});

test('every threat of docs/security.md has tests that exist', () => {
  const [, tables = ''] = /^## Threats and protections$([^]*?)^## /m.exec(document('security.md')) ?? [];
  const threats = [...tables.matchAll(/^\| (.+?) \| /gm)]
    .map(([, threat = '']) => threat)
    .filter(threat => threat !== 'threat');
  expect(threats.length).toBeGreaterThan(40);
  expect(threats).toEqual(Object.keys(protections));
  const named = Object.values(protections).flat();
  const quoted = [...document('security.md').matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(
    ([, name = '']) => name,
  );
  expect([...named, ...quoted].filter(name => filesOf(name).length === 0)).toEqual([]);
  expect(Object.values(protections).every(tests => tests.length > 0)).toBe(true);
});
