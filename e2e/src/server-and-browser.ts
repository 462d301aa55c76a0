/** The set-up that most files of browser tests share. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from './browser.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';

/**
 * Starts a server on a folder of its own and a browser before the tests of the calling file, and ends both after them.
 * @param env more of the server's environment
 * @returns both, to be read within tests and hooks; `folder` is the server's data folder
 */
export const serverAndBrowser = (
  env: Record<string, string> = {},
): { readonly folder: string; readonly server: RunningServer; readonly browser: Browser } => {
  const folder = temporaryFolder();
  const started = { folder: folder.path } as { folder: string; server: RunningServer; browser: Browser };
  beforeAll(async () => {
    [started.server, started.browser] = await Promise.all([startServer(folder.path, env), launch()]);
  });
  afterAll(async () => {
    // Either is missing if its start failed.
    await (started.browser as Browser | undefined)?.close();
    await (started.server as RunningServer | undefined)?.stop();
    folder.remove();
  });
  return started;
};
