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
// What the compiler knew last stays, so that a second run checks what has changed.
const known = join(root, '.rollcall/types');
for (const place of [...places, 'e2e', 'bench', ...proofs]) {
  const project = join(place, 'tsconfig.json');
  if (!existsSync(join(root, project))) continue;
  const info = join(known, `${place.replaceAll('/', '-')}.tsbuildinfo`);
  runNode([compiler, '-p', project, '--incremental', '--tsBuildInfoFile', info]);
}
