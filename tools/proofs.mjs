/** `npm run proofs -- NAME [ARG …]`: the long proofs, which a person starts; docs/testing.md lists them. The tests run a short form of most. */
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { clusterPrograms, enginePrograms } from './system-programs.mjs';
import { PLANS, statements } from './steps.mjs';
import { ensureBuilt, ensureInstalled, root, runNode } from './setup.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const e2e = (files, env) => () =>
  runNode([vitest, 'run', '--config', 'e2e/vitest.config.ts', ...files], {
    env: { ...process.env, ROLLCALL_CHROMIUM: ensureChromium(), ...env },
  });
/** What a test of a long proof may take in ms: 100,000 sign-ins take longer than what the other lanes' limit lets pass. */
const LONG = 2 * 3_600_000;
/** Runs tests of the server, and of further projects. */
const unit =
  (files, env, projects = []) =>
  () => {
    const of = ['server', 'full', ...projects].flatMap(name => ['--project', name]);
    runNode([vitest, 'run', '--testTimeout', `${LONG}`, ...of, ...files], {
      env: { ...process.env, ...env },
    });
  };

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
  apache: e2e(['src/openid-apache.']),
  chaos: () => {
    const [profile = '10', minutes, third] = process.argv.slice(3);
    if (profile === 'soak') return e2e(['src/chaos/soak.'], { ROLLCALL_SOAK: minutes ?? '20' })();
    if (profile !== 'cluster') return e2e(['src/chaos.'], { ROLLCALL_CHAOS: profile })();
    const { nginx } = clusterPrograms();
    ensureInstalled(join(root, 'tools/clickhouse'));
    if (minutes === 'soak')
      return e2e(['src/chaos/cluster-soak.'], {
        ROLLCALL_SOAK: third ?? '20',
        ROLLCALL_NGINX: nginx,
      })();
    e2e(['src/chaos/cluster.'], {
      ROLLCALL_CHAOS_CLUSTER: minutes ?? '0',
      ROLLCALL_CHAOS_FAULTS: third ?? '',
      ROLLCALL_NGINX: nginx,
    })();
  },
  kills: e2e(['src/kills.', 'src/sample-kills.'], { ROLLCALL_KILLS: '20' }),
  'usage-kills': e2e(['src/usage-kills.'], { ROLLCALL_USAGE_KILLS: '50' }),
  'page-ends': e2e(['src/usage-page-ends.'], { ROLLCALL_PAGE_ENDS: 'long' }),
  engines: () => {
    enginePrograms();
    e2e(['src/engines/engines.'])();
  },
  fuzz: unit(['apps/server/src/http/fuzz.', 'apps/server/src/features/usage/hostile-events.'], {
    ROLLCALL_FUZZ: '200000',
  }),
  'generated-questions': () => {
    const [count = '2000', seed = String(randomInt(1_000_000))] = process.argv.slice(3);
    console.log(
      `${count} questions of each engine; again: npm run proofs -- generated-questions ${count} ${seed}`,
    );
    ensureInstalled(join(root, 'tools/clickhouse'));
    runNode([vitest, 'run', '--project', 'full', '--project', 'backends', '/questions.'], {
      env: { ...process.env, ROLLCALL_QUESTIONS: count, ROLLCALL_QUESTIONS_SEED: seed },
    });
  },
  histories: unit(
    [
      'apps/server/src/engines/embedded/store/duck-store.',
      'apps/server/src/engines/embedded/store/concurrency.',
      'apps/server/src/engines/embedded/log',
      'apps/server/src/engines/cluster/log',
    ],
    { ROLLCALL_HISTORIES: '50' },
  ),
  questions: e2e(['src/questions.proof.']),
  sessions: unit(['/sessions.model.'], { ROLLCALL_SESSION_RUNS: '10000' }),
  attack: () => {
    const table = join(mkdtempSync(join(tmpdir(), 'rollcall-attack-')), 'table.jsonl');
    // A failed run ends the process: what got through is printed then too.
    process.once('exit', () => printAttacks(table));
    unit(
      [
        '.attack.',
        ...[
          'guessing',
          'fresh-proof',
          'proof',
          'avatar',
          'hostile-events',
          'policies',
          'forwarding',
          'admission',
          'name-list',
          'blinding',
          'network-names',
          'verify-webhook',
          'api-scopes',
          'read-file',
          'tabular',
        ].map(name => `/${name}.`),
      ],
      { ROLLCALL_ATTACK: '10000', ROLLCALL_ATTACK_NUMBERS: '3000', ROLLCALL_ATTACK_TABLE: table },
      // The receiver's check of webhooks, and the console's files.
      ['pages'],
    )();
  },
  timing: unit(['/unknown-names.'], { ROLLCALL_TIMING: '2000' }),
  production: e2e(['src/production']),
  plans: () => {
    const rows = process.argv[3] ?? '1000000';
    rmSync(statements, { recursive: true, force: true });
    unit(['apps/server'], { ROLLCALL_STATEMENTS: statements })();
    runNode([join(root, 'tools/run.mjs'), PLANS, statements, rows]);
  },
  // Asks a registry for express.
  samples: unit(['tools/token-samples.', 'tools/api-samples.'], { ROLLCALL_SAMPLES: 'long' }),
  // Ask a registry for what the guides install.
  'first-steps': e2e(['src/sites.', 'src/guides.', 'src/usage-guide.', 'src/nextjs-guide.'], {
    ROLLCALL_FIRST_STEPS: 'npm',
  }),
  // Asks a registry for the server's dependencies.
  'server-package': unit(['tools/server-package.'], { ROLLCALL_SERVER_PACKAGE: 'npm' }),
  screenshots: e2e(['src/pages.', 'src/gallery.', 'src/human-verification.', 'src/console'], {
    ROLLCALL_SCREENSHOTS: join(root, 'e2e/screenshots'),
  }),
};

const proof = proofs[process.argv[2]];
if (!proof) {
  console.error(`Usage: npm run proofs -- ${Object.keys(proofs).join('|')}`);
  process.exit(1);
}
ensureInstalled();
ensureInstalled(join(root, 'proofs'));
ensureBuilt();
proof();
