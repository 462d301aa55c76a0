/** The files for a script tag: one of each package that has one, with everything in it. The packages and the server have the same. */
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeInAscii } from './ascii/ascii.mjs';
import { pureCalls } from './pure-calls/rolldown.mjs';
import { root } from './setup.mjs';

/**
 * The options of tsdown for one file.
 *
 * @param {'rollcall' | 'rollcall-captcha'} name the file's name
 * @param {string} entry its module, seen from the package's folder
 */
export const scriptTag = (name, entry) => ({
  entry: { [name]: entry },
  platform: 'browser',
  format: 'iife',
  minify: true,
  plugins: [pureCalls],
  dts: false,
  clean: false,
  deps: { alwaysBundle: [/./], onlyBundle: false },
  inputOptions: { resolve: { conditionNames: ['@rollcall/source', 'import', 'default'] } },
  outputOptions: { entryFileNames: `${name}.js`, codeSplitting: false },
  onSuccess: ({ outDir }) => writeInAscii(join(outDir, `${name}.js`)),
});

/** The version in the address of the scripts: the first two numbers of the account library's. */
export const scriptVersion = () =>
  JSON.parse(readFileSync(join(root, 'packages/account/package.json'), 'utf8'))
    .version.split('.')
    .slice(0, 2)
    .join('.');

/**
 * Builds them into `rollcall/VERSION` of a folder, each moved in when it is whole.
 * @param {string} dist where the server looks for its pages
 */
export async function buildScriptTags(dist) {
  const { build } = await import('tsdown');
  const [making, place] = [join(dist, '.scripts'), join(dist, 'rollcall', scriptVersion())];
  mkdirSync(place, { recursive: true });
  for (const [folder, name, entry] of [
    ['account', 'rollcall', 'src/script.ts'],
    ['captcha', 'rollcall-captcha', 'src/script-tag.ts'],
  ]) {
    const cwd = join(root, 'packages', folder);
    await build({ ...scriptTag(name, entry), config: false, cwd, outDir: making, logLevel: 'error' });
    renameSync(join(making, `${name}.js`), join(place, `${name}.js`));
  }
  rmSync(making, { recursive: true });
}
