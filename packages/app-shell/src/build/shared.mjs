/** What the compilation for browsers and the one for prerendering share; a class gets the same name in both. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { shortenedSources } from '../../../../tools/private-names/shorten.mjs';
import { packageSources } from '../../../../tools/pure-calls/annotate.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');

export const target = 'browserslist:chrome >= 87, edge >= 88, firefox >= 85, safari >= 14';

/** @param context the folder that the entries are seen from */
export const shared = context => ({
  mode: 'production',
  context,
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
    generator: { 'css/module': { localIdentName: '[path][name]-[local]' } },
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
            transform: {
              react: { runtime: 'automatic', development: false, importSource: '@rollcall/ui' },
            },
          },
          // what a browser has with a flaw is fixed, not written as for browsers without it
          env: { targets: target.replace('browserslist:', ''), bugfixes: true },
        },
      },
      {
        test: packageSources,
        enforce: 'pre',
        loader: fileURLToPath(import.meta.resolve('../../../../tools/pure-calls/rspack-loader.mjs')),
      },
      {
        test: shortenedSources,
        enforce: 'pre',
        loader: fileURLToPath(import.meta.resolve('../../../../tools/private-names/rspack-loader.mjs')),
      },
    ],
  },
  performance: { hints: false },
});
