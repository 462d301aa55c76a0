/** `npm run lint -- types`: every workspace is checked with the libraries that its place has (a browser, node). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNode } from './setup.mjs';

const compiler = join(root, 'node_modules/typescript7/bin/tsc');
const places = ['packages', 'apps'].flatMap(place =>
  readdirSync(join(root, place)).map(name => join(place, name)),
);
// examples/react-site is checked with the packed packages, by tools/published-packages.full.test.ts.
for (const place of [...places, 'e2e', 'bench'])
  if (existsSync(join(root, place, 'tsconfig.json'))) runNode([compiler, '-p', join(place, 'tsconfig.json')]);
