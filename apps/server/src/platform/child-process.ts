/** Starts a module of the server in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface ModulePlaces {
  /** The caller's `import.meta.url`, to which the two others are relative. */
  readonly from: string;
  /** The module's source, where the server runs from its sources. */
  readonly source: string;
  /** The module's bundle, an entry of `tsdown.config.ts`. */
  readonly built: string;
}

/**
 * Messages are structured clones, so buffers keep their bytes. The process gets none of the server's environment, which has its
 * secrets, and has to end itself when its channel closes.
 */
export const forkModule = ({ from, source, built }: ModulePlaces): ChildProcess => {
  const fromSource = from.endsWith('.ts');
  const { PATH, TMPDIR, TZ, LANG } = process.env;
  const env = Object.fromEntries(
    Object.entries({ PATH, TMPDIR, TZ, LANG }).filter(([, value]) => value !== undefined),
  );
  return fork(fileURLToPath(new URL(fromSource ? source : built, from)), [], {
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: fromSource
      ? [
          '--conditions=@rollcall/source',
          '--import',
          pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
        ]
      : ['--enable-source-maps'],
  });
};
