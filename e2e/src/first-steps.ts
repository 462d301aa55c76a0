/** A guide's own commands in an empty folder outside this repository; npm asks a registry for what they install. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensurePacked } from '../../tools/pack.mjs';
import { sample } from '../../tools/samples.mjs';
import { killTree } from './server.ts';

const root = join(import.meta.dirname, '../..');

/** `npm run proofs -- first-steps`: with the guides' own commands. */
export const byCommands = process.env['ROLLCALL_FIRST_STEPS'] === 'npm';

export interface FirstSteps {
  /** The name of the guide's commands that make the site's folder and install. */
  readonly site: string;
  /** That of the commands that start it. */
  readonly start: string;
  /** Path to text. */
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Follows a guide, and prints how long each command took.
 *
 * @param close takes what ends it
 * @param made takes the site's folder
 * @returns the address that the site printed
 */
export const followGuide = async (
  { site, start, files, env = {} }: FirstSteps,
  close: (end: () => void) => void,
  made?: (folder: string) => void,
): Promise<string> => {
  ensurePacked();
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-first-steps-'));
  close(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(root, join(folder, 'rollcall'));
  const began = performance.now();
  const install = spawnSync('sh', ['-ec', sample(site)], { cwd: folder, encoding: 'utf8' });
  if (install.status !== 0) throw new Error(`${site}: ${install.stdout}${install.stderr}`);
  const installed = performance.now();
  const [name = ''] = readdirSync(folder).filter(each => each !== 'rollcall');
  const place = join(folder, name);
  made?.(place);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  const child: ChildProcess = spawn('sh', ['-ec', sample(start)], {
    cwd: place,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  close(() => killTree(child));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const [found] = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(output) ?? [];
      if (found) resolve(`${found}/`);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', ended => reject(new Error(`${start} ended with ${ended}:\n${output}`)));
  });
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`;
  console.log(`${site} ${seconds(began, installed)}, ${start} ${seconds(installed, performance.now())}`);
  return url;
};
