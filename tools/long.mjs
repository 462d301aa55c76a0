/** The long proofs, each a command of its own; `npm test` runs a short form of most. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { clusterPrograms, enginePrograms } from './system-programs.mjs';
import { ensureBuilt, ensureInstalled, root, runNode } from './setup.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const e2e = (files, env) => () =>
  runNode([vitest, 'run', '--config', 'e2e/vitest.config.ts', ...files], {
    env: { ...process.env, ROLLCALL_CHROMIUM: ensureChromium(), ...env },
  });

/** Prints what got through of each attack, against what may. */
const printAttacks = table => {
  if (!existsSync(table)) return;
  const lines = readFileSync(table, 'utf8').trim().split('\n');
  const rows = lines.map(line => JSON.parse(line)).sort((a, b) => (a.attack < b.attack ? -1 : 1));
  console.log(`\n${'attack'.padEnd(88)}${'tried'.padStart(8)}${'through'.padStart(9)}${'may'.padStart(7)}`);
  for (const { attack, tried, through, may } of rows) {
    const counts = `${String(tried).padStart(8)}${String(through).padStart(9)}${String(may).padStart(7)}`;
    console.log(`${attack.padEnd(88)}${counts}${through > may ? '  TOO MANY' : ''}`);
  }
  rmSync(dirname(table), { recursive: true, force: true });
};

const proofs = {
  chaos: () => {
    const [profile = '10', minutes, third] = process.argv.slice(3);
    if (profile === 'soak') return e2e(['src/chaos/soak.test.ts'], { ROLLCALL_SOAK: minutes ?? '20' })();
    if (profile !== 'cluster') return e2e(['src/chaos.test.ts'], { ROLLCALL_CHAOS: profile })();
    const { nginx } = clusterPrograms();
    ensureInstalled(join(root, 'tools/clickhouse'));
    if (minutes === 'soak')
      return e2e(['src/chaos/cluster-soak.test.ts'], {
        ROLLCALL_SOAK: third ?? '20',
        ROLLCALL_NGINX: nginx,
      })();
    e2e(['src/chaos/cluster.test.ts'], {
      ROLLCALL_CHAOS_CLUSTER: minutes ?? '0',
      ROLLCALL_CHAOS_FAULTS: third ?? '',
      ROLLCALL_NGINX: nginx,
    })();
  },
  // What CI runs beside `npm test` and `npm run backends`.
  proofs: () => {
    runNode([vitest, 'run', '--config', 'vitest.proofs.config.ts']);
    e2e(['src/pages.test.ts', 'src/gallery.test.ts', 'src/usage-page-ends.test.ts'], {
      ROLLCALL_LOOKS: 'all',
      ROLLCALL_PAGE_ENDS: 'middle',
    })();
  },
  kills: e2e(['src/kills.test.ts', 'src/sample-kills.test.ts'], { ROLLCALL_KILLS: '20' }),
  'usage-kills': e2e(['src/usage-kills.test.ts'], { ROLLCALL_USAGE_KILLS: '50' }),
  'page-ends': e2e(['src/usage-page-ends.test.ts'], { ROLLCALL_PAGE_ENDS: 'long' }),
  engines: () => {
    enginePrograms();
    e2e(['src/engines/engines.test.ts'], { ROLLCALL_ENGINES: 'long' })();
  },
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
        'apps/server/src/events/store/concurrency.test.ts',
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
        'apps/server/src/features/accounts/sessions/sessions.model.test.ts',
        '--testTimeout',
        '36000000',
      ],
      { env: { ...process.env, ROLLCALL_SESSION_RUNS: '10000' } },
    ),
  attack: () => {
    const table = join(mkdtempSync(join(tmpdir(), 'rollcall-attack-')), 'table.jsonl');
    // A failed run ends the process: what got through is printed then too.
    process.once('exit', () => printAttacks(table));
    runNode(
      [
        vitest,
        'run',
        '--project',
        'server',
        ...[
          'human-verification/attack',
          'human-verification/enumeration.attack',
          'human-verification/guessing',
          'human-verification/message-pumping.attack',
          'accounts/fresh-proof',
          'accounts/proof',
          'accounts/avatar',
          'usage/hostile-events',
        ].map(name => `apps/server/src/features/${name}.test.ts`),
        '--testTimeout',
        '3600000',
      ],
      {
        env: {
          ...process.env,
          ROLLCALL_ATTACK: '10000',
          ROLLCALL_ATTACK_NUMBERS: '3000',
          ROLLCALL_ATTACK_TABLE: table,
        },
      },
    );
  },
  timing: () =>
    runNode(
      [
        vitest,
        'run',
        '--project',
        'server',
        'apps/server/src/features/accounts/sign-in/unknown-names.test.ts',
        '--testTimeout',
        '3600000',
      ],
      { env: { ...process.env, ROLLCALL_TIMING: '2000' } },
    ),
  production: e2e(['src/production'], { ROLLCALL_PRODUCTION: 'long' }),
  // Asks a registry for express.
  samples: () =>
    runNode([vitest, 'run', '--project', 'server', 'tools/token-samples.test.ts'], {
      env: { ...process.env, ROLLCALL_SAMPLES: 'long' },
    }),
  // Ask a registry for what the guides install.
  'first-steps': e2e(
    ['src/sites.test.ts', 'src/guides.test.ts', 'src/usage-guide.test.ts', 'src/nextjs-guide.test.ts'],
    {
      ROLLCALL_FIRST_STEPS: 'npm',
    },
  ),
  // Asks a registry for the server's dependencies.
  'server-package': () =>
    runNode([vitest, 'run', '--config', 'vitest.proofs.config.ts', 'tools/server-package.proof.test.ts'], {
      env: { ...process.env, ROLLCALL_SERVER_PACKAGE: 'npm' },
    }),
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
