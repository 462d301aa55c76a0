/**
 * What a page loads of a module at the start, as the bundlers of integrators build it for production: gzipped bytes.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { build as vite, type Rolldown } from 'vite';
import webpack from 'webpack';

const gz = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

/** The sum over an entry and all its static imports. */
const atOnce = (
  entry: string,
  files: ReadonlyMap<string, { readonly bytes: number; readonly imports: readonly string[] }>,
): number => {
  const seen = new Set<string>();
  const sum = (name: string): number => {
    const file = files.get(name);
    if (!file || seen.has(name)) return 0;
    seen.add(name);
    return file.imports.reduce((total, next) => total + sum(next), file.bytes);
  };
  return sum(entry);
};

const byEsbuild = async (site: string, entry: string): Promise<number> => {
  const { outputFiles, metafile } = await esbuild({
    entryPoints: [join(site, entry)],
    absWorkingDir: site,
    outdir: 'esbuild',
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const content = new Map(outputFiles.map(({ path, contents }) => [relative(site, path), contents]));
  const files = Object.entries(metafile.outputs).map(([name, { imports }]) => {
    const now = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
    return [name, { bytes: gz(content.get(name) ?? ''), imports: now }] as const;
  });
  return atOnce('esbuild/entry.js', new Map(files));
};

const byVite = async (site: string, entry: string): Promise<number> => {
  const built = (await vite({
    root: site,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(site, entry), preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter(file => file.type === 'chunk');
  const files = chunks.map(
    ({ fileName, code, imports }) => [fileName, { bytes: gz(code), imports }] as const,
  );
  return atOnce(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '', new Map(files));
};

const byWebpack = async (site: string, entry: string): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    const compiler = webpack({
      mode: 'production',
      context: site,
      entry: `./${entry}`,
      target: ['web', 'es2022'],
      experiments: { outputModule: true },
      output: {
        path: join(site, 'webpack'),
        clean: true,
        module: true,
        library: { type: 'module' },
        filename: 'entry.mjs',
      },
    });
    compiler?.run((error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else compiler.close(() => resolve());
    });
  });
  // One file: what is loaded at the start is never cut in this mode.
  return gz(readFileSync(join(site, 'webpack/entry.mjs')));
};

/**
 * @param site a folder with the packages installed
 * @param code an entry module
 */
export const bundlers: Readonly<
  Record<'esbuild' | 'vite' | 'webpack', (site: string, code: string) => Promise<number>>
> = {
  esbuild: (site, code) => byEsbuild(site, written(site, code)),
  vite: (site, code) => byVite(site, written(site, code)),
  webpack: (site, code) => byWebpack(site, written(site, code)),
};

const written = (site: string, code: string): string => {
  if (!existsSync(join(site, 'package.json'))) writeFileSync(join(site, 'package.json'), '{"type":"module"}');
  writeFileSync(join(site, 'entry.js'), code);
  return 'entry.js';
};
