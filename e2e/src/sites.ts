/** A developer's own site, in an empty folder outside this repository: the packed packages, and vite before it. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, createServer, preview } from '../../proofs/src/vite.ts';
import { installPacked } from '../../tools/testing/installed.ts';

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
 * Makes a site's folder. Only Rollcall's own packages are put into it, out of their files; what else it needs leads to
 * this repository's, so that no network is needed.
 *
 * @param files path to text, or a folder to copy
 * @param beside packages that the site has of its own
 */
export const makeSite = (
  files: Readonly<Record<string, string>> | string,
  beside: readonly string[] = ['react', 'react-dom'],
): Site => {
  const folder = installPacked(beside);
  if (typeof files === 'string') cpSync(join(root, files), folder, { recursive: true });
  else
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  const config = join(folder, 'vite.config.js');
  const options = {
    root: folder,
    configFile: existsSync(config) && config,
    logLevel: 'error',
    cacheDir: join(folder, '.vite'),
  } as const;
  const at = { host: '127.0.0.1', port: 0 };
  return {
    folder,
    develop: async () => {
      const fs = { allow: [folder, join(root, 'node_modules'), join(root, 'proofs/node_modules')] };
      const server = await createServer({ ...options, server: { ...at, hmr: false, fs } });
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
