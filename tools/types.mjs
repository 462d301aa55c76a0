/** `npm run lint -- types`: every workspace is checked with the libraries that its place has (a browser, node). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNode } from './setup.mjs';

const compiler = join(root, 'node_modules/typescript7/bin/tsc');
const places = ['packages', 'apps'].flatMap(place =>
  readdirSync(join(root, place)).map(name => join(place, name)),
);
// examples/react-site is checked with the packed packages, by proofs/src/published-packages.full.test.ts.
// The proofs' own libraries are installed by `npm run test:all`.
const proofs = existsSync(join(root, 'proofs/node_modules')) ? ['proofs'] : [];
for (const place of [...places, 'e2e', 'bench', ...proofs])
  if (existsSync(join(root, place, 'tsconfig.json'))) runNode([compiler, '-p', join(place, 'tsconfig.json')]);
