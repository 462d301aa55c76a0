/** The published files, which tsdown builds, keep the marks for the bundler of the site that uses them. */
import { annotate, packageSources } from './annotate.mjs';

export const pureCalls = {
  name: 'rollcall:pure-calls',
  transform: { filter: { id: packageSources }, handler: (code, id) => annotate(code, id) },
};
