import { configDefaults, defineConfig } from 'vitest/config';

const source = { conditions: ['@rollcall/source', 'module', 'import', 'default'] };

export default defineConfig({
  resolve: source,
  // Only this one here: `import` and `module` would reach the `require` calls of the server's dependencies too.
  ssr: { resolve: { conditions: ['@rollcall/source'] } },
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default is 1 s, which a server's job may take while both cores are busy.
    expect: { poll: { timeout: 15_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/{web,console,simulators}/src/**/*.test.{ts,tsx}',
          ],
          // A file puts back what it changes, so files can share what they import; loading React and jsdom anew for each
          // took half of the time.
          isolate: false,
          setupFiles: ['tools/testing/empty-page.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          // `npm run backends`
          exclude: [...configDefaults.exclude, '**/*.backend.test.ts'],
          globalSetup: ['apps/server/src/platform/database/testing.ts'],
          // Nothing of the server is kept in a module, so its files can share what they import: else that is half the time.
          isolate: false,
        },
      },
    ],
  },
});
