/**
 * Builds the pages: the client's numbered chunks to dist/static, each page in each language to dist/pages, and
 * everything that is served compressed beside itself (.br, .gz). Run: node apps/web/build.mjs
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { rspack } from '@rspack/core';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, 'dist');
const PAGES = ['index', 'sign-in', 'sign-up', 'reset', 'oauth', 'account'];
const LANGUAGES = ['zh-CN', 'en'];

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#c23a22" d="M5 4.5 31 3l27.5 1.5L60.5 6 61 33l-1 26-2 2-26 .5L6 61l-2.5-2L3 32l.6-26z"/><path fill="none" stroke="#faf7f0" stroke-width="4.5" d="M12 15h26M25 16 15 28l21-2M25 31v19M13 38h23M11 51l28-4M45 17v24M53 11v36q0 4-8 3"/></svg>';

const target = 'browserslist:chrome >= 87, edge >= 88, firefox >= 85, safari >= 14';

/** What both compilations share; a class gets the same name in both. */
const shared = {
  mode: 'production',
  context: here,
  devtool: false,
  cache: false,
  resolve: {
    extensions: ['.tsx', '.ts', '.mjs', '.js'],
    conditionNames: ['@rollcall/source', '...'],
    // one React, wherever a package asks for it from
    alias: Object.fromEntries(
      ['react', 'react-dom'].map(name => [
        name,
        path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))),
      ]),
    ),
  },
  module: {
    generator: { 'css/module': { localIdentName: '[name]-[local]' } },
    parser: { 'css/module': { namedExports: false } },
    rules: [
      { test: /\.module\.css$/, type: 'css/module' },
      { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        type: 'javascript/auto',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic', development: false } },
          },
          env: { targets: target.replace('browserslist:', '') },
        },
      },
    ],
  },
  performance: { hints: false },
};

/**
 * Leaves out what would load style sheets later on, 400 bytes gz of every page: the pages name all of theirs, and
 * what is loaded later (the human verification) has none, which is held below.
 */
const stylesFromTheStart = {
  apply: compiler =>
    compiler.hooks.thisCompilation.tap('StylesFromTheStart', compilation =>
      compilation.hooks.runtimeModule.tap('StylesFromTheStart', module => {
        if (module.name === 'css_loading' && module.source) module.source.source = Buffer.from('');
      }),
    ),
};

const client = {
  ...shared,
  plugins: [stylesFromTheStart],
  name: 'client',
  target: ['web', target],
  entry: Object.fromEntries(
    PAGES.flatMap(page =>
      LANGUAGES.map(language => [`${page}.${language}`, `./src/pages/${page}/${language}.tsx`]),
    ),
  ),
  output: {
    path: path.join(dist, 'static'),
    publicPath: '/static/',
    filename: '[id].[contenthash].js',
    chunkFilename: '[id].[contenthash].js',
    cssFilename: '[id].[contenthash].css',
    cssChunkFilename: '[id].[contenthash].css',
    chunkLoadTimeout: 120_000,
    uniqueName: 'rollcall',
    hashDigestLength: 12,
  },
  optimization: {
    chunkIds: 'deterministic',
    moduleIds: 'deterministic',
    runtimeChunk: false,
    splitChunks: {
      chunks: 'all',
      minSize: 6_000,
      cacheGroups: {
        default: false,
        defaultVendors: false,
        react: {
          test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
          name: 'react',
          enforce: true,
        },
      },
    },
  },
};

const server = {
  ...shared,
  name: 'prerender',
  target: 'node20',
  entry: { prerender: './src/prerender.tsx' },
  module: {
    ...shared.module,
    generator: { 'css/module': { ...shared.module.generator['css/module'], exportsOnly: true } },
  },
  output: {
    path: path.join(dist, 'prerender'),
    filename: '[name].mjs',
    module: true,
    chunkFormat: 'module',
    library: { type: 'module' },
    uniqueName: 'rollcall',
  },
  optimization: { minimize: false, splitChunks: false },
};

/** Compiles, or throws with every error that was found. */
const compile = config =>
  new Promise((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((fault, stats) => {
      compiler.close(() => {
        if (fault) reject(fault);
        else if (stats.hasErrors() || stats.hasWarnings())
          reject(new Error(stats.toString({ all: false, errors: true, warnings: true, colors: false })));
        else resolve(stats.toJson({ all: false, entrypoints: true }));
      });
    });
  });

const compressBr = promisify(brotliCompress);
const compressGz = promisify(gzip);

/** Writes the .br and .gz of every file in a folder beside it. */
async function precompress(folder) {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const content = await readFile(file);
    await writeFile(`${file}.gz`, await compressGz(content, { level: 9 }));
    await writeFile(
      `${file}.br`,
      await compressBr(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
    );
  }
}

await rm(dist, { recursive: true, force: true });
const built = await compile(client);
const named = new Set(
  Object.values(built.entrypoints).flatMap(({ assets }) => assets.map(asset => asset.name)),
);
const late = (await readdir(path.join(dist, 'static'))).filter(
  name => name.endsWith('.css') && !named.has(name),
);
if (late.length > 0) throw new Error(`No page names these style sheets, and nothing loads them: ${late}`);
await compile(server);
const { renderDocument } = await import(pathToFileURL(path.join(dist, 'prerender', 'prerender.mjs')).href);

const iconName = `seal.${createHash('sha256').update(ICON).digest('hex').slice(0, 12)}.svg`;
await writeFile(path.join(dist, 'static', iconName), ICON);
await mkdir(path.join(dist, 'pages'), { recursive: true });
for (const page of PAGES) {
  for (const language of LANGUAGES) {
    const assets = built.entrypoints[`${page}.${language}`].assets.map(asset => `/static/${asset.name}`);
    const document = renderDocument(page, language, {
      scripts: assets.filter(name => name.endsWith('.js')),
      styles: assets.filter(name => name.endsWith('.css')),
      icon: `/static/${iconName}`,
    });
    await writeFile(path.join(dist, 'pages', `${page}.${language}.html`), document);
  }
}
await precompress(path.join(dist, 'static'));
await rm(path.join(dist, 'prerender'), { recursive: true, force: true });
