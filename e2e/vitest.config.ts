import { defineConfig } from 'vitest/config';

const source = { conditions: ['@rollcall/source', 'module', 'import', 'default'] };

export default defineConfig({
  root: import.meta.dirname,
  resolve: source,
  // Only this one here: `import` and `module` would reach the `require` calls of the server's dependencies too.
  ssr: { resolve: { conditions: ['@rollcall/source'] } },
  // Each file has a server and a browser of its own: two at a time is what two cores carry.
  test: { include: ['src/**/*.test.ts'], maxWorkers: 2, testTimeout: 120_000, hookTimeout: 60_000 },
});
