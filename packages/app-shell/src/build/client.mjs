/** How the client is compiled: numbered chunks with content hashes, integrity and source maps that are not served. */
import path from 'node:path';
import { rspack } from '@rspack/core';
import { CHUNK_TIMEOUT, loader } from './loader.mjs';
import { root, shared, target } from './shared.mjs';

/**
 * @param context the folder that the entries are seen from
 * @param entry name and module of each entry
 * @param folder where the files are written
 * @param plugins more plugins
 * @param maps where their source maps are written, outside of what is served
 */
export const clientConfig = ({ context, entry, folder, maps, plugins = [] }) => ({
  ...shared(context),
  name: 'client',
  target: ['web', target],
  entry,
  devtool: 'hidden-source-map',
  plugins: [
    loader,
    ...plugins,
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], enabled: true, hashLoading: 'lazy' }),
  ],
  output: {
    path: folder,
    // put right when it runs: see loader.mjs
    publicPath: '/static/',
    filename: '[id].[contenthash].js',
    chunkFilename: '[id].[contenthash].js',
    cssFilename: '[id].[contenthash].css',
    cssChunkFilename: '[id].[contenthash].css',
    sourceMapFilename: `${path.relative(folder, maps)}/[file].map`,
    // paths of the repository, for those who read a stack
    devtoolModuleFilenameTemplate: ({ absoluteResourcePath: file }) =>
      `rollcall:///${path.isAbsolute(file) ? path.relative(root, file) : file}`,
    chunkLoadTimeout: CHUNK_TIMEOUT,
    crossOriginLoading: 'anonymous',
    uniqueName: 'rollcall',
    hashDigestLength: 12,
  },
  optimization: {
    // 0, 1, 2 …: the specification numbers the script chunks
    chunkIds: 'natural',
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
});
