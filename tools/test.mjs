/** `npm test`: everything that must hold, cheapest first. A step that fails ends the run. */
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, root, runNode } from './setup.mjs';

ensureInstalled();
const bin = name => join(root, 'node_modules', name);
const steps = [
  ['types', () => runNode(['tools/types.mjs'])],
  ['lint', () => runNode([bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'])],
  ['format', () => runNode([bin('@biomejs/biome/bin/biome'), 'format'])],
  ['arrows', () => runNode(['tools/arrows.mjs'])],
  ['build', () => ensureBuilt()],
  ['sizes', () => runNode(['tools/sizes.mjs'])],
  ['unit tests', () => runNode([bin('vitest/vitest.mjs'), 'run'])],
  [
    'browser tests',
    () =>
      runNode([bin('vitest/vitest.mjs'), 'run', '--config', 'e2e/vitest.config.ts'], {
        env: { ...process.env, ROLLCALL_CHROMIUM: ensureChromium() },
      }),
  ],
];
const started = Date.now();
const times = [];
for (const [name, step] of steps) {
  console.log(`\n── ${name}`);
  const begun = Date.now();
  step();
  times.push(`${name} ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}
console.log(`\nAll green in ${((Date.now() - started) / 1000).toFixed(0)} s: ${times.join(', ')}.`);
