/** A developer's own site, in a folder of its own: the packed packages, and vite before it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, createServer, preview } from 'vite';
import { packed } from '../../tools/pack.mjs';

const root = join(import.meta.dirname, '../..');

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

export interface Site {
  readonly folder: string;
  /** Serves it as `npx vite` does. */
  develop(): Promise<Served>;
  /** Builds it, and serves what was built. */
  publish(): Promise<Served>;
  remove(): void;
}

/**
 * Makes a site's folder; the packages have to be packed (`ensurePacked`). Only Rollcall's own packages are put into it, out of their files; what they need from others is
 * found in this repository, so that no network is needed.
 *
 * @param files path to text, or a folder to copy
 */
export const makeSite = (files: Readonly<Record<string, string>> | string): Site => {
  mkdirSync(join(root, '.rollcall'), { recursive: true });
  const folder = mkdtempSync(join(root, '.rollcall/site-'));
  for (const file of readdirSync(packed)) {
    const [, name = ''] = /^rollcall-(\w+)-/.exec(file) ?? [];
    const place = join(folder, 'node_modules/@rollcall', name);
    mkdirSync(place, { recursive: true });
    const { status, stderr } = spawnSync(
      'tar',
      ['-xzf', join(packed, file), '-C', place, '--strip-components=1'],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`${file} could not be unpacked: ${stderr}`);
  }
  if (typeof files === 'string') cpSync(join(root, files), folder, { recursive: true });
  else
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  const options = {
    root: folder,
    configFile: false,
    logLevel: 'error',
    cacheDir: join(folder, '.vite'),
  } as const;
  const at = { host: '127.0.0.1', port: 0 };
  return {
    folder,
    develop: async () => {
      const server = await createServer({ ...options, server: { ...at, hmr: false } });
      await server.listen();
      return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
    },
    publish: async () => {
      await build(options);
      const server = await preview({ ...options, preview: at });
      return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
