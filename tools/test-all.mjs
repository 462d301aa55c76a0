/**
 * `npm run test:all`: what CI runs beside `npm test`, which it runs first unless that passed on these sources. `-- NAME [PATH …]` runs one
 * step alone: unit, plans, browser, backends or conformance.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { browserPrograms } from './chromium.mjs';
import { ensurePacked } from './pack.mjs';
import { ensureBuilt, ensureInstalled, root, runNode } from './setup.mjs';
import { finish, PLANS, reports, statements, step, vitest, wasTested } from './steps.mjs';
import { backendPrograms, firefoxProgram, systemPrograms } from './system-programs.mjs';

const [only, ...paths] = process.argv.slice(2);
/** Several files need the packed packages. The build takes minutes on a busy machine, and their hooks have a limit. */
const pack = () => {
  if (paths.length === 0) ensurePacked();
};
const steps = {
  unit: () => {
    systemPrograms();
    pack();
    return step(
      'long unit tests',
      vitest('unit-full', '--project', 'full', '--project', 'react-18', ...paths),
      {
        env: { ROLLCALL_STATEMENTS: statements },
      },
    );
  },
  // Of what the tests sent to the database; `npm run proofs -- plans` does it over a million rows.
  plans: () => step('plans of statements', ['tools/run.mjs', PLANS, statements, '20000']),
  browser: () => {
    systemPrograms();
    pack();
    const env = { ...browserPrograms(), ROLLCALL_FIREFOX: firefoxProgram() };
    const args = ['--config', 'e2e/vitest.config.ts', '--project', 'full', ...paths];
    return step('long browser tests', vitest('browser-full', ...args), { env });
  },
  backends: () => {
    backendPrograms();
    ensureInstalled(join(root, 'tools/clickhouse'));
    return step('backends', vitest('backends', '--project', 'backends', '--maxWorkers', '2', ...paths));
  },
  conformance: () =>
    step('conformance', ['tools/conformance.mjs', ...readdirSync(reports).map(name => join(reports, name))]),
};

if (only !== undefined && !Object.hasOwn(steps, only)) {
  console.error(`Usage: npm run test:all [-- ${Object.keys(steps).join('|')} [PATH …]]`);
  process.exit(1);
}
ensureInstalled();
ensureInstalled(join(root, 'proofs'));
if (only) {
  ensureBuilt();
  process.exit((await steps[only]()) ? 0 : 1);
}
if (!wasTested()) runNode(['tools/test.mjs']);
const passed = [];
for (const run of Object.values(steps)) passed.push(await run());
finish(passed, 'unit-full', 'browser-full', 'backends');
