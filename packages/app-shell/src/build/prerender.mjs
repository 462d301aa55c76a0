/** The compilation of the prerender modules, which run in node. */
import { shared } from './shared.mjs';

/**
 * @param context the folder that module names are relative to
 * @param entry name and module of each prerender module
 * @param folder where NAME.mjs is written
 */
export function prerenderConfig({ context, entry, folder }) {
  const both = shared(context);
  return {
    ...both,
    name: 'prerender',
    target: 'node20',
    entry,
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
