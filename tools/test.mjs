/** `npm test`: everything that must hold, cheapest first. A step that fails ends the run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, root, runNode } from './setup.mjs';

ensureInstalled();
const bin = name => join(root, 'node_modules', name);
/** One vitest run, with a report for the conformance check. */
const vitest = (report, args, env = {}) =>
  runNode(
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    { env: { ...process.env, ...env } },
  );
const unitReport = join(root, '.rollcall/unit-tests.json');
const browserReport = join(root, '.rollcall/browser-tests.json');
const steps = [
  ['types', () => runNode(['tools/types.mjs'])],
  ['lint', () => runNode([bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'])],
  ['format', () => runNode([bin('@biomejs/biome/bin/biome'), 'format'])],
  ['arrows', () => runNode(['tools/arrows.mjs'])],
  ['build', () => ensureBuilt()],
  ['sizes', () => runNode(['tools/sizes.mjs'])],
  ['unit tests', () => vitest(unitReport, [])],
  [
    'browser tests',
    () =>
      vitest(browserReport, ['--config', 'e2e/vitest.config.ts'], { ROLLCALL_CHROMIUM: ensureChromium() }),
  ],
  ['conformance', () => runNode(['tools/conformance.mjs', unitReport, browserReport])],
];
const started = Date.now();
const times = [];
for (const [name, step] of steps) {
  console.log(`\n── ${name}`);
  const begun = Date.now();
  step();
  times.push(`${name} ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}
const counts = [unitReport, browserReport].map(report => JSON.parse(readFileSync(report, 'utf8')));
const sum = field => counts.reduce((total, report) => total + report[field], 0);
console.log(`\nAll green in ${((Date.now() - started) / 1000).toFixed(0)} s: ${times.join(', ')}.`);
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed`);
