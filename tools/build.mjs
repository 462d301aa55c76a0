/** `npm run build`: the pages, the server, and the packages as they are published. */
import { build, buildPackages, ensureInstalled } from './setup.mjs';

ensureInstalled();
build();
buildPackages();
