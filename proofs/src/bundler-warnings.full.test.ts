/** Integrators' bundlers say nothing about the packages: a site of each entry is built for production, with source maps. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { build, createLogger, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import webpack from 'webpack';
import { packages } from '../../tools/setup.mjs';
import { installPacked, manifestIn } from '../../tools/testing/installed.ts';

let site: string;
beforeAll(() => {
  site = installPacked(['react', 'react-dom', 'scheduler']);
  writeFileSync(join(site, 'package.json'), '{"type":"module"}');
  const entries = packages.flatMap(name => {
    const { exports = {} } = manifestIn(join(site, 'node_modules/@rollcall', name));
    // Style sheets and files for a script tag are no modules, and the test tokens are for Node.
    const modules = Object.keys(exports).filter(path => !/\.(?:css|js)$/.test(path) && path !== './tokens');
    return modules.map(path => `@rollcall/${name}${path.slice(1)}`);
  });
  if (!entries.includes('@rollcall/react/account')) throw new Error('An entry is missing.');
  const lines = entries.map((from, at) => `export * as entry${at} from '${from}';`);
  writeFileSync(join(site, 'entry.js'), lines.join('\n'));
});
afterAll(() => rmSync(site, { recursive: true, force: true }));

test('Vite', async () => {
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  const customLogger = { ...createLogger('silent'), warn, warnOnce: warn };
  const built = (await build({
    root: site,
    configFile: false,
    customLogger,
    build: {
      write: false,
      sourcemap: true,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { input: join(site, 'entry.js'), preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  expect(built.output.length).toBeGreaterThan(10);
  expect(warnings).toEqual([]);
});

test.each([
  ['webpack', webpack],
  ['Rspack', rspack as unknown as typeof webpack],
] as const)('%s', async (name, bundler) => {
  const warnings = await new Promise<readonly string[]>((resolve, reject) => {
    const compiler = bundler({
      mode: 'production',
      context: site,
      entry: './entry.js',
      devtool: 'source-map',
      performance: { hints: false },
      experiments: { outputModule: true },
      output: { path: join(site, name), module: true, library: { type: 'module' } },
    });
    compiler?.run((error, stats) => {
      if (!stats || stats.hasErrors()) return reject(error ?? new Error(stats?.toString('errors-only')));
      const found = stats.toJson({ all: false, warnings: true }).warnings ?? [];
      compiler.close(() => resolve(found.map(({ message }) => message)));
    });
  });
  expect(warnings).toEqual([]);
});
