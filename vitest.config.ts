import { defineConfig } from 'vitest/config';

const source = { conditions: ['@rollcall/source', 'module', 'import', 'default'] };

export default defineConfig({
  resolve: source,
  // Only this one here: `import` and `module` would reach the `require` calls of the server's dependencies too.
  ssr: { resolve: { conditions: ['@rollcall/source'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
