/**
 * `node tools/conformance.mjs REPORT...`: docs/conformance.md says of each statement of the specification which tests
 * prove it; this fails where one of them does not exist or did not pass in the runs that the reports tell of
 * (`vitest --reporter=json`). Last step of `npm test`.
 */
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

/** With fewer names the document was truncated or not parsed, and the check fails. */
export const FEWEST = 300;

/** A name as it is compared: `path › describe › test`, with single spaces. */
const plain = name => name.replaceAll(' > ', ' › ').replace(/\s+/g, ' ').trim();

/**
 * Reads the tables of the document: the last cell of each row names tests, each as a code span.
 *
 * @param {string} text markdown
 * @returns {{names: {line: number, name: string}[], unproved: {line: number, statement: string}[]}} the tests named,
 * and the rows that name none
 */
export function readDocument(text) {
  const names = [];
  const unproved = [];
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    // A bar inside of a cell is written `\|`.
    const cells = row.trim().split(/(?<!\\)\|/);
    const isRow = cells.length > 2 && cells[0] === '' && !/^[\s|:-]+$/.test(row);
    if (!isRow || cells.at(-2)?.trim() === 'proved by') continue;
    const found = [...(cells.at(-2) ?? '').matchAll(/(`+)(.+?)(?<!`)\1(?!`)/g)].map(([, , name]) =>
      plain((name ?? '').replaceAll('\\|', '|')),
    );
    for (const name of found) names.push({ line, name });
    if (found.length === 0) unproved.push({ line, statement: (cells[1] ?? '').trim() });
  }
  return { names, unproved };
}

/**
 * The tests of vitest's JSON reports.
 *
 * @param {object[]} reports parsed reports
 * @param {string} base the folder that the document's paths start from
 * @returns {Map<string, string[]>} name to the statuses it had; several tests of a file may share a name
 */
export function readReports(reports, base) {
  const tests = new Map();
  for (const { testResults } of reports)
    for (const { name: file, assertionResults } of testResults) {
      const path = relative(base, file).replaceAll('\\', '/');
      for (const { ancestorTitles, title, status } of assertionResults) {
        const name = plain([path, ...ancestorTitles, title].join(' › '));
        tests.set(name, [...(tests.get(name) ?? []), status]);
      }
    }
  return tests;
}

/** What a name with `*` matches: any text within one title. A real asterisk is written `\*`. */
const pattern = name => {
  const parts = name.split(/(\\?\*)/);
  const source = parts.map(part => {
    if (part === '*') return '[^›]+';
    return (part === '\\*' ? '*' : part).replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 'u');
};

/**
 * @param {string} text the document
 * @param {Map<string, string[]>} tests as of `readReports`
 * @param {number} [fewest] names that there must be
 * @returns {{problems: string[], named: number, proved: number}} what is wrong, one line each; how many names the
 * document has, and how many tests they stand for
 */
export function check(text, tests, fewest = FEWEST) {
  const { names, unproved } = readDocument(text);
  const problems = unproved.map(({ line, statement }) => `line ${line}: no test is named for “${statement}”`);
  const proved = new Set();
  for (const { line, name } of names) {
    const matches = pattern(name);
    const found = name.includes('*') ? [...tests.keys()].filter(key => matches.test(key)) : [name];
    const statuses = found.flatMap(key => (tests.get(key) ?? []).map(status => [key, status]));
    if (statuses.length === 0) problems.push(`line ${line}: there is no test “${name}”`);
    for (const [key, status] of statuses) {
      proved.add(key);
      if (status === 'failed') problems.push(`line ${line}: “${key}” failed`);
      else if (status !== 'passed') problems.push(`line ${line}: “${key}” did not run (${status})`);
    }
  }
  const distinct = new Set(names.map(({ name }) => name)).size;
  if (distinct < fewest) problems.push(`The document names ${distinct} tests; there must be ${fewest}.`);
  return { problems: [...new Set(problems)], named: distinct, proved: proved.size };
}

function main(paths) {
  if (paths.length === 0) throw new Error('Name the reports of the test runs.');
  const reports = paths.map(path => JSON.parse(readFileSync(path, 'utf8')));
  const text = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
  const { problems, named, proved } = check(text, readReports(reports, root));
  if (problems.length > 0) {
    console.error(
      `docs/conformance.md does not hold:\n${problems.map(problem => `  ${problem}`).join('\n')}`,
    );
    process.exit(1);
  }
  console.log(`docs/conformance.md holds: ${named} names, ${proved} tests, all passed.`);
}

const started = process.argv[1] && pathToFileURL(resolve(process.argv[1])).href;
if (import.meta.url === started) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(`The conformance check cannot be made: ${error.message}`);
    process.exit(1);
  }
}
