/** Runs one compilation. */
import { rspack } from '@rspack/core';

/**
 * Compiles, or throws with every error and warning that was found.
 * @param config an rspack configuration
 * @returns the entry points with their files, and the chunks
 */
export const compile = config =>
  new Promise((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((fault, stats) => {
      compiler.close(() => {
        if (fault) reject(fault);
        else if (stats.hasErrors() || stats.hasWarnings())
          reject(new Error(stats.toString({ all: false, errors: true, warnings: true, colors: false })));
        else
          resolve(
            stats.toJson({
              all: false,
              entrypoints: true,
              chunks: true,
              ids: true,
              chunkRelations: true,
              chunkOrigins: true,
            }),
          );
      });
    });
  });
