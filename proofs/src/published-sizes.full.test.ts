/**
 * What an integrator's page loads of the packages as they are published, by the bundlers that integrators have. The
 * budgets are those of `npm run build -- budgets`, which measures the sources; a bundler has one of its own only where it adds its
 * own loader to the page.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundlers } from './bundlers.ts';
import { root } from '../../tools/setup.mjs';
import { installPacked } from '../../tools/testing/installed.ts';

let site: string;
beforeAll(() => {
  site = installPacked();
});
afterAll(() => rmSync(site, { recursive: true, force: true }));

type Bundler = keyof typeof bundlers;
const uses: readonly (readonly [
  name: string,
  budget: number,
  code: string,
  own?: Partial<Record<Bundler, number>>,
])[] = [
  [
    'account: init and sign-in',
    6_740,
    "export { init, loginByAccount, loginByPhone } from '@rollcall/account'",
  ],
  ['account: init and profile', 6_050, "export { init, getProfile } from '@rollcall/account'"],
  // web-vitals is loaded once the page is idle. For the first `import()` of a site Vite adds the loader that preloads what
  // the file needs, and webpack its table of files; a site that has another `import()` has them anyway.
  ['monitor', 2_560, "export { start } from '@rollcall/monitor'", { vite: 3_160, webpack: 3_000 }],
  ['usage without persistence', 3_990, "export { createUsage } from '@rollcall/usage/core'"],
  ['usage', 5_020, "export { createUsage } from '@rollcall/usage'"],
];

/** A site that loads a file of its own late. */
const LATE = "export const late = () => import('./late.js');";

const rows = uses.flatMap(([name, budget, code, own = {}]) =>
  (Object.keys(bundlers) as Bundler[]).map(bundler => [name, bundler, own[bundler] ?? budget, code] as const),
);

test.each(rows)('%s, by %s: at most %i bytes gz', async (name, bundler, budget, code) => {
  const bytes = await bundlers[bundler](site, code);
  console.log(`${name}, by ${bundler}: ${bytes} of ${budget} bytes gz`);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(budget);
});

test.each(Object.keys(bundlers) as Bundler[])(
  'monitor adds at most 2550 bytes gz to a site that has another import(), by %s',
  async bundler => {
    writeFileSync(join(site, 'late.js'), 'export const late = 1;');
    const without = await bundlers[bundler](site, LATE);
    const all = await bundlers[bundler](site, `export { start } from '@rollcall/monitor';${LATE}`);
    console.log(
      `monitor beside another import(), by ${bundler}: ${all - without} bytes gz more than ${without}`,
    );
    expect(without).toBeGreaterThan(0);
    expect(all - without).toBeGreaterThan(1_000);
    expect(all - without).toBeLessThanOrEqual(2_550);
  },
);

test('the scripts of a plain page are as large as its guide says', () => {
  const guide = readFileSync(join(root, 'docs/plain-page.md'), 'utf8');
  const [, ...documented] = /\((\d+) kB and (\d+) kB gzipped\)/.exec(guide) ?? [];
  const sizes = ['account/dist/rollcall.js', 'captcha/dist/rollcall-captcha.js'].map(path =>
    Math.round(
      gzipSync(readFileSync(join(site, 'node_modules/@rollcall', path)), { level: 9 }).length / 1000,
    ),
  );
  expect(documented.map(Number)).toEqual(sizes);
});
