/** Steps of `npm test`, `npm run test:all` and `npm run lint`: each is a process of its own. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, sources } from './setup.mjs';
import { temporaryFolder } from './temporary.mjs';

const bin = name => join(root, 'node_modules', name);
const started = Date.now();
const times = [];
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});
// Node ends by a signal without an `exit`; the steps end their own servers and browsers.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** The arguments of node for each check of the sources. `npm run lint -- NAME` runs one. */
export const sourceChecks = {
  types: ['tools/types.mjs'],
  code: [bin('oxlint/bin/oxlint')],
  format: [bin('@biomejs/biome/bin/biome'), 'format'],
  dependencies: ['tools/dependency-rules.mjs'],
  unused: [bin('knip/bin/knip.js')],
};

const temporary = temporaryFolder();

/** Where each run of tests leaves its report, for the sum at the end and the conformance check. */
export const reports = join(root, '.rollcall/reports');
const report = name => join(reports, `${name}.json`);

/** The statements that tests of the server sent to PostgreSQL. */
export const statements = join(root, '.rollcall/statements');

/** Runs the statements of a folder over so many rows in each table that grows, and fails where one reads much of a table. */
export const PLANS = 'apps/server/src/platform/database/testing/plans/main.ts';

/** The arguments of node for one run of vitest. @param name that of its report */
export const vitest = (name, ...args) => [
  bin('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report(name)}`,
  ...args,
];

/**
 * Runs one step.
 * @param quiet its output is shown once it has ended, so that two steps do not mix theirs
 * @returns whether it passed
 */
export async function step(name, args, { quiet = false, env = {} } = {}) {
  if (!quiet) console.log(`\n── ${name}`);
  const begun = Date.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...temporary, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', chunk => (output += chunk));
  const [status, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...end) => resolve(end));
  });
  running.delete(child);
  if (quiet) process.stdout.write(`\n── ${name}\n${output}`);
  times.push(`${name} ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  if (status !== 0) console.error(`\n${name} ended with ${signal ?? status}.`);
  return status === 0;
}

/** Runs rows of steps, each row in its order, two rows at a time; a step that fails ends the run. */
export async function checks(rows) {
  const left = [...rows];
  const lane = async () => {
    for (let row = left.shift(); row; row = left.shift())
      for (const [name, args] of row) if (!(await step(name, args, { quiet: true }))) process.exit(1);
  };
  await Promise.all([lane(), lane()]);
}

/** Ends a run. The last lines have the sums of the reports, or what failed: a log is often read from its end, or only its end is kept. */
export function finish(passed, ...names) {
  const read = names
    .filter(name => existsSync(report(name)))
    .map(name => JSON.parse(readFileSync(report(name), 'utf8')));
  const sum = field => read.reduce((total, each) => total + each[field], 0);
  const end = passed.includes(false) ? 'Failed' : 'All green';
  console.log(`\n${end} in ${((Date.now() - started) / 1000).toFixed(0)} s: ${times.join(', ')}.`);
  console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed`);
  for (const { name: file, message, assertionResults } of read.flatMap(each => each.testResults)) {
    const failed = assertionResults.filter(each => each.status === 'failed');
    if (failed.length > 0 || message) console.log(`\n${relative(root, file)}\n${message}`);
    for (const each of failed)
      console.log(`× ${each.fullName}\n${each.failureMessages.join('\n').slice(0, 2000)}`);
  }
  if (passed.includes(false)) process.exit(1);
}

const everySource = () =>
  sources(readdirSync(root).filter(name => !['node_modules', '.git', '.rollcall', 'data'].includes(name)));
const stamp = name => join(root, '.rollcall', name);
const isMarked = name => existsSync(stamp(name)) && readFileSync(stamp(name), 'utf8') === everySource();

/** Whether `npm test` passed on the sources as they are now. */
export const wasTested = () => isMarked('tested');

/** Tells `npm run test:all` that `npm test` passed. */
export const markTested = () => writeFileSync(stamp('tested'), everySource());

/**
 * Runs checks of the sources, unless they passed on the sources as they are now.
 * @param rows as `checks` takes them
 */
export async function checksOfChanged(rows) {
  if (isMarked('checked')) return console.log('The checks of the sources passed on these sources before.');
  const before = everySource();
  await checks(rows);
  writeFileSync(stamp('checked'), before);
}
