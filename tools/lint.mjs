/** `npm run lint`: types, oxlint, format, dependency rules and unused code; `-- NAME` one of them. */
import { ensureInstalled, runNode } from './setup.mjs';
import { checks, sourceChecks } from './steps.mjs';

ensureInstalled();
const [name, ...more] = process.argv.slice(2);
if (name === undefined) await checks(Object.entries(sourceChecks).map(check => [check]));
else if (Object.hasOwn(sourceChecks, name)) runNode([...sourceChecks[name], ...more]);
else {
  console.error(`Usage: npm run lint [-- ${Object.keys(sourceChecks).join('|')}]`);
  process.exit(1);
}
