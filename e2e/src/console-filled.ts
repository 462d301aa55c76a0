/** A console with the sample data of a school, and what admins make in it: no list of a view is empty. */
import type { Browser, BrowserContext } from 'playwright-core';
import { until } from '../../tools/testing/until.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, reportFailures, SAMPLE, sample, startConsoleServer } from './console.ts';
import { fillConsole, WEBHOOK_ORIGIN } from './console-content.ts';
import { firstAdmin } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { call, newPhone, signUp } from './people.ts';

export interface FilledConsole {
  readonly server: ConsoleServer;
  readonly browser: Browser;
  /** The browser of the first admin. */
  readonly admin: BrowserContext;
  /** What stands for its names in the addresses of the views' states. */
  readonly values: Readonly<Record<'PERSON' | 'PHONE' | 'PRODUCT', string>>;
  readonly stop: () => Promise<void>;
}

export async function startFilledConsole(): Promise<FilledConsole> {
  const folder = dataFolder();
  const env = { ROLLCALL_WEBHOOK_ORIGINS: WEBHOOK_ORIGIN };
  const [server, browser] = await Promise.all([startConsoleServer(folder.path, env), launch()]);
  const pupil = newPhone();
  const signedUp = await signUp(server, pupil, 'Secret#1');
  const { account_id: id } = (signedUp.body.data ?? {})['auth'] as { account_id: string };
  const admin = await firstAdmin(browser, server);
  await fillConsole(admin, server);
  // A refusal for the diagnosis.
  await call(server.url, 'POST', 'login', { identity: pupil, password: 'Wrong#1', pid: 'test' });
  await sample(server, folder.path);
  await reportFailures(server);
  // reports are kept a moment after they were taken
  await until(async () => {
    const answer = await admin.request.get(`${server.url}/console/v1/monitor/errors?product=${SAMPLE}`);
    const { data } = (await answer.json()) as { data: { items: unknown[] } };
    if (data.items.length < 2) throw new Error(`${data.items.length} groups of errors`);
  });
  return {
    server,
    browser,
    admin,
    values: { PERSON: id, PHONE: pupil, PRODUCT: SAMPLE },
    stop: async () => {
      await browser.close();
      await server.stop();
      folder.remove();
    },
  };
}
