/** Tests in a browser, in lanes by file name: docs/testing.md. */
import { configDefaults, defineConfig } from 'vitest/config';
import { limits } from '../tools/testing/limits.ts';

const source = { conditions: ['@rollcall/source', 'module', 'import', 'default'] };

const project = (name: string, include: string, exclude?: string) => ({
  extends: true as const,
  test: {
    name,
    include: [include],
    exclude: [...configDefaults.exclude, ...(exclude ? [exclude] : [])],
    globalSetup: ['src/data-template.ts'],
  },
});

export default defineConfig({
  root: import.meta.dirname,
  resolve: source,
  // Only this one here: `import` and `module` would reach the `require` calls of the server's dependencies too.
  ssr: { resolve: { conditions: ['@rollcall/source'] } },
  test: {
    ...limits,
    // Each file has a server and a browser of its own, and waits for them half of its time: two cores carry four.
    maxWorkers: 4,
    // Nothing of a file is kept in a module, so files can share what they import.
    isolate: false,
    setupFiles: ['src/failures.ts', 'src/fresh-proof.ts'],
    // `list`: the hook of the set-up file runs first, while the pages are still open.
    sequence: { hooks: 'list' },
    projects: [
      project('journeys', 'src/**/*.test.ts', '**/*.{full,proof}.test.ts'),
      project('full', 'src/**/*.full.test.ts'),
      project('proofs', 'src/**/*.proof.test.ts'),
    ],
  },
});
