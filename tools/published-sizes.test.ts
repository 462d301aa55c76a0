/**
 * What an integrator's page loads of the packages as they are published, by the bundlers that integrators have. The
 * budgets are those of `npm run sizes`, which measures the sources; a bundler has one of its own only where it adds its
 * own loader to the page.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundlers } from './testing/bundlers.ts';
import { installPacked } from './testing/installed.ts';

let site: string;
beforeAll(() => {
  site = installPacked();
}, 600_000);
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
    6_000,
    "export { init, loginByAccount, loginByPhone } from '@rollcall/account'",
  ],
  ['account: init and profile', 6_000, "export { init, getProfile } from '@rollcall/account'"],
  // web-vitals is loaded once the page is idle. For the first `import()` of a site Vite adds the loader that preloads what
  // the file needs, and webpack its table of files; a site that has another `import()` has them anyway.
  ['monitor', 2_500, "export { start } from '@rollcall/monitor'", { vite: 3_120, webpack: 2_960 }],
  ['usage without persistence', 3_600, "export { createUsage } from '@rollcall/usage/core'"],
  ['usage', 4_600, "export { createUsage } from '@rollcall/usage'"],
];

const rows = uses.flatMap(([name, budget, code, own = {}]) =>
  (Object.keys(bundlers) as Bundler[]).map(bundler => [name, bundler, own[bundler] ?? budget, code] as const),
);

test.each(rows)('%s, by %s: at most %i bytes gz', async (name, bundler, budget, code) => {
  const bytes = await bundlers[bundler](site, code);
  console.log(`${name}, by ${bundler}: ${bytes} of ${budget} bytes gz`);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(budget);
});
