/** `npm run arrows`: the one-way arrows of ARCHITECTURE.md, over every module of every workspace. */
import { cruise } from 'dependency-cruiser';
import { createRequire } from 'node:module';
import { root } from './setup.mjs';

const require = createRequire(import.meta.url);
const { forbidden, options } = require('./arrows.cjs');
process.chdir(root);
const { output } = await cruise(['packages', 'apps', 'e2e', 'bench'], {
  ...options,
  ruleSet: { forbidden },
  validate: true,
});
const modules = output.modules.filter(module => /^(packages|apps)\/[^/]+\/src\//.test(module.source));
const arrows = modules.reduce((sum, module) => sum + module.dependencies.length, 0);
// A cruiser that can't read TypeScript finds nothing and forbids nothing: that is no proof.
if (modules.length < 20 || arrows < 20) {
  console.error(
    `Only ${modules.length} modules with ${arrows} imports were read: the tool does not see the sources.`,
  );
  process.exit(1);
}
const broken = output.summary.violations.filter(({ rule }) => rule.severity === 'error');
for (const { rule, from, to } of broken) console.error(`${rule.name}: ${from} → ${to}`);
if (broken.length) process.exit(1);
console.log(`${modules.length} modules, ${arrows} imports, every arrow one way.`);
