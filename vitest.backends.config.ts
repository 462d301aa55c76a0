/** Tests against the engines of large installations, `npm run backends`: they need programs that `npm test` does without. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@rollcall/source', 'module', 'import', 'default'] },
  // Only this one here: `import` and `module` would reach the `require` calls of the server's dependencies too.
  ssr: { resolve: { conditions: ['@rollcall/source'] } },
  test: {
    include: ['apps/server/src/**/*.backend.test.ts'],
    globalSetup: ['apps/server/src/platform/database/testing.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
