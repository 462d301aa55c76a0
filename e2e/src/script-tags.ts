/** The libraries as a page loads them from the server by a script tag. The published packages have the same files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptVersion } from '../../tools/script-tags.mjs';

const place = join(import.meta.dirname, '../../apps/web/dist/rollcall', scriptVersion());

/** By the path at which the tests' sites serve it: its script. */
export const scriptTags: Readonly<Record<string, string>> = Object.fromEntries(
  ['/rollcall.js', '/rollcall-captcha.js'].map(path => [path, readFileSync(join(place, path), 'utf8')]),
);
