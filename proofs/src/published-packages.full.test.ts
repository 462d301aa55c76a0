/** The packed packages by the tools that look at a package before it is published, and by their own READMEs and examples. */
import { spawnSync } from 'node:child_process';
import { existsSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { JSDOM } from 'jsdom';
import { parseSync } from 'oxc-parser';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensurePacked, packed } from '../../tools/pack.mjs';
import { readSamples } from '../../tools/samples.mjs';
import { packages, root } from '../../tools/setup.mjs';
import { installPacked, link, manifestIn } from '../../tools/testing/installed.ts';

let site: string;
beforeAll(() => {
  ensurePacked();
  site = installPacked(['react', 'react-dom', '@types/react', '@types/react-dom', 'csstype', 'valibot']);
  writeFileSync(join(site, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(site, { recursive: true, force: true }));

const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  repository: { readonly url: string };
};
const place = (name: string): string => join(site, 'node_modules/@rollcall', name);
const tarball = (name: string): string => {
  const file = readdirSync(packed).find(each => each.startsWith(`rollcall-${name}-`));
  if (!file) throw new Error(`${name} was not packed.`);
  return join(packed, file);
};
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)));

describe.each(packages)('%s', name => {
  test('has a licence, a README and a publishable manifest', () => {
    const there = files(place(name));
    expect(there).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
    expect(readFileSync(join(place(name), 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(root, 'LICENSE'), 'utf8'),
    );
    const manifest = manifestIn(place(name));
    expect(manifest).toMatchObject({ license: 'Apache-2.0', description: expect.any(String) });
    expect(manifest).toMatchObject({ repository: { ...repository, directory: `packages/${name}` } });
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['private']));
    expect(manifest.devDependencies).toBeUndefined();
    expect(JSON.stringify(manifest.exports)).not.toContain('./src/');
    // Its README names only paths that exist in the repository.
    const readme = readFileSync(join(place(name), 'README.md'), 'utf8');
    for (const [, path = ''] of readme.matchAll(/`(docs\/[\w./-]+)`/g))
      expect(() => readdirSync(join(root, path)), path).not.toThrow(/ENOENT/);
  });

  test('has a source map with sources for every script', () => {
    const scripts = files(place(name)).filter(file => /\.(?:mjs|js)$/.test(file));
    expect(scripts.length).toBeGreaterThan(0);
    for (const file of scripts) {
      const script = readFileSync(join(place(name), file), 'utf8');
      const [, map] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(script) ?? [];
      // A module of exports only, or of the bundler's runtime, has an empty map; a command is its own source.
      if (file.endsWith('_rolldown/runtime.mjs') || script.startsWith('#!')) continue;
      if (!map) {
        expect(script.replace(/^(?:\/\/.*|import .*|export \{.*|"use client";)$/gm, '').trim(), file).toBe(
          '',
        );
        continue;
      }
      const { sources, sourcesContent } = JSON.parse(
        readFileSync(join(place(name), file, '..', map), 'utf8'),
      ) as { sources: string[]; sourcesContent: (string | null)[] };
      expect(sources.filter(source => source.startsWith('/') || source.includes(root))).toEqual([]);
      expect(sourcesContent.filter(text => !text).length, file).toBe(0);
      expect(sourcesContent).toHaveLength(sources.length);
    }
  });

  test('has no finding of publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: place(name), strict: true, pack: false });
    expect(messages.map(message => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('has types beside its scripts, for bundlers and for Node (attw)', async () => {
    const data = createPackageFromTarballData(new Uint8Array(readFileSync(tarball(name))));
    const script = Object.keys(manifestIn(place(name)).exports ?? {}).filter(path =>
      /\.(?:css|js)$/.test(path),
    );
    const result = await checkPackage(data, { excludeEntrypoints: script });
    // ES modules alone: `require` of them is Node's own matter since 20.19, and `moduleResolution: node10` knows no exports.
    const known = ({ kind, ...problem }: { kind: string; resolutionKind?: string }) =>
      kind === 'CJSResolvesToESM' || problem.resolutionKind === 'node10';
    if (!result.types) throw new Error('It has no types.');
    expect(result.problems.filter(problem => !known(problem))).toEqual([]);
  });

  test('is published by npm without a warning (dry run)', () => {
    const { status, stderr } = spawnSync(
      'npm',
      ['publish', '--dry-run', '--access', 'public', tarball(name)],
      {
        cwd: site,
        encoding: 'utf8',
        // A dry run asks no registry; it warns that no user is logged in.
        env: {
          ...process.env,
          npm_config_registry: 'http://127.0.0.1:9/',
          npm_config_fetch_retries: '0',
          npm_config_userconfig: '/dev/null',
        },
      },
    );
    expect(
      stderr.split('\n').filter(line => /^npm (?:warn|error)/.test(line) && !/logged in|nodedir/.test(line)),
    ).toEqual([]);
    expect(status).toBe(0);
  });
});

describe('for React server components', () => {
  const dist = () => join(place('react'), 'dist');
  const read = (file: string) => readFileSync(join(dist(), file), 'utf8');
  const isMarked = (file: string) => /^["']use client["'];/.test(read(file));
  /** The names that a file exports. */
  const exportsOf = (file: string) =>
    parseSync(file, read(file))
      .module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? ''))
      .sort();
  const entries = ['index', 'third-party', 'passkey', 'account', 'usage'];

  test('"use client" stands in the entries of that condition alone, which other bundlers do not read', () => {
    const scripts = files(dist()).filter(file => file.endsWith('.mjs'));
    expect(scripts.filter(isMarked).sort()).toEqual(
      entries.map(name => `react-server/${name}.client.mjs`).sort(),
    );
    const conditions = Object.values(manifestIn(place('react')).exports ?? {}).flatMap(to =>
      typeof to === 'string' ? [] : [to['react-server'] ?? []].flat(),
    );
    expect(conditions.sort()).toEqual(entries.map(name => `./dist/react-server/${name}.mjs`).sort());
  });

  test.each(entries)('%s exports the same, and nothing that runs on the server imports React', name => {
    expect(exportsOf(`react-server/${name}.mjs`)).toEqual(exportsOf(`${name}.mjs`));
    const seen = new Set<string>();
    const walk = (file: string) => {
      if (seen.has(file) || isMarked(file)) return;
      seen.add(file);
      for (const { moduleRequest } of parseSync(file, read(file)).module.staticImports) {
        expect(moduleRequest.value, file).not.toMatch(/^react(?:\/|$)/);
        if (moduleRequest.value.startsWith('.')) walk(join(file, '..', moduleRequest.value));
      }
      for (const { entries: exported } of parseSync(file, read(file)).module.staticExports)
        for (const { moduleRequest } of exported)
          if (moduleRequest?.value.startsWith('.')) walk(join(file, '..', moduleRequest.value));
    };
    walk(`react-server/${name}.mjs`);
    if (name === 'index') expect([...seen]).toContain('phrases/zh-CN.mjs');
    else expect(seen.size).toBeGreaterThan(0);
  });
});

/** A page at school.example whose requests are recorded. */
const page = () => {
  const { window } = new JSDOM('<!doctype html><title>x</title>', { url: 'https://school.example/lesson' });
  const images: string[] = [];
  const sent: string[] = [];
  Object.defineProperty(window.navigator, 'sendBeacon', {
    value: (_url: string, body: string) => sent.push(body) > 0,
  });
  Object.assign(window, {
    fetch: () => Promise.reject(new TypeError('no network')),
    Image: class {
      set src(address: string) {
        images.push(address);
      }
    },
  });
  for (const name of [
    'document',
    'location',
    'navigator',
    'localStorage',
    'sessionStorage',
    'screen',
    'Image',
    'fetch',
    'addEventListener',
    'removeEventListener',
    'XMLHttpRequest',
    'devicePixelRatio',
  ] as const) {
    const value = window[name] as unknown;
    vi.stubGlobal(
      name,
      typeof value === 'function' && name.endsWith('Listener') ? value.bind(window) : value,
    );
  }
  return { images, sent, document: window.document };
};

describe('the README example of', () => {
  /** Puts its sample beside the packages. @returns the sample's address */
  const sampleOf = (name: string): string => {
    const readme = readFileSync(join(place(name), 'README.md'), 'utf8');
    const [sample] = readSamples(readme).filter(({ language }) => language === 'js');
    if (!sample) throw new Error('It has no sample.');
    expect(sample.text.split('\n').length).toBeLessThan(20);
    writeFileSync(join(site, `${name}.mjs`), sample.text);
    return pathToFileURL(join(site, `${name}.mjs`)).href;
  };
  const logged = () => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => void lines.push(words.join(' ')));
    return lines;
  };
  test('account names the wrong field', async () => {
    const lines = logged();
    await import(/* @vite-ignore */ sampleOf('account'));
    expect(lines).toEqual(['InvalidPhoneNumber Invalid phone_number "123", it should match the RegExp.']);
  });

  test('captcha passes a call that needs no challenge', async () => {
    const { guarded } = (await import(/* @vite-ignore */ sampleOf('captcha'))) as {
      guarded: (
        scene: string,
        identity: string,
        call: (options: object) => Promise<unknown>,
      ) => Promise<unknown>;
    };
    expect(await guarded('silence', '13800000000', async options => ['made', options])).toEqual(['made', {}]);
    const other = new Error('another');
    await expect(guarded('silence', '13800000000', () => Promise.reject(other))).rejects.toBe(other);
  });

  test('contract prints a call, a refusal and a field', async () => {
    const lines = logged();
    await import(/* @vite-ignore */ sampleOf('contract'));
    expect(lines).toEqual([
      'GET /tiger/v3/web/accounts/profile',
      '409',
      'Invalid phone_number "123", it should match the RegExp.',
    ]);
  });

  test('monitor reports a caught error', async () => {
    const { images } = page();
    // Frames of files would be another site's.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    const { monitor } = (await import(/* @vite-ignore */ sampleOf('monitor'))) as {
      monitor: { stop(): void };
    };
    Error.stackTraceLimit = stackTraceLimit;
    monitor.stop();
    expect(images.map(address => decodeURIComponent(address)).join('\n')).toMatch(
      /monitor\/v1\.gif\?p=my-school.*&e=1!caught!SyntaxError!/s,
    );
  });

  test('usage takes a view, an event and a timed event', async () => {
    page();
    const { usage } = (await import(/* @vite-ignore */ sampleOf('usage'))) as {
      usage: { stats(): { accepted: number }; close(): void };
    };
    expect(usage.stats().accepted).toBe(3);
    usage.close();
  });
});

test('accountId gives the first view of a page its user', async () => {
  const { document, sent } = page();
  const claims = Buffer.from(JSON.stringify({ sub: '42' })).toString('base64url');
  document.cookie = `access_token=h.${claims}.s`;
  document.cookie = 'token_type=Bearer';
  const code = `import { accountId, init } from '@rollcall/account';
import { createUsage } from '@rollcall/usage/core';
export const usage = createUsage({ product_code: 'school', url: '/', ip: false });
usage.setUser(accountId(init({ pid: 'p', appid: 'a', product_code: 'c', platform: 'web' })));
usage.consent.grant(['user', 'view'], '1');
usage.page();
`;
  writeFileSync(join(site, 'first-view.mjs'), code);
  const { usage } = (await import(/* @vite-ignore */ pathToFileURL(join(site, 'first-view.mjs')).href)) as {
    usage: { close(): void };
  };
  usage.close();
  const { data } = JSON.parse(sent[0] ?? '') as {
    data: { ext: { u?: string }[]; body: { k?: number; x: number }[] };
  };
  const view = data.body.find(({ k }) => k === 1);
  expect(data.ext[view?.x ?? -1]?.u).toBe('42');
});

test('each whole site of examples/ is tested outside the repository', () => {
  // The other folders have the samples of guides.
  const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter(
    entry => entry.isDirectory() && existsSync(join(root, 'examples', entry.name, 'README.md')),
  );
  const below = readFileSync(import.meta.filename, 'utf8');
  const copied = (name: string) => below.includes(`cpSync(join(root, 'examples/${name}'),`);
  expect(folders.map(({ name }) => name).filter(name => !copied(name))).toEqual([]);
});

describe('examples/react-site, copied out of the repository', () => {
  let folder: string;
  beforeAll(() => {
    folder = join(site, 'react-site');
    cpSync(join(root, 'examples/react-site'), folder, { recursive: true });
    link(site, ['vite', 'scheduler']);
  });
  const node = (script: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });

  test('depends on the published versions', () => {
    const { dependencies = {} } = manifestIn(folder);
    const own = Object.entries(dependencies).filter(([name]) => name.startsWith('@rollcall/'));
    expect(own).not.toEqual([]);
    for (const [name, version] of own)
      expect([name, version]).toEqual([name, manifestIn(place(name.replace('@rollcall/', ''))).version]);
  });

  test('type-checks by its own tsconfig, under TypeScript 7', () => {
    expect(node('typescript7/bin/tsc', '-p', '.')).toMatchObject({ status: 0, stdout: '' });
  });

  test('builds with Vite', () => {
    expect(node('vite/bin/vite.js', 'build', '--logLevel', 'error')).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(join(folder, 'dist/assets')).some(file => file.endsWith('.css'))).toBe(true);
  });
});

test('examples/plain-page needs only the two scripts of the server, of the version that the packages have', () => {
  const folder = join(site, 'plain-page');
  mkdirSync(folder);
  cpSync(join(root, 'examples/plain-page'), folder, { recursive: true });
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const wanted = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  const served = wanted.filter(path => path.startsWith('http'));
  expect(served).toEqual(
    ['rollcall', 'rollcall-captcha'].map(
      name =>
        `http://127.0.0.1:8080/rollcall/${manifestIn(place('account')).version.replace(/\.\d+$/, '')}/${name}.js`,
    ),
  );
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(wanted.filter(path => !path.startsWith('http'))),
  );
});
