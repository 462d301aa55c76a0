/** The packed packages, installed into an empty folder outside of the workspaces, without a network. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensurePacked } from '../pack.mjs';
import { root } from '../setup.mjs';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
  readonly private?: unknown;
}

export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Unpacks a packed package into a folder. */
export const unpack = (file: string, folder: string): void => {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync('tar', ['-xzf', file, '--strip-components=1', '-C', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
};

/** Makes `node_modules/NAME` of a folder lead to this repository's or its proofs', as npm would have installed it there. */
export const link = (folder: string, names: Iterable<string>): void => {
  for (const name of names) {
    const from = [root, join(root, 'proofs')].map(at => join(at, 'node_modules', name)).find(existsSync);
    const to = join(folder, 'node_modules', name);
    // An optional dependency of another platform is not here.
    if (!from || existsSync(to)) continue;
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  }
};

/** Gives a site the oldest React that the packages take, which stands among the proofs, in the place of this repository's. */
export const linkReact18 = (folder: string): void => {
  for (const name of ['react', 'react-dom', '@types/react', '@types/react-dom']) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    rmSync(place, { force: true });
    symlinkSync(join(root, 'proofs/node_modules', name), place);
  }
};

/**
 * Puts all packed packages with their dependencies into a new folder of the system's temporary files.
 *
 * @param beside what the site has of its own, such as react
 * @returns the folder; the caller removes it
 */
export const installPacked = (beside: readonly string[] = []): string => {
  const packed = ensurePacked();
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-site-'));
  for (const file of readdirSync(packed)) {
    const [, name] = /^rollcall-(\w+)-/.exec(file) ?? [];
    if (!name) throw new Error(`${file} is no package.`);
    const place = join(folder, 'node_modules/@rollcall', name);
    unpack(join(packed, file), place);
    const { dependencies = {} } = manifestIn(place);
    link(
      folder,
      Object.keys(dependencies).filter(each => !each.startsWith('@rollcall/')),
    );
  }
  link(folder, beside);
  return folder;
};
