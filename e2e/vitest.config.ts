import { defineConfig } from 'vitest/config';

const source = { conditions: ['@rollcall/source', 'module', 'import', 'default'] };

export default defineConfig({
  root: import.meta.dirname,
  resolve: source,
  ssr: { resolve: source },
  test: { include: ['src/**/*.test.ts'], fileParallelism: false, testTimeout: 120_000, hookTimeout: 60_000 },
});
