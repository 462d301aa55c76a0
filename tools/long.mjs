/** The long proofs, each a command of its own; `npm test` runs a short form of most. */
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, root, runNode } from './setup.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const e2e = (files, env) => () =>
  runNode([vitest, 'run', '--config', 'e2e/vitest.config.ts', ...files], {
    env: { ...process.env, ROLLCALL_CHROMIUM: ensureChromium(), ...env },
  });

const proofs = {
  kills: e2e(['src/kills.test.ts'], { ROLLCALL_KILLS: '20' }),
  'usage-kills': e2e(['src/usage-kills.test.ts'], { ROLLCALL_USAGE_KILLS: '50' }),
  'page-ends': e2e(['src/usage-page-ends.test.ts'], { ROLLCALL_PAGE_ENDS: 'long' }),
  fuzz: () =>
    runNode(
      [
        vitest,
        'run',
        'apps/server/src/http/fuzz.test.ts',
        'apps/server/src/features/usage/hostile-events.test.ts',
        '--testTimeout',
        '3600000',
      ],
      { env: { ...process.env, ROLLCALL_FUZZ: '200000' } },
    ),
  histories: () =>
    runNode(
      [
        vitest,
        'run',
        'apps/server/src/events/store/duck-store.test.ts',
        'apps/server/src/events/log',
        '--testTimeout',
        '3600000',
      ],
      { env: { ...process.env, ROLLCALL_HISTORIES: '50' } },
    ),
  sessions: () =>
    runNode(
      [
        vitest,
        'run',
        'apps/server/src/features/accounts/sessions.model.test.ts',
        '--testTimeout',
        '36000000',
      ],
      { env: { ...process.env, ROLLCALL_SESSION_RUNS: '10000' } },
    ),
  attack: () =>
    runNode(
      [
        vitest,
        'run',
        'apps/server/src/features/human-verification/attack.test.ts',
        'apps/server/src/features/human-verification/enumeration.attack.test.ts',
        'apps/server/src/features/human-verification/guessing.test.ts',
      ],
      { env: { ...process.env, ROLLCALL_ATTACK: '10000', ROLLCALL_ATTACK_NUMBERS: '3000' } },
    ),
  timing: () =>
    runNode(
      [
        vitest,
        'run',
        '--project',
        'server',
        'apps/server/src/features/accounts/unknown-names.test.ts',
        '--testTimeout',
        '3600000',
      ],
      { env: { ...process.env, ROLLCALL_TIMING: '2000' } },
    ),
  // Asks a registry for react and vite.
  'first-steps': e2e(['src/sites.test.ts'], { ROLLCALL_FIRST_STEPS: 'npm' }),
  screenshots: e2e(
    ['src/pages.test.ts', 'src/gallery.test.ts', 'src/human-verification.test.ts', 'src/console.test.ts'],
    {
      ROLLCALL_SCREENSHOTS: join(root, 'e2e/screenshots'),
    },
  ),
};

const proof = proofs[process.argv[2]];
if (!proof) {
  console.error(`Usage: node tools/long.mjs ${Object.keys(proofs).join('|')}`);
  process.exit(1);
}
ensureInstalled();
ensureBuilt();
proof();
