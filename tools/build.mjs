/**
 * `npm run build`: the pages, the server, and the packages as they are published. `--changed`: the pages and the server
 * only, unless their sources are as they were at the last build.
 */
import { build, buildPackages, ensureBuilt, ensureInstalled } from './setup.mjs';

ensureInstalled();
if (process.argv.includes('--changed')) ensureBuilt();
else {
  build();
  buildPackages();
}
