/** How the pages are compiled for drawing them to HTML without a browser. */
import { shared } from './shared.mjs';

/**
 * @param context the folder that the entry is seen from
 * @param folder where prerender.mjs is written
 */
export function prerenderConfig(context, folder) {
  const both = shared(context);
  return {
    ...both,
    name: 'prerender',
    target: 'node20',
    entry: { prerender: './src/prerender.tsx' },
    module: {
      ...both.module,
      generator: {
        css: { exportsOnly: true },
        'css/module': { ...both.module.generator['css/module'], exportsOnly: true },
      },
    },
    output: {
      path: folder,
      filename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
      uniqueName: 'rollcall',
    },
    optimization: { minimize: false, splitChunks: false },
  };
}
