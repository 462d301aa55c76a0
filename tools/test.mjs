/**
 * `npm test`: the checks of the sources, the build and the first lane of tests (docs/testing.md). The checks run first, beside the
 * build and two at a time, and one that fails ends the run; they are not repeated on sources that passed them. Then the unit tests and
 * the browser tests run, both to their end.
 */
import { rmSync } from 'node:fs';
import { browserPrograms } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import {
  checksOfChanged,
  finish,
  markTested,
  reports,
  sourceChecks,
  statements,
  step,
  vitest,
} from './steps.mjs';

ensureInstalled();
const browsers = browserPrograms();
for (const old of [reports, statements]) rmSync(old, { recursive: true, force: true });

// What takes longest first, so that both cores end together.
await checksOfChanged([
  [
    ['build', ['tools/build.mjs', 'changed']],
    ['budgets', ['tools/budgets.mjs']],
    ['code', sourceChecks.code],
  ],
  ...['types', 'dependencies', 'unused', 'format'].map(name => [[name, sourceChecks[name]]]),
]);
ensureBuilt();
// One after the other: together they take as long.
const passed = [
  await step('unit tests', vitest('unit', '--project', 'pages', '--project', 'server'), {
    // For the plans of `npm run test:all`.
    env: { ROLLCALL_STATEMENTS: statements },
  }),
  await step(
    'browser tests',
    vitest('browser', '--config', 'e2e/vitest.config.ts', '--project', 'journeys'),
    {
      env: browsers,
    },
  ),
];
finish(passed, 'unit', 'browser');
markTested();
