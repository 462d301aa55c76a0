import { SourceMap, type SourceMapPayload } from 'node:module';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { annotate, packageSources } from './annotate.mjs';

const marked = (code: string, file = 'module.ts') => annotate(code, file)?.code ?? code;

describe('a call is marked as pure if it creates a constant:', () => {
  test.each([
    [
      'with the calls in its arguments',
      'export const a = v.pipe(v.string(), [v.min(1)]);',
      'export const a = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), [/* @__PURE__ */ v.min(1)]);',
    ],
    [
      'in the fields of an object',
      'const a = { ...b(), c: { d: e() } } as const satisfies Row;',
      'const a = { .../* @__PURE__ */ b(), c: { d: /* @__PURE__ */ e() } } as const satisfies Row;',
    ],
    ['with new', 'const a = new Map<string, A>();', 'const a = /* @__PURE__ */ new Map<string, A>();'],
    ['once for a chain of calls', 'const a = b(c).d().e;', 'const a = /* @__PURE__ */ b(c).d().e;'],
    ['in a module with JSX', 'const a = b(<c d={1} />);', 'const a = /* @__PURE__ */ b(<c d={1} />);'],
  ])('%s', (_, code, expected) => expect(marked(code, 'module.tsx')).toBe(expected));
});

describe('a call is not marked as pure:', () => {
  test.each([
    ['where its result is not kept', 'start(); new Worker(url); if (a) b();'],
    [
      'in a function',
      'const a = () => b(); const c = function () { const d = e(); }; const f = { g() { h(); } };',
    ],
    ['in a function that is declared', 'function a() { const b = c(); }'],
    ['in a class', 'const a = class { static b = c(); }; class D { e = f(); }'],
    ['where the variable may be set anew', 'let a = b();'],
    ['in a type', 'const a: ReturnType<typeof b> = 1;'],
  ])('%s', (_, code) => expect(annotate(code, 'module.ts')).toBeUndefined());
});

test('a bundler drops unused calls, and keeps calls with an effect', async () => {
  const code = 'start(); export const used = make(1); export const unused = make(make(2));';
  const bundle = async (contents: string) => {
    const { outputFiles } = await build({ stdin: { contents }, bundle: true, write: false, format: 'esm' });
    return outputFiles[0]?.text ?? '';
  };
  const entry = (source: string) =>
    bundle(
      `import { used } from ${JSON.stringify(`data:text/javascript,${encodeURIComponent(source)}`)}; console.log(used);`,
    );
  expect(await entry(code)).toContain('make(2)');
  const small = await entry(marked(code));
  expect(small).not.toContain('make(2)');
  expect(small).toContain('start()');
  expect(small).toContain('make(1)');
});

test("the server's part of a call is dropped, and nothing else", () => {
  const row = `export const login = { summary: "Signs in: {a}, 'b'.", method: 'POST', path: path('login'), identifier: 'phone', sends: { purpose: 'login' }, answer: signedIn, refusals: ['A', 'B'] } as const satisfies Call;`;
  expect(annotate(row, 'module.ts')?.code.replaceAll(/\s+/g, ' ')).toBe(
    "export const login = { method: 'POST', path: /* @__PURE__ */ path('login'), } as const satisfies Call;",
  );
  for (const code of ["export const words = { summary: 'a', refusals: ['b'] };", "const summary = 'a';"])
    expect(annotate(code, 'module.ts')).toBeUndefined();
});

test("the server's part of a call in two parts is dropped", () => {
  const shared = `export const start = { summary: 'Begins.', method: 'POST', answer } as const;`;
  const row = `export const startTotp = rows.complete(rows.start, { path: 'totp', token: 'required', refusals: ['A'] }) satisfies Call;`;
  expect(annotate(shared, 'module.ts')?.code.replaceAll(/\s+/g, ' ')).toBe(
    "export const start = { method: 'POST', } as const;",
  );
  expect(annotate(row, 'module.ts')?.code.replaceAll(/\s+/g, ' ')).toBe(
    "export const startTotp = /* @__PURE__ */ rows.complete(rows.start, { path: 'totp', token: 'required', }) satisfies Call;",
  );
});

test('the source map of a marked line has the columns of the source', () => {
  const code = 'const first = 1;\nexport const a = b(c(), unknown);';
  const annotated = annotate(code, 'module.ts');
  const [, line = ''] = annotated?.code.split('\n') ?? [];
  const map = new SourceMap(JSON.parse(String(annotated?.map)) as SourceMapPayload);
  expect(map.findEntry(1, line.indexOf('unknown'))).toMatchObject({
    originalLine: 1,
    originalColumn: code.split('\n')[1]?.indexOf('unknown'),
  });
});

test('sources of the published packages are marked, their types are not', () => {
  expect('/repo/packages/contract/src/calls/phone.ts').toMatch(packageSources);
  expect('C:\\repo\\packages\\react\\src\\testing.tsx').toMatch(packageSources);
  expect('/repo/packages/contract/src/index.d.ts').not.toMatch(packageSources);
  expect('/repo/packages/react/style-modules.ts').not.toMatch(packageSources);
  expect('/repo/apps/web/src/page.tsx').not.toMatch(packageSources);
});
