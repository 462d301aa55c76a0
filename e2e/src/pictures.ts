/** `npm run build -- pictures`: makes the pictures of the documents from the built pages with sample data of a school. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launch } from './browser.ts';
import { enter, sample, startConsoleServer } from './console.ts';
import { type Answer, call, newPhone, signUp, tokensOf } from './people.ts';
import { temporaryFolder } from './server.ts';
import { startSimulators } from './simulators.ts';

const into = join(import.meta.dirname, '../../docs/pictures');
const desktop = { viewport: { width: 1280, height: 800 }, locale: 'zh-CN' } as const;
const phone = { viewport: { width: 360, height: 740 }, locale: 'en' } as const;
/** User agents of the devices that sign in; the last one is the current device. */
const devices = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
];

const folder = temporaryFolder();
const simulators = await startSimulators();
// At a desk the simulator's form would stand where WeChat shows its code.
const env = Object.fromEntries(
  Object.entries(simulators.env).filter(([name]) => !name.startsWith('ROLLCALL_WECHAT')),
);
const server = await startConsoleServer(folder.path, env);
const browser = await launch();

/** Opens a path, waits until `there` is to be seen, and takes what the window shows. */
async function take(
  name: string,
  path: string,
  options: BrowserContextOptions,
  there: (page: Page) => Promise<unknown>,
): Promise<void> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'Accept-Language': options.locale ?? 'en' },
    ...options,
  });
  const page = await context.newPage();
  await page.goto(server.url + path);
  await there(page);
  await page.screenshot({ path: join(into, `${name}.png`), caret: 'hide' });
  await context.close();
  console.log(`docs/pictures/${name}.png`);
}

/** A call that has to succeed. */
async function done(method: string, path: string, body: unknown, token: string): Promise<void> {
  const answer = await call(server.url, method, path, body, token);
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer)}`);
}

try {
  mkdirSync(into, { recursive: true });
  const thirdParties = async (page: Page) => {
    await page.getByRole('button', { name: /QQ/ }).waitFor();
    await page.waitForLoadState('networkidle');
  };
  await take('sign-in', '/sign-in', desktop, thirdParties);
  await take('sign-in-phone', '/sign-in', { ...phone, colorScheme: 'dark' }, thirdParties);
  await take('contests', '/contests', { ...desktop, viewport: { width: 1120, height: 660 } }, page =>
    page.locator('[data-phase="shown"]').nth(3).waitFor(),
  );

  const number = newPhone();
  const { access, refresh: first } = tokensOf(await signUp(server, number, 'Secret#1'));
  const { body } = await call(server.url, 'GET', 'agreements?pid=test');
  const inForce = (body.data as unknown as { id: number }[]).map(({ id }) => id);
  await done('POST', 'agreements/sign', { agreement_ids: inForce, pid: 'test' }, access.token);
  await done('PATCH', 'info', { nickname: '林小满' }, access.token);
  let refresh = '';
  for (const agent of devices) {
    const answer = await fetch(`${server.url}/tiger/v3/web/accounts/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ identity: number, password: 'Secret#1', pid: 'test', agreement_ids: [-1] }),
    });
    refresh = tokensOf({ body: (await answer.json()) as Answer['body'] }).refresh.token;
  }
  await done('POST', 'logout', { refresh_token: first.token }, access.token);
  // a day at a school: some come, some mistype
  for (let pupil = 0; pupil < 9; pupil++) {
    const phone_number = newPhone();
    if (pupil < 6) await signUp(server, phone_number, 'Secret#1');
    const wrong = { identity: phone_number, password: 'Wrong#99', pid: 'test', agreement_ids: [-1] };
    if (pupil % 2 === 0) await call(server.url, 'POST', 'login', wrong);
    if (pupil > 5)
      await call(server.url, 'POST', 'captcha/login/post-process', { phone_number, pid: 'test' });
  }
  const signedIn = [
    { name: 'dev_refresh_token', value: refresh, domain: '127.0.0.1', path: '/', expires: -1 },
  ].map(cookie => ({ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' as const }));
  await take(
    'devices',
    '/account/devices',
    { ...desktop, storageState: { cookies: signedIn, origins: [] } },
    page => page.locator('li[data-current]').waitFor(),
  );

  await sample(server, folder.path);
  const operator = await browser.newContext({ ...desktop, extraHTTPHeaders: { 'Accept-Language': 'zh-CN' } });
  const page = await operator.newPage();
  await page.goto(server.url + server.firstRun);
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  const storageState = await operator.storageState();
  await operator.close();
  const asked = (question: object) =>
    `/console/ask?q=${encodeURIComponent(JSON.stringify({ v: 1, ...question }))}`;
  const drawn = (at: Page) => at.locator('[role=img]').first().waitFor();
  await take('console', '/console', { ...desktop, storageState }, at =>
    at.locator('main dl').first().waitFor(),
  );
  await take(
    'console-funnel',
    asked({
      kind: 'funnel',
      series: [
        { event: { kind: 'view', key: '/' } },
        { event: { kind: 'custom', key: 'lesson.open' } },
        { event: { kind: 'custom', key: 'lesson.done' } },
      ],
    }),
    { ...desktop, storageState, colorScheme: 'dark' },
    drawn,
  );
  await take(
    'console-trend',
    asked({ kind: 'trend', breakdowns: ['device.platform'] }),
    { ...desktop, storageState },
    drawn,
  );
} finally {
  await browser.close();
  await server.stop();
  await simulators.stop();
  folder.remove();
}
