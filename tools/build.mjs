/**
 * `npm run build`: the pages and the server, and the packages as they are published. `-- NAME` makes one thing: `changed`, the
 * pages and the server unless their sources are as they were at the last build; `packages`, each in a file that `npm install` takes
 * (.rollcall/packages), and the server's; `reference`, that of the server and the tables of docs/usage-wire.md; `pictures`, those of the documents; `lockfiles`, complete, after
 * every change of a dependency; `budgets` makes nothing, and compares what was built with its budgets of bytes.
 */
import { build, buildPackages, ensureBuilt, ensureInstalled, runNode } from './setup.mjs';

const source = (...args) => ['--conditions=@rollcall/source', '--import', 'tsx', ...args];
const programs = {
  packages: ['tools/pack.mjs'],
  reference: ['tools/reference.mjs'],
  pictures: source('e2e/src/pictures.ts'),
  lockfiles: ['tools/lockfile.mjs'],
  budgets: ['tools/budgets.mjs'],
};

const [name, ...more] = process.argv.slice(2);
ensureInstalled();
if (name === undefined) {
  build();
  buildPackages();
} else if (name === 'changed') ensureBuilt();
else if (Object.hasOwn(programs, name)) {
  if (name === 'budgets') ensureBuilt();
  runNode([...programs[name], ...more]);
} else {
  console.error(`Usage: npm run build [-- changed|${Object.keys(programs).join('|')}]`);
  process.exit(1);
}
