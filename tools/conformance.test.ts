import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { check, FEWEST, readDocument, readReports } from './conformance.mjs';
import { root } from './setup.mjs';

const one = (path: string, titles: string[], status = 'passed') => ({
  name: `/base/${path}`,
  assertionResults: [{ ancestorTitles: titles.slice(0, -1), title: titles.at(-1), status }],
});
const tests = readReports(
  [
    { testResults: [one('a/x.test.ts', ['a code', 'is used once']), one('a/x.test.ts', ['each', 'of 1'])] },
    {
      testResults: [
        one('a/x.test.ts', ['each', 'of 2']),
        one('b/y.test.tsx', ['takes a | bar, a `tick` and  two   spaces']),
        one('b/y.test.tsx', ['takes * as it is']),
        one('b/y.test.tsx', ['failed once'], 'failed'),
        one('b/y.test.tsx', ['skipped'], 'pending'),
        one('b/y.test.tsx', ['to be done'], 'todo'),
        one('b/y.test.tsx', ['twice']),
        one('b/y.test.tsx', ['twice'], 'failed'),
        one('b/y.test.tsx', ['each', 'of 1']),
        one('b/y.test.tsx', ['each', 'of 2'], 'skipped'),
      ],
    },
  ],
  '/base',
);
const table = (...rows: string[]) =>
  ['| statement | proved by |', '|---|:-:|', ...rows, '', 'Text.'].join('\n');
const problems = (...cells: string[]) =>
  check(table(...cells.map(cell => `| S | ${cell} |`)), tests, 0).problems;

describe('docs/conformance.md', () => {
  test('has test names in the last cell of each row, and nothing else', () => {
    const text = `# T\nA \`code\` span.\n${table('| `not this` | `a` <br> `b › c` |', '| S | ``d ` e``, `f \\| g` |')}`;
    expect(readDocument(text)).toEqual({
      names: [
        { line: 5, name: 'a' },
        { line: 5, name: 'b › c' },
        { line: 6, name: 'd ` e' },
        { line: 6, name: 'f | g' },
      ],
      unproved: [],
    });
  });

  test('has no statement without a test', () => {
    expect(problems('')).toEqual(['line 3: no test is named for “S”']);
    expect(problems('to come')).toHaveLength(1);
  });

  test('names at least the expected number of tests', () => {
    const text = table('| S | `a/x.test.ts › a code › is used once` |');
    expect(check(text, tests, 1).problems).toEqual([]);
    expect(check(text, tests, 2).problems).toEqual(['The document names 1 tests; there must be 2.']);
    expect(check('', tests).problems).toEqual([`The document names 0 tests; there must be ${FEWEST}.`]);
  });
});

describe('a test named in docs/conformance.md', () => {
  test('that passed is a proof, with either arrow, bars, backticks and spaces', () => {
    expect(
      problems('`a/x.test.ts › a code › is used once`', '`a/x.test.ts > a code > is used once`'),
    ).toEqual([]);
    expect(problems('``b/y.test.tsx › takes a \\| bar, a `tick` and two spaces``')).toEqual([]);
  });

  test.each([
    ['a/x.test.ts › a code › is used', 'there is no test “a/x.test.ts › a code › is used”'],
    ['a/x.test.ts › is used once', 'there is no test “a/x.test.ts › is used once”'],
    ['a/z.test.ts › no * here', 'there is no test “a/z.test.ts › no * here”'],
    ['b/y.test.tsx › failed once', '“b/y.test.tsx › failed once” failed'],
    ['b/y.test.tsx › skipped', '“b/y.test.tsx › skipped” did not run (pending)'],
    ['b/y.test.tsx › to be done', '“b/y.test.tsx › to be done” did not run (todo)'],
    ['b/y.test.tsx › twice', '“b/y.test.tsx › twice” failed'],
    ['b/y.test.tsx › each › *', '“b/y.test.tsx › each › of 2” did not run (skipped)'],
  ])('%s is no proof', (name, problem) => {
    expect(problems(`\`${name}\``)).toEqual([`line 3: ${problem}`]);
  });

  test('with an asterisk stands for all matching tests, within one title', () => {
    const { named, proved } = check(table('| S | `a/x.test.ts › each › of *` |'), tests, 0);
    expect([named, proved]).toEqual([1, 2]);
    expect(problems('`a/x.test.ts › *`')).toEqual(['line 3: there is no test “a/x.test.ts › *”']);
    expect(problems('`b/y.test.tsx › takes \\* as it is`')).toEqual([]);
  });
});

describe('tools/conformance.mjs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-conformance-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const report = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'conformance.mjs'), ...args], {
      encoding: 'utf8',
    });

  test('fails if named tests are missing, and lists them', () => {
    const { status, stderr, stdout } = run(report('empty.json', '{"testResults":[]}'));
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.split('\n').filter(line => line.includes('there is no test')).length).toBeGreaterThan(
      FEWEST,
    );
  });

  test('fails without a report, and with a malformed one', () => {
    for (const args of [[], [join(folder, 'none.json')], [report('broken.json', '{')]]) {
      const { status, stderr } = run(...args);
      expect([status, stderr.split('\n').length]).toEqual([1, 2]);
      expect(stderr).toMatch(/^The conformance check cannot be made: /);
    }
  });
});

test("docs/conformance.md marks exactly the statements that only libraries' tests show", () => {
  const rows = readFileSync(join(root, 'docs/conformance.md'), 'utf8').split('\n');
  const marked = rows.flatMap((row, at) => (/^\| .* † \| `/.test(row) ? [at + 1] : []));
  const { names } = readDocument(rows.join('\n'));
  const elsewhere = new Set(names.flatMap(({ line, name }) => (name.startsWith('packages/') ? [] : [line])));
  const alone = [...new Set(names.map(({ line }) => line))].filter(line => !elsewhere.has(line));
  expect(alone.length).toBeGreaterThan(0);
  expect(marked).toEqual(alone);
});
