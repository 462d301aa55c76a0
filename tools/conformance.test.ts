import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@rollcall/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { conformancePage, problemsOf, taggedTests, tagsIn } from './conformance.mjs';
import { statements } from './conformance/statements.mjs';
import { root } from './setup.mjs';

const one = (path: string, titles: string[], status = 'passed') => ({
  name: `/base/${path}`,
  assertionResults: [{ ancestorTitles: titles.slice(0, -1), title: titles.at(-1), status }],
});
const tested = (...testResults: ReturnType<typeof one>[]) => taggedTests([{ testResults }], '/base');
const two = { Section: { '1.a': 'A is so.', '1.b-c': 'B | C is so.' } };

describe('a tag', () => {
  test('stands in the title of a test or of a group around it, beside others', () => {
    expect(
      tested(one('x.test.ts', ['group [1.a]', 'test [1.b-c 1.dE]']), one('x.test.ts', ['[1.5] of [1, 2]'])),
    ).toEqual([
      { file: 'x.test.ts', name: 'group › test', status: 'passed', tags: ['1.a', '1.b-c', '1.dE'] },
    ]);
  });

  test('is a proof where one of its tests passed and none failed or was left out', () => {
    const a = one('x.test.ts', ['[1.a]']);
    const b = (status: string) => one('x.test.ts', [`is [1.b-c]`, status], status);
    expect(problemsOf(two, tested(a, b('passed')))).toEqual([]);
    expect(problemsOf(two, tested(a))).toEqual([
      'no test with [1.b-c] passed, so nothing proves “B | C is so.”',
    ]);
    for (const status of ['failed', 'pending', 'skipped', 'todo'])
      expect(problemsOf(two, tested(a, b('passed'), b(status)))).toEqual([
        `[1.b-c] x.test.ts › is › ${status}: ${status}`,
      ]);
  });

  test('of no statement asks for nothing', () => {
    const all = tested(one('x', ['[1.a 1.b-c]']), one('x', ['of another call [7.other]'], 'skipped'));
    expect(problemsOf(two, all)).toEqual([]);
  });
});

test('the page lists the tests of each statement, and marks what libraries alone show', () => {
  const many = [1, 2, 3, 4, 5].map(n => one('e2e/y.test.ts', ['each [1.b-c]', `of ${n}`]));
  const page = conformancePage(two, tested(one('packages/x.test.ts', ['a | `b` [1.a]']), ...many));
  expect(page.slice(page.indexOf('## '))).toBe(`## Section

| statement | proved by |
|---|---|
| A is so. † \`1.a\` | \`packages/x.test.ts › a \\| 'b'\` |
| B \\| C is so. \`1.b-c\` | \`e2e/y.test.ts: 5 tests\` |
`);
});

describe('tools/conformance.mjs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-conformance-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('fails without a report, and with a malformed one', () => {
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{');
    for (const args of [[], [join(folder, 'none.json')], [broken]]) {
      const { status, stderr } = spawnSync(
        process.execPath,
        [join(import.meta.dirname, 'conformance.mjs'), ...args],
        { encoding: 'utf8' },
      );
      expect([status, stderr.split('\n').length]).toEqual([1, 2]);
      expect(stderr).toMatch(/^The conformance check cannot be made: /);
    }
  });
});

describe('the statements of the specification and the tags of tests', () => {
  const known = Object.values<Record<string, string>>(statements).flatMap(section => Object.keys(section));
  const ofCalls = Object.keys(calls).map(name => `7.${name}`);
  const used = ['apps', 'packages', 'e2e/src', 'tools'].flatMap(top =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(?:test|suite)\.tsx?$/.test(name) && !/(?:^|[/\\])node_modules[/\\]/.test(name))
      .filter(name => name !== 'conformance.test.ts')
      .flatMap(name => tagsIn(readFileSync(join(root, top, name), 'utf8'))),
  );

  test('no statement is named twice', () => {
    expect(known.filter((tag, at) => known.indexOf(tag) !== at)).toEqual([]);
  });

  test('every statement has a test', () => {
    // Tests of every call tag themselves by the call's name.
    const proved = new Set([...used, ...ofCalls]);
    expect(known.filter(tag => !proved.has(tag))).toEqual([]);
  });

  test('every tag is that of a statement', () => {
    const allowed = new Set([...known, ...ofCalls]);
    expect([...new Set(used)].filter(tag => !allowed.has(tag))).toEqual([]);
  });
});
