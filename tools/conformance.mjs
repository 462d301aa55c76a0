/**
 * `node tools/conformance.mjs REPORT...`: fails where a statement of the specification (tools/conformance/statements.mjs)
 * is not proved by a test that carries its tag and passed in the runs that the reports tell of (`vitest --reporter=json`).
 * Writes docs/conformance.md: each statement, and the tests that prove it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { statements } from './conformance/statements.mjs';
import { root } from './setup.mjs';

/** Tags stand in brackets: `[3.cookies 9.cleared]`. */
const TAGS = / ?\[(\d\.[a-zA-Z][\w-]*(?: \d\.[a-zA-Z][\w-]*)*)\]/g;

/** @param {string} text a title, or the source of a test */
export const tagsIn = text => [...text.matchAll(TAGS)].flatMap(([, tags]) => tags.split(' '));

/**
 * The tests of vitest's JSON reports that have a tag, in their own title or in that of a group around them.
 *
 * @param {object[]} reports parsed reports
 * @param {string} base the folder that the files are named from
 * @returns {{file: string, name: string, status: string, tags: string[]}[]}
 */
export const taggedTests = (reports, base) =>
  reports.flatMap(({ testResults }) =>
    testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.flatMap(({ ancestorTitles, title, status }) => {
        const whole = [...ancestorTitles, title].join(' › ');
        const tags = tagsIn(whole);
        const path = relative(base, file).replaceAll('\\', '/');
        return tags.length > 0 ? [{ file: path, name: whole.replace(TAGS, ''), status, tags }] : [];
      }),
    ),
  );

/**
 * @param {Record<string, Record<string, string>>} sections statements by section and tag
 * @param {ReturnType<typeof taggedTests>} tests
 * @returns {string[]} what is wrong, one line each
 */
export function problemsOf(sections, tests) {
  const all = Object.values(sections).flatMap(section => Object.entries(section));
  const known = new Set(all.map(([tag]) => tag));
  const passed = new Set(tests.filter(({ status }) => status === 'passed').flatMap(({ tags }) => tags));
  return [
    ...all
      .filter(([tag]) => !passed.has(tag))
      .map(([tag, statement]) => `no test with [${tag}] passed, so nothing proves “${statement}”`),
    ...tests
      .filter(({ status, tags }) => status !== 'passed' && tags.some(tag => known.has(tag)))
      .map(({ file, name, status, tags }) => `[${tags.join(' ')}] ${file} › ${name}: ${status}`),
  ];
}

/** Beyond so many tests of one file their number is told. */
const LISTED = 4;

const proofs = tests =>
  [...new Set(tests.map(({ file }) => file))]
    .flatMap(file => {
      const names = [...new Set(tests.filter(test => test.file === file).map(({ name }) => name))];
      return names.length > LISTED
        ? [`${file}: ${names.length} tests`]
        : names.map(name => `${file} › ${name}`);
    })
    // A bar would end the cell, and a backtick the code span.
    .map(proof => `\`${proof.replaceAll('`', "'").replaceAll('|', '\\|').replace(/\s+/g, ' ')}\``)
    .join('<br>');

/** @returns {string} the table, as markdown */
export const conformancePage = (sections, tests) =>
  [
    `<!-- Written by \`node tools/conformance.mjs\` from the tags of tests. -->

# The specification, and the tests that prove it

Tests of \`apps/server\` run the server's code, most of them over HTTP on a PostgreSQL; those of \`e2e\` the built pages, the server
and Chromium. Vendors are simulators in all of them. † marks a statement that libraries alone show: their own code on
a simulated browser, clock and network, without a server.`,
    ...Object.entries(sections).flatMap(([title, section]) => [
      `## ${title}`,
      [
        '| statement | proved by |',
        '|---|---|',
        ...Object.entries(section).map(([tag, statement]) => {
          const own = tests.filter(({ tags }) => tags.includes(tag));
          const alone = own.length > 0 && own.every(({ file }) => file.startsWith('packages/'));
          return `| ${statement.replaceAll('|', '\\|')}${alone ? ' †' : ''} \`${tag}\` | ${proofs(own)} |`;
        }),
      ].join('\n'),
    ]),
  ].join('\n\n') + '\n';

function main(paths) {
  if (paths.length === 0) throw new Error('Name the reports of the test runs.');
  const tests = taggedTests(
    paths.map(path => JSON.parse(readFileSync(path, 'utf8'))),
    root,
  );
  writeFileSync(join(root, 'docs/conformance.md'), conformancePage(statements, tests));
  const problems = problemsOf(statements, tests);
  if (problems.length > 0) {
    console.error(`The specification is not proved:\n${problems.map(problem => `  ${problem}`).join('\n')}`);
    process.exit(1);
  }
  const count = Object.values(statements).flatMap(section => Object.keys(section)).length;
  console.log(
    `The specification is proved: ${count} statements by ${tests.length} tests (docs/conformance.md).`,
  );
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
