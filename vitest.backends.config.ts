/** Tests against the engines of large installations, `npm run backends`: they need programs that `npm test` does without. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { limits } from './tools/testing/limits.ts';

/** The history, which has the release before this one: a copy without it, or with its end alone, has none. */
const git = join(import.meta.dirname, '.git');
const hasHistory = existsSync(git) && !existsSync(join(git, 'shallow'));
if (!hasHistory) console.warn('Without the history of git the release before this one is not tested.');

export default defineConfig({
  resolve: { conditions: ['@rollcall/source', 'module', 'import', 'default'] },
  // Only this one here: `import` and `module` would reach the `require` calls of the server's dependencies too.
  ssr: { resolve: { conditions: ['@rollcall/source'] } },
  test: {
    include: ['apps/server/src/**/*.backend.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasHistory ? [] : ['**/release-before.backend.test.ts'])],
    globalSetup: ['apps/server/src/platform/database/testing.ts'],
    maxWorkers: 2,
    ...limits,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
