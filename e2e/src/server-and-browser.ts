/** The set-up that most files of browser tests share. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { type ServerClock, serverClock } from './server-clock.ts';
import { type RunningServer, startServer } from './server.ts';

/** Set by the hooks: read it in tests and hooks only. */
export interface ServerAndBrowser {
  /** The server's data folder. */
  readonly folder: string;
  readonly server: RunningServer;
  readonly browser: Browser;
}

const startBoth = (
  folder: { readonly path: string; remove(): void },
  env: Record<string, string>,
): ServerAndBrowser => {
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

/**
 * Starts a server on a folder of its own and a browser before the tests of the calling file, and ends both after them.
 * @param env more of the server's environment
 */
export const serverAndBrowser = (env: Record<string, string> = {}): ServerAndBrowser =>
  startBoth(dataFolder(), env);

/** The same, with a server whose clock can be put ahead. */
export const serverWithClockAndBrowser = (): {
  readonly started: ServerAndBrowser;
  readonly clock: ServerClock;
} => {
  const folder = dataFolder();
  const clock = serverClock(join(folder.path, 'clock'));
  return { started: startBoth(folder, clock.env), clock };
};
