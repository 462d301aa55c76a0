/** The pages of a school's own sites: the code of docs/production.md, and buttons for a person's actions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { sample } from '../../../tools/samples.mjs';

const root = join(import.meta.dirname, '../../..');

const page = `<!doctype html>
<html lang="en"><title>A lesson</title><link rel="icon" href="data:,">
<h1></h1>
<a hidden>Sign in</a>
<button id="agree">Agree to reports</button>
<button id="lesson">Finish the lesson</button>
<button id="break">Break</button>
<button id="leave">Sign out</button>
<script type="module" src="/site.js"></script>
`;

const script = `
import { getProfile, logout } from '@rollcall/account';
import { auth, signIn, usage } from './guide.ts';
const at = name => document.querySelector(name);
const show = async signedIn => {
  at('a').hidden = signedIn;
  at('a').href = signIn;
  at('h1').textContent = signedIn ? 'Hello ' + (await getProfile(auth)).nickname : 'Nobody';
};
auth.onChange(show);
void show(auth.signedIn());
at('#agree').onclick = () => usage.consent.grant(['event', 'view', 'user', 'app', 'device'], '1');
at('#lesson').onclick = () => usage.track('lesson.done', { number: 1 });
at('#leave').onclick = () => logout(auth);
at('#break').onclick = () => {
  throw new TypeError('The lesson is broken');
};
`;

/**
 * Writes the built site into a folder, for any host.
 * @param hosts changes the guide's code for the hosts of the test
 */
export const buildSite = async (folder: string, hosts: (text: string) => string): Promise<void> => {
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'guide.ts'), hosts(sample('production/site.ts')));
  writeFileSync(join(folder, 'site.ts'), script);
  await build({
    entryPoints: [join(folder, 'site.ts')],
    outfile: join(folder, 'site.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['@rollcall/source'],
    nodePaths: [join(root, 'node_modules')],
    logLevel: 'error',
  });
};
