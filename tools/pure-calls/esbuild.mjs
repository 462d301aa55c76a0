/** `npm run sizes` measures the libraries from their sources as a site gets them, with the marks. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { annotate, packageSources } from './annotate.mjs';

export const pureCalls = {
  name: 'rollcall:pure-calls',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      if (!packageSources.test(path)) return undefined;
      const code = await readFile(path, 'utf8');
      return { contents: annotate(code, path)?.code ?? code, loader: extname(path).slice(1) };
    });
  },
};
