/** The set-up of tests of the usage library: a server, a site that reports to it, and a person and a browser context for each test. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';
import { newPerson, type Person } from './usage-data.ts';
import { type Site, startSite } from './usage-site.ts';

/** Set by the hooks: read it in tests and hooks only. */
export interface ServerAndSite {
  /** The server's data folder. */
  readonly folder: string;
  readonly server: RunningServer;
  readonly site: Site;
  readonly browser: Browser;
  /** New for each test. */
  readonly context: BrowserContext;
  /** New for each test. */
  readonly person: Person;
}

/** Starts all before the tests of the calling file, and ends them after these. */
export const serverAndSite = (): ServerAndSite => {
  const folder = dataFolder();
  const started = { folder: folder.path } as { -readonly [Name in keyof ServerAndSite]: ServerAndSite[Name] };
  beforeAll(async () => {
    [started.server, started.site, started.browser] = await Promise.all([
      startServer(folder.path, { ROLLCALL_LOG_LEVEL: 'warn' }),
      startSite(),
      launch(),
    ]);
  });
  afterAll(async () => {
    // Each is missing if its start failed.
    await (started.browser as Browser | undefined)?.close();
    await (started.site as Site | undefined)?.close();
    await (started.server as RunningServer | undefined)?.stop();
    folder.remove();
  });
  beforeEach(async () => {
    started.person = await newPerson(started.server);
    started.context = await started.browser.newContext();
  });
  afterEach(() => (started.context as BrowserContext | undefined)?.close());
  return started;
};
