/**
 * `npm test`: all checks and tests, cheapest first. What only reads the sources runs beside the build, two steps at a
 * time; the tests run one suite after the other, each on all cores. The first step that fails ends the run.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, headlessShell } from './chromium.mjs';
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
const browserReport = join(root, '.rollcall/browser-tests.json');

const started = Date.now();
const times = [];
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Runs one step in a process of its own; a step that fails ends the run.
 * @param quiet its output is shown once it has ended, so that two steps do not mix theirs
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
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk));
  const [status, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...end) => resolve(end));
  });
  running.delete(child);
  if (quiet) process.stdout.write(`\n── ${name}\n${output}`);
  if (status !== 0) {
    console.error(`\n${name} ended with ${signal ?? status}.`);
    process.exit(status || 1);
  }
  times.push(`${name} ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

/** Runs rows of steps beside each other, each row in its order. */
const beside = rows =>
  Promise.all(
    rows.map(async row => {
      for (const [name, ...args] of row) await step(name, args, { quiet: true });
    }),
  );

await beside([
  [
    ['types', 'tools/types.mjs'],
    ['build', 'tools/build.mjs', '--changed'],
    ['sizes', 'tools/sizes.mjs'],
    ['knip', bin('knip/bin/knip.js')],
  ],
  [
    ['lint', bin('oxlint/bin/oxlint')],
    ['format', bin('@biomejs/biome/bin/biome'), 'format'],
    ['arrows', 'tools/arrows.mjs'],
  ],
]);
await step('unit tests', vitest(unitReport));
await step('browser tests', vitest(browserReport, '--config', 'e2e/vitest.config.ts'), {
  env: {
    ROLLCALL_CHROMIUM: chromium,
    ROLLCALL_HEADLESS_SHELL: headlessShell(chromium),
    ROLLCALL_FIREFOX: firefox,
  },
});
await step('conformance', ['tools/conformance.mjs', unitReport, browserReport]);

const counts = [unitReport, browserReport].map(report => JSON.parse(readFileSync(report, 'utf8')));
const sum = field => counts.reduce((total, report) => total + report[field], 0);
console.log(`\nAll green in ${((Date.now() - started) / 1000).toFixed(0)} s: ${times.join(', ')}.`);
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed`);
