/** What may import what: web, console → react → account, captcha, usage, monitor → contract ← server; web, console, react → ui. Simulators know only vendors. */
const may = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(packages|apps|bench|e2e|proofs)/', pathNot: [from, ...allowed] },
});

/** Files that only tests load: they may reach everywhere. */
const tests = '(\\.test\\.tsx?$|/testing(/|\\.ts$)|\\.suite\\.ts$)';

const server = '^apps/server/src/';
const floor = (name, ...below) => ({
  name: `${name}-looks-down`,
  severity: 'error',
  from: { path: `${server}${name}/`, pathNot: tests },
  to: { path: server, pathNot: [name, ...below].map(folder => `${server}${folder}/`) },
});
const ground = ['http', 'platform'];
const middle = ['identity', 'events', 'messages', 'pictures'];

/** The floors of the server, from the ground up: each may import itself and what lies below it. */
const floors = [
  floor('platform'),
  floor('http', 'platform'),
  ...middle.map(name => floor(name, ...ground)),
  floor('features', ...middle, ...ground),
  floor('engines', 'features', ...middle, ...ground),
  {
    name: 'the-cluster-is-loaded-where-it-is-configured',
    comment: 'by a dynamic import; moving a school reads one engine into the other',
    severity: 'error',
    from: { path: server, pathNot: [tests, `${server}engines/cluster/`, `${server}app/move/`] },
    to: { path: `${server}engines/cluster/`, dynamic: false },
  },
  {
    name: 'engines-do-not-import-one-another',
    severity: 'error',
    from: { path: `${server}engines/([^/]+)/`, pathNot: tests },
    to: { path: `${server}engines/`, pathNot: `${server}engines/$1/` },
  },
  {
    name: 'features-do-not-import-one-another',
    severity: 'error',
    from: { path: `${server}features/([^/]+)/`, pathNot: tests },
    to: { path: `${server}features/`, pathNot: `${server}features/$1/` },
  },
];

module.exports = {
  tests,
  forbidden: [
    ...floors,
    may('contract-imports-nobody', '^packages/contract/', []),
    may('libraries-import-the-contract', '^packages/(account|captcha|usage|monitor|node)/', [
      '^packages/contract/',
    ]),
    may('react-imports-the-libraries', '^packages/react/', [
      '^packages/(contract|account|captcha|usage|monitor|ui)/',
    ]),
    may('testing-imports-the-account-library', '^packages/testing/', ['^packages/(contract|account)/']),
    may('ui-imports-the-contract', '^packages/ui/', ['^packages/contract/']),
    may('the-app-shell-imports-monitor', '^packages/app-shell/', [
      '^packages/monitor/',
      '^packages/contract/',
    ]),
    may('web-imports-packages', '^apps/web/', ['^packages/']),
    may('console-imports-packages', '^apps/console/', ['^packages/']),
    may('server-imports-the-contract', '^apps/server/', ['^packages/contract/']),
    may('simulators-import-nobody', '^apps/simulators/', []),
    {
      name: 'one-library-does-not-import-another',
      severity: 'error',
      from: { path: '^packages/(account|captcha|usage|monitor|node)/' },
      to: { path: '^packages/(account|captcha|usage|monitor|node)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: { path: '^(packages|apps)/' },
      // `node` is how a test of the build names its types
      to: { couldNotResolve: true, pathNot: '\\.(css|svg)$|^node$' },
    },
    {
      name: 'no-test-in-the-product',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '(\\.test\\.tsx?|/testing(/|\\.ts)|vitest\\.config\\.ts)' },
      to: { path: '(\\.test\\.tsx?$|/testing(/|\\.ts$))' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/(?!@rollcall))' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['@rollcall/source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
