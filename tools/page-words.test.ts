/** The words of the pages stand in tables, so that a school can replace each of them (docs/phrases.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup.mjs';

test('no part of the pages has words outside of the tables', () => {
  const sources = ['packages/react/src', 'packages/ui/src', 'apps/web/src'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  );
  const elsewhere = sources.filter(
    path =>
      /\.tsx?$/.test(path) &&
      !/\.test\.|\/testing\.ts$|\/(?:gallery|examples|lesson|contests|register|phrases)\/|words?[\w-]*\.ts$|words\//.test(
        path,
      ) &&
      /\p{Script=Han}/u.test(readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')),
  );
  // The seal's 到 is a drawing.
  expect(elsewhere).toEqual(['packages/ui/src/theme/seal.tsx']);
});
