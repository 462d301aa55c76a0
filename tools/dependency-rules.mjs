/** `npm run lint -- dependencies`: the directions of imports that ARCHITECTURE.md draws, checked over every module of every workspace. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';

const require = createRequire(import.meta.url);
const { forbidden, options, tests } = require('./dependency-rules.cjs');

/**
 * Folders of the server that import each other, directly or by other folders.
 * @param modules of dependency-cruiser's output
 * @returns each group of such folders once
 */
export const folderCycles = modules => {
  const isTest = new RegExp(tests);
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    if (!source.startsWith('apps/server/src/') || isTest.test(source)) continue;
    const from = dirname(source);
    for (const { resolved } of dependencies) {
      const to = dirname(resolved);
      if (to === from || !to.startsWith('apps/server/src/') || isTest.test(resolved)) continue;
      imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  const reached = new Map(
    [...imports.keys()].map(start => {
      const found = new Set();
      const queue = [start];
      for (let at = queue.pop(); at !== undefined; at = queue.pop())
        for (const next of imports.get(at) ?? []) if (!found.has(next)) queue.push(found.add(next) && next);
      return [start, found];
    }),
  );
  const groups = [...reached].flatMap(([folder, found]) =>
    found.has(folder)
      ? [
          [...found]
            .filter(other => reached.get(other)?.has(folder))
            .sort()
            .join(' ⇄ '),
        ]
      : [],
  );
  return [...new Set(groups)];
};

/**
 * Reads every module below a folder and compares its imports with the rules.
 * @param root the repository's folder, or a test's
 * @returns how much was read, and a line for each import that a rule forbids
 */
export const checkDependencies = async root => {
  const before = process.cwd();
  process.chdir(root);
  try {
    const places = ['packages', 'apps', 'e2e', 'bench', 'proofs'].filter(place => existsSync(place));
    const { output } = await cruise(places, { ...options, ruleSet: { forbidden }, validate: true });
    const modules = output.modules.filter(({ source }) => /^(packages|apps)\/[^/]+\/src\//.test(source));
    return {
      modules: modules.length,
      imports: modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0),
      violations: [
        ...output.summary.violations
          .filter(({ rule }) => rule.severity === 'error')
          .map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
        ...folderCycles(output.modules).map(cycle => `no-folder-cycles: ${cycle}`),
      ],
    };
  } finally {
    process.chdir(before);
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { modules, imports, violations } = await checkDependencies(
    dirname(dirname(fileURLToPath(import.meta.url))),
  );
  // Without a TypeScript parser the cruiser finds no module and reports no violation.
  if (modules < 20 || imports < 20) {
    console.error(
      `Only ${modules} modules with ${imports} imports were read: the tool does not see the sources.`,
    );
    process.exit(1);
  }
  for (const violation of violations) console.error(violation);
  if (violations.length) process.exit(1);
  console.log(`${modules} modules, ${imports} imports, none against the rules.`);
}
