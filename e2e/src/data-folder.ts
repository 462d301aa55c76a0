/** Data folders of servers that were started before: tests begin with a copy, which is faster than a first start each. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { inject } from 'vitest';
import { temporaryFolder } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that the run's tests copy (data-template.ts). */
    dataTemplate: string;
  }
}

/** Makes `path` the data folder of a server that was started once, and stopped. */
export function fillDataFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  // With the owners and modes, without which PostgreSQL does not start; `fs.cpSync` keeps no owner.
  execFileSync('cp', ['-a', `${inject('dataTemplate')}/.`, path]);
}

/** A data folder that goes with the test, of a server that was started once, and stopped. */
export function dataFolder(): { path: string; remove(): void } {
  const folder = temporaryFolder();
  fillDataFolder(folder.path);
  return folder;
}
