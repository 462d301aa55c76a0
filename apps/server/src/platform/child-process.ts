/** Starts a module of the server in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ModulePlaces {
  /** The caller's `import.meta.url`, to which the two others are relative. */
  readonly from: string;
  /** The module's source, where the server runs from its sources. */
  readonly source: string;
  /** The module's bundle, an entry of `tsdown.config.ts`. */
  readonly built: string;
  /** MiB of JavaScript's heap. @default that of node */
  readonly heap?: number;
}

/**
 * Messages are structured clones, so buffers keep their bytes. The process gets none of the server's environment, which has its
 * secrets, and has to end itself when its channel closes.
 */
export const forkModule = ({ from, source, built, heap }: ModulePlaces): ChildProcess => {
  const { PATH, TMPDIR, TZ, LANG } = process.env;
  const env = Object.fromEntries(
    Object.entries({ PATH, TMPDIR, TZ, LANG }).filter(([, value]) => value !== undefined),
  );
  const fromSource = from.endsWith('.ts');
  const module = fileURLToPath(new URL(fromSource ? source : built, from));
  return fork(fromSource ? bundle(module) : module, [], {
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--enable-source-maps', ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`])],
  });
};

const bundles = new Map<string, string>();

/**
 * Bundles a module's sources, once in this process: a loader that transpiles them at each start takes a second of it.
 * @returns the bundle's path, in a folder of `node_modules`, where it finds its packages
 */
const bundle = (module: string): string => {
  const made = bundles.get(module);
  if (made !== undefined) return made;
  const require = createRequire(import.meta.url);
  const { buildSync } = require('esbuild') as typeof import('esbuild');
  const { dependencies } = require('../../package.json') as { dependencies: Record<string, string> };
  const { outputFiles } = buildSync({
    entryPoints: [module],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    conditions: ['@rollcall/source'],
    external: Object.keys(dependencies).filter(name => !name.startsWith('@rollcall/')),
    logLevel: 'error',
  });
  const text = outputFiles[0]?.contents ?? new Uint8Array();
  const folder = join(dirname(require.resolve('esbuild/package.json')), '../.cache/rollcall');
  const path = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    // Whole in one step, for a process beside this one.
    writeFileSync(`${path}.${process.pid}`, text);
    renameSync(`${path}.${process.pid}`, path);
  }
  bundles.set(module, path);
  return path;
};
