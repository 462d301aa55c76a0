/** What the browser tests see of the console (`e2e/src/console-views.ts`) against what it has. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createConsoleRouter } from '../apps/console/src/router.ts';
import type { View } from '../apps/console/src/view.ts';

const folder = join(import.meta.dirname, '../apps/console/src');

const sorted = (views: readonly Pick<View, 'path'>[]) => views.map(({ path }) => path).sort();

test('the browser tests look at every view of the console: each has its description in a file of its own, with states', async () => {
  const router = createConsoleRouter({} as Parameters<typeof createConsoleRouter>[0]);
  const shown = Object.values(router.routesById).flatMap(({ options }) => options.staticData?.view ?? []);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const described = await Promise.all(
    files
      .filter(file => file.endsWith('.view.ts'))
      .map(async file => ((await import(join(folder, file))) as { readonly view: View }).view),
  );
  expect(sorted(shown)).toEqual(sorted(described));
  expect(sorted(shown.filter(({ states }) => states.length === 0))).toEqual([]);
});

test('what is no view is outside of the frame, or an address of before', () => {
  const router = createConsoleRouter({} as Parameters<typeof createConsoleRouter>[0]);
  const others = Object.values(router.routesByPath).filter(({ options }) => !options.staticData?.view);
  expect(others.map(({ fullPath }) => fullPath).sort()).toEqual([
    '/console/first-run',
    '/console/invitation',
    '/console/password',
    '/console/second-factor',
    '/console/sign-in',
    '/console/usage',
    '/console/usage/$view',
  ]);
});
