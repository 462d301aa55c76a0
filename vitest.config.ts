/** Tests without a browser, in lanes by file name: docs/testing.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { limits } from './tools/testing/limits.ts';

const source = { conditions: ['@rollcall/source', 'module', 'import', 'default'] };

/**
 * Runs the files that have a page (`@vitest-environment jsdom`) before the others: vitest starts a new process wherever a
 * file has another environment than the one before it, and that process loads jsdom and React again.
 */
class PagesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const hasPage = new Set(
      sorted.filter(({ moduleId }) => readFileSync(moduleId, 'utf8').includes('@vitest-environment jsdom')),
    );
    return [...sorted.filter(file => hasPage.has(file)), ...sorted.filter(file => !hasPage.has(file))];
  }
}

/** The history, which has the release before this one: a copy without it, or with its end alone, has none. */
const git = join(import.meta.dirname, '.git');
const hasHistory = existsSync(git) && !existsSync(join(git, 'shallow'));

const places = ['apps/server/src', 'bench/src', 'proofs/src', 'tools'];
const pages = {
  // A file puts back what it changes, so files can share what they import; loading React and jsdom again for each took half
  // of the time. A file that replaces a module by `vi.mock` gets the replacement only if no file before it has loaded what imports it
  // statically: hand the thing in, or call `vi.resetModules` first and after.
  isolate: false,
  setupFiles: ['tools/testing/empty-page.ts'],
};
const server = {
  globalSetup: ['apps/server/src/platform/database/testing.ts'],
  setupFiles: ['apps/server/src/platform/database/testing/record-statements.ts'],
  // Nothing of the server is kept in a module, so its files can share what they import: else that is half the time.
  isolate: false,
};

export default defineConfig({
  resolve: source,
  // Only this one here: `import` and `module` would reach the `require` calls of the server's dependencies too.
  ssr: { resolve: { conditions: ['@rollcall/source'] } },
  test: {
    ...limits,
    // A test waits for its database and its jobs a third of its time: two cores carry three.
    maxWorkers: 3,
    restoreMocks: true,
    sequence: { sequencer: PagesFirst },
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          ...pages,
          name: 'pages',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/{web,console,simulators}/src/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        extends: true,
        // The oldest React that the packages take; its own modules stand in the proofs' folder, which `npm run test:all` installs.
        resolve: {
          alias: [
            {
              find: /^react(-dom)?(?=\/|$)/,
              replacement: `${import.meta.dirname}/proofs/node_modules/react$1`,
            },
          ],
        },
        test: {
          ...pages,
          name: 'react-18',
          include: ['packages/{react,ui}/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: places.map(place => `${place}/**/*.test.ts`),
          exclude: [...configDefaults.exclude, '**/*.{full,backend}.test.ts'],
        },
      },
      {
        extends: true,
        test: { ...server, name: 'full', include: places.map(place => `${place}/**/*.full.test.ts`) },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'backends',
          include: ['apps/server/src/**/*.backend.test.ts'],
          exclude: [...configDefaults.exclude, ...(hasHistory ? [] : ['**/release-before.backend.test.ts'])],
          isolate: true,
        },
      },
    ],
  },
});
