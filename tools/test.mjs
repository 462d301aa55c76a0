/**
 * `npm test`: all checks and tests. The checks run first, beside the build and two at a time, and one that fails ends the
 * run. Then the unit tests and the browser tests run, both to their end.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, headlessShell } from './chromium.mjs';
import { PLANS } from './plans.mjs';
import { ensureInstalled, root } from './setup.mjs';
import { firefoxProgram, systemPrograms } from './system-programs.mjs';

ensureInstalled();
const chromium = ensureChromium();
systemPrograms();
const firefox = firefoxProgram();
const bin = name => join(root, 'node_modules', name);
/** One vitest run, with a report for the conformance check. */
const vitest = (report, ...args) => [
  bin('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...args,
];
const unitReport = join(root, '.rollcall/unit-tests.json');
const statements = join(root, '.rollcall/statements');
rmSync(statements, { recursive: true, force: true });
const browserReport = join(root, '.rollcall/browser-tests.json');

const started = Date.now();
const times = [];
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});
// Node ends by a signal without an `exit`; the steps end their own servers and browsers.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/**
 * Runs one step in a process of its own.
 * @param quiet its output is shown once it has ended, so that two steps do not mix theirs
 * @returns whether it passed
 */
async function step(name, args, { quiet = false, env = {} } = {}) {
  if (!quiet) console.log(`\n── ${name}`);
  const begun = Date.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
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
async function checks(rows) {
  const left = [...rows];
  const lane = async () => {
    for (let row = left.shift(); row; row = left.shift())
      for (const [name, ...args] of row) if (!(await step(name, args, { quiet: true }))) process.exit(1);
  };
  await Promise.all([lane(), lane()]);
}

// What takes longest first, so that both cores end at once.
await checks([
  [
    ['build', 'tools/build.mjs', '--changed'],
    ['sizes', 'tools/sizes.mjs'],
    // Tests of both suites need them.
    ['packages', 'tools/pack.mjs'],
    // It reads the packages' builds where there are some, and they may be old before.
    ['lint', bin('oxlint/bin/oxlint')],
  ],
  [['types', 'tools/types.mjs']],
  [['arrows', 'tools/arrows.mjs']],
  [['knip', bin('knip/bin/knip.js')]],
  [['format', bin('@biomejs/biome/bin/biome'), 'format']],
]);
// One after the other: at once they take as long, and time limits within tests are met less surely.
const passed = [
  await step('unit tests', vitest(unitReport), { env: { ROLLCALL_STATEMENTS: statements } }),
  // Of what the tests just sent to the database; `npm run plans` does it over a million rows.
  await step('plans', ['tools/run.mjs', PLANS, statements, '20000']),
  await step('browser tests', vitest(browserReport, '--config', 'e2e/vitest.config.ts'), {
    env: {
      ROLLCALL_CHROMIUM: chromium,
      ROLLCALL_HEADLESS_SHELL: headlessShell(chromium),
      ROLLCALL_FIREFOX: firefox,
    },
  }),
];
if (passed.includes(false)) process.exit(1);
if (!(await step('conformance', ['tools/conformance.mjs', unitReport, browserReport]))) process.exit(1);

const counts = [unitReport, browserReport].map(report => JSON.parse(readFileSync(report, 'utf8')));
const sum = field => counts.reduce((total, report) => total + report[field], 0);
console.log(`\nAll green in ${((Date.now() - started) / 1000).toFixed(0)} s: ${times.join(', ')}.`);
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed`);
