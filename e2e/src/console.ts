/** Operators in a browser: the link of the first run, and the views of the console in which they are looked at. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openContexts } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

export const PASSWORD = 'four plain words here';
/** The product of the sample data. */
export const SAMPLE = 'sample-school';

export interface ConsoleServer extends RunningServer {
  /** The first-run URL that the server printed. */
  readonly firstRun: string;
}

/** The addresses of the servers that operators sign in at. */
const started = new Set<string>();

/** Starts a server without operators, and reads the link that it prints. @param env more of its environment */
export async function startConsoleServer(
  data: string,
  env: Record<string, string> = {},
): Promise<ConsoleServer> {
  let printed = '';
  let found: (link: string) => void = () => {};
  const link = new Promise<string>(resolve => {
    found = resolve;
  });
  const server = await startServer(data, env, child => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [path] = /\/console\/first-run#[\w-]{43}/.exec(printed) ?? [];
      if (path) found(path);
    });
  });
  // it is printed with the address, or in the line after it
  const firstRun = await link;
  started.add(server.url);
  server.process.once('exit', () => started.delete(server.url));
  return { ...server, firstRun };
}

/** Loads sample data of a small school for some days, as `npm run sample` does. */
export async function sample(server: RunningServer, data: string): Promise<void> {
  const { key } = JSON.parse(readFileSync(join(data, 'usage', 'sample-key.json'), 'utf8')) as { key: string };
  const answer = await fetch(`${server.url}/usage/v1/sample`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-rollcall-sample-key': key },
    body: JSON.stringify({ days: 21, pupils: 80, seed: 7 }),
  });
  if (!answer.ok) throw new Error(`No sample data: ${answer.status} ${await answer.text()}`);
}

/**
 * Errors of the sample's pages, as the browser library reports them: two groups, of which one is found by far the most often; and a chunk that
 * could not be loaded, as a small sample has weeks without one.
 */
export async function reportFailures(server: RunningServer): Promise<void> {
  const report = (release: string, list: 'e' | 'f', parts: readonly (string | number)[]) =>
    `p=${SAMPLE}&v=${release}&u=%2Flesson&d=0&${list}=${parts.map(part => encodeURIComponent(part)).join('!')}`;
  const error = (count: number, name: string, message: string, release: string) =>
    report(release, 'e', [count, 'error', name, message, 'openLesson@/static/lesson.1a2b3c4d5e6f.js:1:992']);
  for (const fields of [
    error(12, 'TypeError', "Cannot read properties of undefined (reading 'answers')", '2026.11-ab12cd'),
    error(1, 'NotAllowedError', `play() failed ${'because nobody pressed anything '.repeat(5)}`, '2026.10'),
    report('2026.11-ab12cd', 'f', [1, 'chunk', '/static/12.1a2b3c4d5e6f.js', 'chunk 12', 'error']),
  ]) {
    // the second answer says that the first is taken
    const answer = await fetch(`${server.url}/monitor/v1.gif?${fields}`);
    if (!answer.ok) throw new Error(`No report: ${answer.status} ${await answer.text()}`);
  }
}

/** Creates an alert rule as the signed-in operator. */
export async function addAlertRule(context: BrowserContext, server: RunningServer): Promise<void> {
  const answer = await context.request.post(`${server.url}/console/v1/monitor/rules`, {
    headers: { origin: server.url },
    data: {
      name: '登录接口失败',
      product: SAMPLE,
      kind: 'failed-share',
      target: 'POST /tiger/v3/web/accounts/login',
      percentile: 0.75,
      threshold: 0.05,
      window: 5,
      least: 50,
      hours: null,
      channel: null,
      enabled: true,
    },
  });
  if (!answer.ok()) throw new Error(`No rule: ${answer.status()} ${await answer.text()}`);
}

const proof = (context: BrowserContext, url: string) =>
  context.request.post(`${url}/console/v1/me/proof`, {
    headers: { origin: url },
    data: { proof: { method: 'password', password: PASSWORD } },
  });

/** Proves again who the signed-in operator is, by the password: for calls that need it within five minutes. */
export async function prove(context: BrowserContext, server: RunningServer): Promise<void> {
  const answer = await proof(context, server.url);
  if (!answer.ok()) throw new Error(`No proof: ${answer.status()} ${await answer.text()}`);
}

/** Proves again who every operator in an open browser is. Without a session (401), or with a second factor (403), nothing is renewed. */
export async function renewProofs(): Promise<void> {
  for (const context of openContexts()) {
    for (const url of started) {
      const signedIn = (await context.cookies(url)).some(({ name }) => name === 'rollcall_console');
      if (!signedIn) continue;
      const answer = await proof(context, url);
      if (![200, 401, 403].includes(answer.status()))
        throw new Error(`No proof: ${answer.status()} ${await answer.text()}`);
    }
  }
}

/** Fills the name field, if there is one, and every password field, and submits by Enter. */
export async function enter(page: Page, name: string | undefined): Promise<void> {
  const form = page.locator('form');
  await form.locator('[name=password]').waitFor();
  if (name !== undefined) await form.locator('[name=name]').fill(name);
  await form.locator('[name=password]').fill(PASSWORD);
  const again = form.locator('[name=again]');
  if ((await again.count()) > 0) await again.fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/**
 * Publishes a version of an agreement as a signed-in operator.
 * @param on.pid whose it is; without it everybody's
 * @param on.code of one that is there: a new version
 */
export async function publish(
  page: Page,
  on: { readonly url: string; readonly code: string; readonly pid?: string },
  titles: { readonly 中文: string; readonly English: string },
): Promise<void> {
  const { url, code, pid } = on;
  await page.goto(`${url}/console/agreements/edit?code=${code}${pid === undefined ? '' : `&pid=${pid}`}`);
  for (const [language, title] of Object.entries(titles)) {
    await page.getByRole('radio', { name: language }).check({ force: true });
    await page.getByRole('textbox', { name: /标题/ }).fill(title);
    await page.getByRole('textbox', { name: /正文/ }).fill(`# ${title}\n\n${title}。`);
  }
  await page.getByRole('button', { name: '发布' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await page.waitForURL(new RegExp(`/console/agreements/${code}`));
}

export { outOfSight, sideways, violations } from './axe.ts';
