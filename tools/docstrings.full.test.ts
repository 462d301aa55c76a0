/**
 * Every public value of the packages has a docstring; a function, hook, component or class also an `@example`, whose types
 * are checked, and a link to its guide.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from './setup.mjs';

const packages = ['contract', 'account', 'captcha', 'usage', 'monitor', 'ui', 'react', 'testing', 'node'];
const settings: ts.CompilerOptions = {
  allowImportingTsExtensions: true,
  customConditions: ['@rollcall/source'],
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ES2023,
};

/** The modules that a package exports, by the name that they are imported by. */
const entries = packages.flatMap(folder => {
  const { name, exports } = JSON.parse(
    readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'),
  ) as {
    name: string;
    exports: Record<string, string | { '@rollcall/source'?: string }>;
  };
  return Object.entries(exports).flatMap(([path, to]) => {
    const source = typeof to === 'string' ? undefined : to['@rollcall/source'];
    // A compiler calls the JSX runtime, and nobody else.
    if (!source || !/\.tsx?$/.test(source) || path.includes('jsx-')) return [];
    return [{ module: name + path.slice(1), folder, file: join(root, 'packages', folder, source) }];
  });
});

interface Documented {
  readonly module: string;
  readonly folder: string;
  readonly name: string;
  readonly text: string;
  readonly callable: boolean;
  readonly examples: readonly string[];
  readonly guides: readonly string[];
}

const program = ts.createProgram(
  entries.map(({ file }) => file),
  settings,
);
const checker = program.getTypeChecker();

const documented = entries.flatMap(({ module, folder, file }): Documented[] => {
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source);
  if (!symbol) throw new Error(`${file} exports nothing.`);
  return checker.getExportsOfModule(symbol).flatMap(exported => {
    const { name } = exported;
    const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    // A module that is exported as a whole, such as `fields`, is described by its first comment.
    if (!(target.flags & ts.SymbolFlags.Value) || target.flags & ts.SymbolFlags.Module) return [];
    const type = checker.getTypeOfSymbol(target);
    // A call of the contract describes itself.
    if (type.getProperty('summary') && type.getProperty('method')) return [];
    const tags = target.getJsDocTags(checker);
    const told = (tag: string) =>
      tags.filter(({ name }) => name === tag).map(({ text }) => ts.displayPartsToString(text).trim());
    const text = ts.displayPartsToString(target.getDocumentationComment(checker));
    const callable = type.getCallSignatures().length + type.getConstructSignatures().length > 0;
    return [{ module, folder, name, text, callable, examples: told('example'), guides: told('see') }];
  });
});
const named = (all: readonly Documented[]) => all.map(({ module, name }) => `${name} of ${module}`);

test('every public value has a docstring', () => {
  expect(documented.length).toBeGreaterThan(300);
  expect(named(documented.filter(({ text }) => text.length < 10))).toEqual([]);
});

test('every public function, hook, component and class has an example and a link to its guide', () => {
  const callable = documented.filter(each => each.callable);
  expect(callable.length).toBeGreaterThan(200);
  expect(named(callable.filter(({ examples }) => examples.length === 0))).toEqual([]);
  expect(named(callable.filter(({ guides }) => guides.length === 0))).toEqual([]);
  const missing = documented
    .flatMap(({ guides }) => guides)
    .filter(guide => !existsSync(join(root, guide.replaceAll('`', ''))));
  expect(missing).toEqual([]);
});

/** What the examples take as given. */
const given: Readonly<Record<string, string>> = {
  auth: "import('@rollcall/account').Auth",
  usage: "import('@rollcall/usage').Usage",
  form: "import('@rollcall/react').Form<'phone' | 'email' | 'captcha' | 'password' | 'school'>",
  phone_number: 'string',
  old_phone_number: 'string',
  email: 'string',
  password: 'string',
  old_password: 'string',
  captchaTicket: 'string',
  ticket: 'string',
  step_ticket: 'string',
  oauth_ticket: 'string',
  bind_ticket: 'string',
  token: 'string',
  account_id: 'string',
  account: 'string',
  id: 'string',
  code: 'string',
  redirect_uri: 'string',
  phone: 'string',
  identity: 'string',
  scene: 'string',
  name: 'string',
  text: 'string',
  body: 'string',
  usage_link: 'string',
  playing: 'boolean',
  checked: 'boolean',
  close: '() => void',
  onDone: '() => void',
  change: '() => void',
  onFailed: '() => void',
  captcha: '{ ticket: string }',
  error: 'unknown',
  file: 'Blob',
  response: "import('@rollcall/contract').BodyOf<typeof import('@rollcall/contract').addPasskey>['response']",
  assertion:
    "import('@rollcall/contract').BodyOf<typeof import('@rollcall/contract').loginByPasskey>['response']",
  definition: "import('@rollcall/contract/console').CohortDefinition",
  unsigned:
    "import('@rollcall/contract').AnswerOf<typeof import('@rollcall/contract').getUnsignedAgreements>",
  agreement:
    "import('@rollcall/contract').AnswerOf<typeof import('@rollcall/contract').getAgreements>[number]",
  profile: "import('@rollcall/contract').AnswerOf<typeof import('@rollcall/contract').getProfile>",
  setProfile:
    "(profile: import('@rollcall/contract').AnswerOf<typeof import('@rollcall/contract').getProfile>) => void",
  grades: "import('@rollcall/contract').AnswerOf<typeof import('@rollcall/contract').getGradeList>",
  lastUsed: '{ id: string }',
  browser: "import('@rollcall/account').BrowserEnvironment & import('@rollcall/react').BrowserEnvironment",
  load: "() => Promise<import('@rollcall/react').ScrollPage<{ id: string; name: string }, number>>",
  first: "import('@rollcall/react').ScrollPage<{ id: string; name: string }, number>",
  onVerified: '(ticket: { ticket: string }) => void',
  to: "import('@rollcall/contract').ThirdParty",
  problem: "import('@rollcall/react').Problem",
  task: "import('@rollcall/ui').Task<unknown>",
  url: 'URL',
  steps: "readonly import('@rollcall/contract/console').FunnelStep[]",
  codes: 'readonly string[]',
  setup: "import('@rollcall/ui').TotpSecretProps['setup']",
  words: "import('@rollcall/ui').TotpSecretProps['words']",
  pending: "import('@rollcall/react').ThirdPartyPendingProps",
};

test('every example has the types of what it shows', () => {
  const sources = new Map<string, string>();
  for (const { module, folder, name, examples } of documented) {
    for (const example of examples) {
      const words = new Set(example.match(/\w+/g));
      const imports = new Map<string, string[]>();
      const known = [...documented].sort((a, b) => Number(b.module === module) - Number(a.module === module));
      for (const word of words) {
        const from = word in given ? undefined : known.find(each => each.name === word)?.module;
        if (from) imports.set(from, [...(imports.get(from) ?? []), word]);
      }
      const lines = [
        ...[...imports].map(([from, names]) => `import { ${names.join(', ')} } from '${from}';`),
        ...Object.entries(given).flatMap(([word, type]) =>
          words.has(word) ? [`declare const ${word}: ${type};`] : [],
        ),
        /^[<{]/.test(example) ? `export const drawn = <>${example}</>;` : `{ ${example}\n}`,
        'export {};',
      ];
      sources.set(
        join(root, 'packages', folder, 'src', `example-${sources.size}-${name}.tsx`),
        lines.join('\n'),
      );
    }
  }
  const host = ts.createCompilerHost(settings);
  const { fileExists, readFile } = host;
  host.fileExists = file => sources.has(file) || fileExists(file);
  host.readFile = file => sources.get(file) ?? readFile(file);
  const checked = ts.createProgram([...sources.keys()], settings, host, program);
  const wrong = [...sources.keys()].flatMap(file => {
    const source = checked.getSourceFile(file);
    return [...checked.getSyntacticDiagnostics(source), ...checked.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${sources.get(file)}\n${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  expect(wrong).toEqual([]);
});
