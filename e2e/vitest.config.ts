import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { limits } from '../tools/testing/limits.ts';

const source = { conditions: ['@rollcall/source', 'module', 'import', 'default'] };

/** What takes longest, longest first; the report of `npm test`, `.rollcall/browser-tests.json`, has each file's times. */
const longest = [
  'console',
  'delivery',
  'human-verification',
  'pages',
  'third-party',
  'gallery',
  'usage-page-ends',
  'usage-consent',
  'sites',
  'keyboard',
  'people-second-factor',
  'usage-kills',
  'guides',
  'account',
  'usage-guide',
  'error-pages',
];

/** Starts the longest files first: one that starts last runs alone, with the other core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(basename(moduleId, '.test.ts'));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  root: import.meta.dirname,
  resolve: source,
  // Only this one here: `import` and `module` would reach the `require` calls of the server's dependencies too.
  ssr: { resolve: { conditions: ['@rollcall/source'] } },
  test: {
    include: ['src/**/*.test.ts'],
    exclude: [
      // `npm run production`
      ...(process.env['ROLLCALL_PRODUCTION'] === 'long' ? [] : ['src/production/walk-*.test.ts']),
      // `npm run engines`
      ...(process.env['ROLLCALL_ENGINES'] === 'long' ? [] : ['src/engines/engines.test.ts']),
      // `npm run chaos -- cluster`: it needs NATS, ClickHouse and nginx
      ...(process.env['ROLLCALL_CHAOS_CLUSTER'] === undefined ? ['src/chaos/cluster.test.ts'] : []),
      // `npm run chaos -- soak` and `npm run chaos -- cluster soak`
      ...(process.env['ROLLCALL_SOAK'] === undefined
        ? ['src/chaos/soak.test.ts', 'src/chaos/cluster-soak.test.ts']
        : []),
      // `npm run first-steps`: it builds with what it downloads
      ...(process.env['ROLLCALL_FIRST_STEPS'] === 'npm' ? [] : ['src/nextjs-guide.test.ts']),
    ],
    // Each file has a server and a browser of its own, and waits for them half of its time: two cores carry four.
    maxWorkers: 4,
    // Nothing of a file is kept in a module, so files can share what they import.
    isolate: false,
    globalSetup: ['src/data-template.ts'],
    setupFiles: ['src/failures.ts'],
    // `list`: the hook of the set-up file runs first, while the pages are still open.
    sequence: { sequencer: LongestFirst, hooks: 'list' },
    ...limits,
  },
});
