/** Long proofs without a browser, `npm run proofs`: packages as npm installs them, kills of the embedded database. */
import { defineConfig } from 'vitest/config';
import { limits } from './tools/testing/limits.ts';

export default defineConfig({
  resolve: { conditions: ['@rollcall/source', 'module', 'import', 'default'] },
  // Only this one here: `import` and `module` would reach the `require` calls of the server's dependencies too.
  ssr: { resolve: { conditions: ['@rollcall/source'] } },
  test: {
    include: ['apps/server/src/**/*.proof.test.ts', 'tools/**/*.proof.test.ts'],
    globalSetup: ['apps/server/src/platform/database/testing.ts'],
    maxWorkers: 2,
    ...limits,
  },
});
