/** The packages as they are published: packed, unpacked into a folder outside of the workspaces, and used from there. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPacked, manifestIn, linkReact18 } from '../../tools/testing/installed.ts';

const root = join(import.meta.dirname, '../..');
const NAMES = ['account', 'captcha', 'contract', 'monitor', 'node', 'react', 'testing', 'usage'] as const;

let site: string;
/** The same with React 18. */
let site18: string;
const siteOf = (react: string): string => (react === '18' ? site18 : site);
let modules: string;
const place = (name: string) => join(modules, '@rollcall', name);
const manifest = (name: string) => manifestIn(place(name));
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)));

beforeAll(() => {
  const beside = [
    'react',
    'react-dom',
    '@types/react',
    '@types/react-dom',
    'csstype',
    'scheduler',
    'valibot',
  ];
  [site, site18] = [installPacked(beside), installPacked(beside)];
  linkReact18(site18);
  modules = join(site, 'node_modules');
});
afterAll(() => {
  for (const folder of [site, site18]) rmSync(folder, { recursive: true, force: true });
});

test.each(NAMES)('%s: has every file of its manifest, and no development files', name => {
  const { exports = {}, type, dependencies = {}, sideEffects } = manifest(name);
  expect(type).toBe('module');
  const there = files(place(name));
  for (const [path, conditions] of Object.entries(exports)) {
    const { default: main, types } =
      typeof conditions === 'string' ? { default: conditions, types: undefined } : conditions;
    expect(there, path).toContain(main?.slice(2));
    // a style sheet, or a script for a plain page
    if (typeof conditions === 'string' || !main?.endsWith('.mjs')) continue;
    // the types stand beside the script that they are of, and are asked for first
    expect(types).toBe(main.replace(/\.mjs$/, '.d.mts'));
    expect(there, path).toContain(types?.slice(2));
    const order = Object.keys(conditions);
    expect(order.indexOf('types')).toBeLessThan(order.indexOf('default'));
  }
  expect(
    there.filter(
      file => !/^(?:package\.json|README\.md|LICENSE|dist\/.+\.(?:mjs|d\.mts|d\.ts|css|js|map))$/.test(file),
    ),
  ).toEqual([]);
  for (const file of there) {
    const text = readFileSync(join(place(name), file), 'utf8');
    expect(text.includes(root), file).toBe(false);
    // what it imports is its own, or a dependency that it names
    if (!file.endsWith('.mjs')) continue;
    for (const [, from = ''] of text.matchAll(
      /(?:^|;)\s*(?:import|export)\b[^'";]*?from\s*"([^"]+)"|import\("([^"]+)"\)/gm,
    )) {
      if (from === '' || from.startsWith('.')) continue;
      // The test tokens are for Node.
      if (name === 'testing' && file === 'dist/tokens.mjs' && from.startsWith('node:')) continue;
      const wanted = from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/');
      expect(
        [...Object.keys(dependencies), 'react', manifest(name).name],
        `${file} imports ${from}`,
      ).toContain(wanted);
    }
  }
  // a bundler may leave out all but the style sheets
  expect(sideEffects).toEqual(name === 'react' ? ['**/*.css'] : false);
  for (const [each, version] of Object.entries(dependencies)) {
    if (each.startsWith('@rollcall/'))
      expect(version).toBe(manifest(each.slice('@rollcall/'.length)).version);
  }
});

const APP = `
import '@rollcall/react/style.css';
import { type Auth, AuthError, init } from '@rollcall/account';
import { verify } from '@rollcall/captcha';
import type { Purpose } from '@rollcall/contract';
import { start } from '@rollcall/monitor';
import { en, type Phrases, replaceWords, RollcallProvider, SignIn, SignUp, type Translation, useSignIn } from '@rollcall/react';
import { AccountSettings } from '@rollcall/react/account';
import { ThirdPartyButtons } from '@rollcall/react/third-party';
import { ConsentBanner, createUsage, UsageProvider } from '@rollcall/react/usage';
import { createRoot } from 'react-dom/client';

const auth: Auth = init({ pid: 'p', appid: 'a', product_code: 'c', platform: 'web' });
const phrases: Phrases = replaceWords(en, { signIn: { title: 'Come in' }, parts: { account: { cancel: 'Back' } } });
export const scene: Purpose = 'login';
export const whole = (words: Translation): Phrases => words;
export const hooked = () => useSignIn({ onSignedIn: () => {} }).task.phase satisfies 'idle' | 'busy' | 'slow';
export { AuthError, start, verify };
createRoot(document.body).render(
  <RollcallProvider auth={auth} phrases={phrases}>
    <UsageProvider usage={createUsage({ product_code: 'c', url: '/' })}>
      <SignIn signUp="/sign-up" slots={{ heading: <h1>School</h1> }} />
      <SignUp signIn="/sign-in" />
      <ThirdPartyButtons returnTo="/" />
      <AccountSettings section="security" href={one => one} onPasswordChanged={() => {}} />
      <ConsentBanner />
    </UsageProvider>
  </RollcallProvider>,
);
`;

const SERVER = `
import { createApi, createUsage, createVerifier } from '@rollcall/node';

export const who = createVerifier({ issuer: 'https://accounts.school.example', pid: 'p' });
export const usage = createUsage({ url: '/', token: 't', product: 'c' });
export const names = async () => {
  const { items } = await createApi({ url: '/', token: 't' }).listPeople();
  return items.map(({ nickname }) => nickname satisfies string);
};
`;

test.each([
  ['bundler', '19'],
  ['nodenext', '19'],
  ['bundler', '18'],
])(
  'a site and its server type-check against the packages, resolved by %s, with React %s',
  (resolution, react) => {
    const folder = join(siteOf(react), resolution);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'app.tsx'), APP);
    writeFileSync(join(folder, 'server.ts'), SERVER);
    const compilerOptions = {
      target: 'ES2022',
      module: resolution === 'bundler' ? 'ESNext' : 'NodeNext',
      moduleResolution: resolution,
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      jsx: 'react-jsx',
      strict: true,
      exactOptionalPropertyTypes: true,
      // the declarations themselves are checked too
      skipLibCheck: false,
      noEmit: true,
      types: [],
    };
    const sources = ['app.tsx', 'server.ts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: sources }));
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript7/bin/tsc'), '-p', folder],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout).toBe('');
  },
);

/**
 * Bundles as vite would; gives the modules in what a page loads at the start, all modules, and the bytes of the first
 * part.
 */
async function bundle(code: string) {
  const input = join(site, 'entry.tsx');
  writeFileSync(input, code.replace(/^import '.*\.css';$/m, ''));
  const bundled = await rolldown({
    input,
    cwd: site,
    external: [/^react/],
    resolve: { symlinks: false },
    platform: 'browser',
    logLevel: 'silent',
  });
  const { output } = await bundled.generate({ format: 'es', minify: true });
  await bundled.close();
  const chunks = new Map(
    output.flatMap(file => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const first = new Set<string>();
  const walk = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || first.has(name)) return;
    first.add(name);
    for (const next of chunk.imports) walk(next);
  };
  for (const [name, { isEntry }] of chunks) if (isEntry) walk(name);
  const named = (ids: readonly string[]) => ids.map(id => id.replace(/^.*\/node_modules\//, ''));
  return {
    first: named([...first].flatMap(name => chunks.get(name)?.moduleIds ?? [])),
    all: named([...chunks.values()].flatMap(({ moduleIds }) => moduleIds)),
    bytes: gzipSync([...first].map(name => chunks.get(name)?.code ?? '').join('')).length,
  };
}

test('a bundler puts the heavy parts into separate chunks', async () => {
  const { first, all } = await bundle(APP);
  for (const late of ['zxcvbn', 'web-vitals', 'security/security', 'devices/devices', 'privacy/privacy']) {
    expect(
      all.filter(id => id.includes(late)),
      late,
    ).not.toEqual([]);
    expect(
      first.filter(id => id.includes(late)),
      late,
    ).toEqual([]);
  }
});

test('a page that only signs in loads no other parts', async () => {
  const { first, bytes } = await bundle("export { RollcallProvider, SignIn, zhCN } from '@rollcall/react';");
  expect(first).toContain('@rollcall/react/dist/sign-in/sign-in.mjs');
  expect(
    first.filter(id => /zxcvbn|captcha\/dist|third-party|dist\/(?:usage|security|account)\//.test(id)),
  ).toEqual([]);
  expect(bytes).toBeLessThan(30_000);
});

test('the style sheet styles the elements of the components alone', () => {
  const style = readFileSync(join(place('react'), 'dist/style.css'), 'utf8');
  const preludes = [...style.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g)].map(([, text = '']) =>
    text.trim(),
  );
  const selectors = preludes.filter(text => !/^(?:@|from\b|to\b|[\d.]+%)/.test(text));
  expect(selectors.length).toBeGreaterThan(200);
  // What it styles is an element of ours, or stands in one.
  const subjects = selectors.flatMap(text => text.split(/,(?![^(]*\))/));
  expect(subjects.filter(text => !text.includes('rollcall-'))).toEqual([]);
  expect(subjects.filter(text => /^(?:html|body|:root)[^ ]*$/.test(text.trim()))).toEqual([]);
  // The site's own properties are read and never set.
  expect(style.match(/--rc-[\w-]+(?=\s*:)/g)).toBeNull();
  const read = new Set(style.match(/var\(--rollcall-[\w-]+/g));
  const made = new Set(style.match(/--rollcall-[\w-]+(?=\s*:)/g));
  expect([...read].filter(use => !made.has(use.slice('var('.length)))).toEqual([]);
});

test('another bundler bundles the scripts and the one style sheet', async () => {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: site, loader: 'tsx' },
    absWorkingDir: site,
    bundle: true,
    splitting: true,
    write: false,
    outdir: site,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    external: ['react', 'react-dom', 'react/jsx-runtime'],
    logLevel: 'error',
  });
  const styles = outputFiles.filter(({ path }) => path.endsWith('.css'));
  expect(styles.map(({ text }) => text.includes('--rc-seal'))).toEqual([true]);
});

test.each(['19', '18'])(
  'every class of a component is in the style sheet or documented; components render on a server, with React %s',
  react => {
    const style = readFileSync(join(place('react'), 'dist/style.css'), 'utf8');
    const server = join(siteOf(react), 'server.mjs');
    writeFileSync(
      server,
      `import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { RollcallProvider, SignUp, zhCN } from '@rollcall/react';
console.log(renderToString(h(RollcallProvider, { auth: undefined, phrases: zhCN }, h(SignUp, { signIn: '/' }))));`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [server], {
      encoding: 'utf8',
      cwd: siteOf(react),
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('name="phone_number"');
    const classes = [...stdout.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
    expect(classes.length).toBeGreaterThan(10);
    expect(classes.filter(name => !style.includes(`.${name}`))).toEqual([]);
    expect(existsSync(join(place('react'), 'dist/tokens.css'))).toBe(true);
  },
);
