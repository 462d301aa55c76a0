import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDependencies } from './dependency-rules.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rollcall-dependencies-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Writes modules below `apps/server/src` and gives what the rules say of them. */
const violationsOf = async (modules: Record<string, string>): Promise<string[]> => {
  for (const [path, text] of Object.entries(modules)) {
    const file = join(root, 'apps/server/src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return (await checkDependencies(root)).violations;
};
const leaf = 'export const one = 1;\n';

test('an import of a lower folder is allowed', async () => {
  expect(
    await violationsOf({
      'platform/a.ts': leaf,
      'identity/b.ts': "export { one } from '../platform/a.ts';\n",
      'features/accounts/c.ts': "export { one } from '../../identity/b.ts';\n",
      'app/start.ts': "export { one } from '../features/accounts/c.ts';\n",
    }),
  ).toEqual([]);
});

test.each([
  ['platform/a.ts', 'http/b.ts', 'platform-looks-down'],
  ['http/a.ts', 'features/accounts/b.ts', 'http-looks-down'],
  ['identity/a.ts', 'messages/b.ts', 'identity-looks-down'],
  ['events/log/a.ts', 'features/usage/b.ts', 'events-looks-down'],
  ['features/usage/a.ts', 'app/b.ts', 'features-looks-down'],
  ['features/usage/a.ts', 'features/monitoring/b.ts', 'features-do-not-import-one-another'],
  ['features/usage/a.ts', 'engines/embedded/b.ts', 'features-looks-down'],
  ['engines/embedded/a.ts', 'app/b.ts', 'engines-looks-down'],
  ['app/a.ts', 'engines/cluster/b.ts', 'the-cluster-is-loaded-where-it-is-configured'],
  ['engines/cluster/a.ts', 'engines/embedded/b.ts', 'engines-do-not-import-one-another'],
])('an import from %s to %s is refused, also of a type', async (from, to, rule) => {
  const path = join('/', to).slice(1);
  const up = '../'.repeat(from.split('/').length - 1);
  const [violation, ...others] = await violationsOf({
    [from]: `import type { One } from '${up}${path}';\nexport type Two = One;\n`,
    [to]: 'export type One = 1;\n',
  });
  expect(violation).toBe(`${rule}: apps/server/src/${from} → apps/server/src/${to}`);
  expect(others).toEqual([]);
});

test('files that import each other are refused, also if only for types', async () => {
  expect(
    await violationsOf({
      'http/a.ts': "import type { Two } from './b.ts';\nexport type One = Two;\n",
      'http/b.ts': "import type { One } from './a.ts';\nexport type Two = One | 2;\n",
    }),
  ).toEqual(['no-cycles: apps/server/src/http/a.ts → apps/server/src/http/b.ts']);
});

test('what only several machines need is imported dynamically, by app alone', async () => {
  expect(
    await violationsOf({
      'engines/cluster/a.ts': leaf,
      'engines/embedded/b.ts': leaf,
      'app/start.ts':
        "import '../engines/embedded/b.ts';\nexport const open = () => import('../engines/cluster/a.ts');\n",
    }),
  ).toEqual([]);
});

test('a test may import any folder', async () => {
  expect(
    await violationsOf({
      'platform/a.test.ts': "export { one } from '../app/b.ts';\n",
      'app/b.ts': leaf,
    }),
  ).toEqual([]);
});

test('folders that import each other are refused, even if no two files do', async () => {
  expect(
    await violationsOf({
      'events/log/a.ts': "export { one } from '../store/b.ts';\n",
      'events/log/d.ts': leaf,
      'events/store/b.ts': leaf,
      'events/store/c.ts': "export { one } from '../log/d.ts';\n",
    }),
  ).toEqual(['no-folder-cycles: apps/server/src/events/log ⇄ apps/server/src/events/store']);
});
