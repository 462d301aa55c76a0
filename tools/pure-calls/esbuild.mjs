/** `npm run build -- budgets` measures the libraries from their sources as a site gets them, with the marks and the short names. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { shorten, shortenedSources } from '../private-names/shorten.mjs';
import { annotate, packageSources } from './annotate.mjs';

export const pureCalls = {
  name: 'rollcall:pure-calls',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      if (!packageSources.test(path)) return undefined;
      const code = await readFile(path, 'utf8');
      const annotated = annotate(code, path)?.code ?? code;
      const contents = shortenedSources.test(path)
        ? (shorten(annotated, path)?.code ?? annotated)
        : annotated;
      return { contents, loader: extname(path).slice(1) };
    });
  },
};
