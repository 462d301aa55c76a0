/** A Chromium that can be killed: a process group of its own, with a profile that stays. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM } from './browser.ts';

export interface Killable {
  readonly context: BrowserContext;
  /** Ends every process of it immediately, as a crash does. */
  kill(): Promise<void>;
  /** Ends it as a person does. */
  close(): Promise<void>;
}

/**
 * @param profile the folder of its profile
 * @param options.args more of its arguments
 * @param options.home its home folder, where it finds certificates to trust
 * @param options.oneVisible whether a tab behind another one is hidden, as people have it; otherwise all tabs are visible and
 * focused, as playwright has them
 */
export async function launchKillable(
  profile: string,
  {
    args = [],
    home,
    oneVisible = false,
  }: { args?: readonly string[]; home?: string; oneVisible?: boolean } = {},
): Promise<Killable> {
  const portFile = join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  rmSync(join(profile, 'SingletonLock'), { force: true });
  const child = spawn(
    CHROMIUM,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      ...args,
      'about:blank',
    ],
    {
      detached: true,
      stdio: 'ignore',
      ...(home === undefined ? {} : { env: { ...process.env, HOME: home } }),
    },
  );
  const ended = once(child, 'exit');
  const pid = child.pid ?? 0;
  const port = await new Promise<string>((resolve, reject) => {
    const look = setInterval(() => {
      const text = existsSync(portFile) ? readFileSync(portFile, 'utf8') : '';
      if (text.includes('\n')) {
        clearInterval(look);
        resolve(text.split('\n')[0] ?? '');
      }
    }, 20);
    child.once('exit', code => {
      clearInterval(look);
      reject(new Error(`Chromium ended with ${code}.`));
    });
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: oneVisible });
  const context = browser.contexts()[0];
  if (!context) throw new Error('Chromium has no profile.');
  const kill = async () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
    await ended;
    await browser.close().catch(() => {});
  };
  return {
    context,
    kill,
    async close() {
      const session = await browser.newBrowserCDPSession();
      // Pending writes reach the disk.
      await session.send('Browser.close').catch(() => {});
      await ended;
      // Helpers of the group that outlive it for a moment.
      await kill();
    },
  };
}
