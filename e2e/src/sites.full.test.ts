/** Sites that developers make: those of the guides and of examples/, with the packed packages, in a real browser. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ensurePacked } from '../../tools/pack.mjs';
import { sample } from '../../tools/samples.mjs';
import { launch } from './browser.ts';
import { byCommands, followGuide } from './first-steps.ts';
import { beforeFailures } from './human-verification.ts';
import { collectErrors } from './page-errors.ts';
import { call, inForce, newPhone, requestCode, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';
import { makeSite, type Served, type Site } from './sites.ts';
import { linkReact18 } from '../../tools/testing/installed.ts';

const root = join(import.meta.dirname, '../..');
const password = 'Secret#1';
const serviceSecret = 'k8-a-service-secret-0123456789-QwZx';
const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
const errors: string[] = [];
const open: (() => Promise<unknown> | void)[] = [];
beforeAll(async () => {
  ensurePacked();
  [server, browser] = await Promise.all([
    // One number gets two codes below.
    startServer(folder.path, {
      ROLLCALL_CODE_RETRY_SECONDS: '0',
      ROLLCALL_SERVICE_SECRETS: `my-school:${serviceSecret}`,
    }),
    launch(),
  ]);
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** The guides' server is on port 8080; this one is on any. */
const here = (text: string): string => text.replaceAll('http://127.0.0.1:8080', server.url);
const site = (files: Parameters<typeof makeSite>[0]): Site => {
  const made = makeSite(files);
  open.push(made.remove);
  return made;
};
const served = async (serving: Promise<Served>): Promise<string> => {
  const { url, close } = await serving;
  open.push(close);
  return url;
};
const visit = async (url: string, locale = 'zh-CN'): Promise<Page> => {
  const context = await browser.newContext({ locale, viewport: { width: 360, height: 740 } });
  open.push(() => context.close());
  const page = await context.newPage();
  errors.length = 0;
  collectErrors(page, errors);
  await page.goto(url);
  return page;
};
/** Signs up by the components of @rollcall/react. */
const signUp = async (page: Page, phone: string): Promise<void> => {
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  const send = page.getByRole('button', { name: '获取验证码' });
  const code = await requestCode(page, server, phone, () => send.click());
  await page.locator('input[autocomplete="one-time-code"]').fill(code);
  await page.locator('input[autocomplete="new-password"]').fill(password);
  await page.locator('input[type="checkbox"]').check();
  await page.locator('form button[type="submit"]').click();
};
const signOut = async (page: Page): Promise<void> => {
  await page.locator('button[aria-haspopup]').first().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
};

/** By the guide's own commands, or with what is installed in this repository: the short form, without a network. */
const firstSteps = (): Promise<string> => {
  const files = {
    'index.html': sample('first-steps/index.html'),
    'main.tsx': here(sample('first-steps/main.tsx')),
  };
  if (!byCommands) return served(site(files).develop());
  const steps = { site: 'first-steps/site.sh', start: 'first-steps/start.sh', files };
  return followGuide(steps, end => void open.push(end));
};

test('the React guide leads from an empty folder to a sign-in that works', async () => {
  const page = await visit(await firstSteps());
  await page.getByRole('link', { name: '注册' }).click();
  await page.waitForURL('**/sign-up');
  const phone = newPhone();
  await signUp(page, phone);
  await page.locator('button[aria-haspopup]').waitFor();
  // The server's own cookie is left only where the page is of its host's site, which localhost is not.
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(cookies.filter(name => name !== 'rollcall_browser').sort()).toEqual([
    'access_token',
    'refresh_token',
    'token_type',
  ]);
  await signOut(page);
  await page.locator('input[autocomplete="tel-national"]').waitFor();
  expect(errors).toEqual([]);
});

/** Signs in on a plain page, in Chinese or English. */
const onPlainPage = async (page: Page, phone = newPhone()): Promise<void> => {
  await page.locator('[name="phone"]').fill(phone);
  const code = await requestCode(page, server, phone, () => page.locator('#send').click());
  await page.locator('[name="code"]').fill(code);
  await page.locator('[name="code"]').press('Enter');
  await page.locator('#name', { hasText: '学员' }).waitFor();
  await page.reload();
  await page.locator('#name', { hasText: '学员' }).waitFor();
  await page.locator('#out').click();
  await page.locator('[name="phone"]').waitFor();
  expect(errors).toEqual([]);
};

/** By the guide's own commands, or copied: the short form, without a network. Its scripts come from the server. */
const plainPage = (): Promise<string> => {
  const changed = (name: string) => here(readFileSync(join(root, 'examples/plain-page', name), 'utf8'));
  const files = { 'index.html': changed('index.html'), 'page.js': changed('page.js') };
  if (byCommands)
    return followGuide(
      { site: 'plain-page/site.sh', start: 'plain-page/start.sh', files },
      end => void open.push(end),
    );
  const made = site('examples/plain-page');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(made.folder, name), text);
  return served(made.develop());
};

test('the guide to a plain page: error messages, agreements, a challenge, a sign-in', async () => {
  const page = await visit(await plainPage());
  await page.locator('[name="phone"]').fill('123');
  await page.locator('#send').click();
  await page.getByText('请输入 11 位手机号。').waitFor();
  const links = page.locator('#agreements a');
  await links.first().waitFor();
  expect(await links.allTextContents()).toEqual(['《用户协议》', '《隐私政策》', '《儿童个人信息保护规则》']);
  const document = await fetch((await links.first().getAttribute('href')) ?? '');
  expect(document.status).toBe(200);

  // Sign-in requires consent to the agreements, and a wrong code shows a message.
  await beforeFailures();
  const phone = newPhone();
  await page.locator('[name="phone"]').fill(phone);
  const code = await requestCode(page, server, phone, () => page.locator('#send').click());
  await page.getByText(`验证码已发送到 ${phone.slice(0, 3)}****${phone.slice(-4)}`).waitFor();
  await page.locator('[name="code"]').fill(code === '000000' ? '111111' : '000000');
  await page.locator('[name="code"]').press('Enter');
  await page.getByText('请先阅读并同意协议。').waitFor();
  await page.locator('[name="agree"]').check();
  for (let wrong = 0; wrong < 3; wrong++) {
    const refused = page.waitForResponse(answer => answer.url().endsWith('/phone/login/silence'));
    await page.locator('[name="code"]').press('Enter');
    expect((await refused).status()).toBe(400);
    await page.getByText('验证码不对，或者已经过期。').waitFor();
  }
  // After three wrong codes the server requires a challenge before it sends another.
  const solved = page.waitForResponse(answer => answer.url().endsWith('/captcha/altcha'));
  await Promise.all([solved, onPlainPage(page, phone)]);
  expect((await solved).status()).toBe(200);
});

test.each(['of this repository', '18'])(
  'the example of a React site, built with React %s: sign up, a lesson, the account, sign out, sign in',
  async react => {
    const made = site('examples/react-site');
    if (react === '18') linkReact18(made.folder);
    writeFileSync(join(made.folder, '.env'), `VITE_ACCOUNTS=${server.url}\n`);
    const url = await served(made.publish());
    const page = await visit(url);
    const phone = newPhone();
    await page.getByRole('link', { name: '注册一个账号' }).click();
    await signUp(page, phone);
    await page.getByRole('heading', { name: '同学，今天学什么？' }).waitFor();
    await page.goto(`${url}account/security`);
    await page
      .getByText(/138\*{4}|139\*{4}/)
      .first()
      .waitFor();
    await signOut(page);
    await page.getByRole('link', { name: '注册一个账号' }).waitFor();

    await page.goto(`${url}sign-in`);
    await page.locator('input[name="way"][value="password"]').check({ force: true });
    await page.locator('input[autocomplete^="username"]').fill(phone);
    await page.locator('input[autocomplete="current-password"]').fill(password);
    await page.locator('form button[type="submit"]').click();
    await page.getByRole('heading', { name: '同学，今天学什么？' }).waitFor();
    expect(errors).toEqual([]);
  },
);

/** A page of the samples, with a client of the guides' pid. */
const pageOf = (parts: string, imports: string): string =>
  here(`import '@rollcall/react/style.css';
    import { init } from '@rollcall/account';
    import { EmailSignUp, RollcallProvider, zhCN } from '@rollcall/react';
    import { createRoot } from 'react-dom/client';
    ${imports}
    const auth = init({ pid: 'my-school', appid: 'web', product_code: 'my-school', platform: 'web', host: 'http://127.0.0.1:8080' });
    const Page = () => ${parts};
    createRoot(document.getElementById('root')).render(<RollcallProvider auth={auth} phrases={zhCN}><Page /></RollcallProvider>);`);

test("an action is confirmed by a code after a human verification; the school's server uses the ticket once [7.checkCommonCaptcha]", async () => {
  vi.stubEnv('ROLLCALL_ISSUER', server.url);
  vi.stubEnv('ROLLCALL_SERVICE_SECRET', serviceSecret);
  const made = site({
    'index.html': sample('first-steps/index.html'),
    'main.tsx': pageOf('<LeaveCourse />', "import { LeaveCourse } from './leave-course.tsx';"),
    'spend-ticket.mjs': sample('confirm/spend-ticket.mjs'),
  });
  const { spendTicket } = (await import(
    /* @vite-ignore */ pathToFileURL(join(made.folder, 'spend-ticket.mjs')).href
  )) as { spendTicket: (ticket: unknown) => Promise<string | undefined> };
  vi.unstubAllEnvs();
  /** What the pages sent to the school's server, with what the ticket proved. */
  const left: { ticket: string; phone: string | undefined }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { ticket } = (await json(request)) as { ticket: string };
    const phone = await spendTicket(ticket);
    left.push({ ticket, phone });
    response
      .writeHead(phone === undefined ? 403 : 200, { 'access-control-allow-origin': '*' })
      .end(JSON.stringify({ left: phone !== undefined }));
  };
  const school = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  open.push(() => void school.close());
  await once(school, 'listening');
  const { port } = school.address() as AddressInfo;
  writeFileSync(
    join(made.folder, 'leave-course.tsx'),
    sample('confirm/leave-course.tsx').replace("'/leave'", `'http://127.0.0.1:${port}/leave'`),
  );

  const page = await visit(await served(made.develop()));
  const phone = newPhone();
  const code = page.locator('input[autocomplete="one-time-code"]');
  const send = page.locator('form button[data-figures]');
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  const sentTo = async () => {
    const sent = page.waitForResponse(answer => answer.url().endsWith('/captcha/common') && answer.ok());
    await send.click();
    await sent;
    return server.code(phone);
  };
  await beforeFailures();
  const right = await sentTo();
  for (let wrong = 0; wrong < 3; wrong++) {
    const refused = page.waitForResponse(answer => answer.url().endsWith('/captcha/common/check'));
    await code.fill(right === '000000' ? '111111' : '000000');
    expect((await refused).status()).toBe(400);
    // The form takes another code once it has shown the refusal of this one.
    await page.locator('input[autocomplete="one-time-code"][aria-invalid="true"]').waitFor();
    await code.fill('');
  }
  const solved = page.waitForResponse(answer => answer.url().endsWith('/captcha/altcha'));
  const newest = await sentTo();
  expect((await solved).status()).toBe(200);
  await code.fill(newest);
  await page.locator('[data-done]', { hasText: '已确认' }).waitFor();
  expect(left).toEqual([{ ticket: expect.any(String), phone }]);
  // The ticket again, from the school's server: it proves nothing any more.
  expect(await spendTicket(left[0]?.ticket)).toBeUndefined();
  // And a page that has the secret is refused by name.
  const refused = await page.evaluate(
    async ([url, secret, ticket]) => {
      const answer = await fetch(url ?? '', {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ticket }),
      });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    },
    [`${server.url}/service/v1/tickets/common`, serviceSecret, left[0]?.ticket],
  );
  expect(refused).toEqual([403, 'RC_412']);
});

test("a form fills the guide's container under the site's own heading", async () => {
  const made = site({
    'index.html': sample('first-steps/index.html'),
    'placed.tsx': sample('react/placed.tsx'),
    'placed.css': sample('react/placed.css'),
    'main.tsx': pageOf('<Placed />', "import { Placed } from './placed.tsx';"),
  });
  const page = await visit(await served(made.develop()));
  await page.setViewportSize({ width: 1280, height: 800 });
  const heading = page.locator('form h1');
  await heading.waitFor();
  expect(await page.locator('h1').allTextContents()).toEqual(['My school']);
  const width = async () => (await page.locator('form').boundingBox())?.width;
  // 26rem, with the padding in it or beside it.
  expect(await width()).toBeLessThanOrEqual(416);
  expect(await width()).toBeGreaterThan(350);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await width()).toBeLessThanOrEqual(320);
  expect(errors).toEqual([]);
});

test("the guide's components: one form for sign-in and sign-up, binding a number, the agreements [7.loginSilently 7.bindPhone 7.checkPhone 7.getProtocols]", async () => {
  const made = site({
    'index.html': sample('first-steps/index.html'),
    'join.tsx': sample('react/join.tsx'),
    'needs-number.tsx': sample('react/needs-number.tsx'),
    'whose-number.ts': sample('react/whose-number.ts'),
    'documents.tsx': sample('react/documents.tsx'),
    'main.tsx': pageOf(
      `<>{location.pathname === '/by-email'
        ? <EmailSignUp signIn="/" onSignedUp={() => location.assign('/course')} />
        : location.pathname === '/course' ? <NeedsNumber><h1>The course</h1></NeedsNumber> : <Join />}
        <output onClick={async event => { event.target.textContent = await whoseNumber(auth, event.target.textContent); }} />
        <Documents /></>`,
      `import { Join } from './join.tsx'; import { NeedsNumber } from './needs-number.tsx';
       import { whoseNumber } from './whose-number.ts'; import { Documents } from './documents.tsx';`,
    ),
  });
  const url = await served(made.develop());
  const page = await visit(url);
  const phone = newPhone();
  /** Signs in by the one form; the code is sent when it is complete. */
  const joinIn = async () => {
    await page.locator('input[autocomplete="tel-national"]').fill(phone);
    const code = await requestCode(page, server, phone, () =>
      page.locator('form button[data-figures]').click(),
    );
    await page.locator('input[type="checkbox"]').check();
    await page.locator('input[autocomplete="one-time-code"]').fill(code);
  };
  await Promise.all([page.waitForURL('**/welcome'), joinIn()]);
  await signOut(page);
  await Promise.all([page.waitForURL(url), joinIn()]);
  await page.locator('button[aria-haspopup]').waitFor();
  const links = page.locator('footer a');
  await links.first().waitFor();
  expect(await links.allTextContents()).toEqual(['用户协议', '隐私政策']);
  const document = await fetch((await links.first().getAttribute('href')) ?? '');
  expect(document.status).toBe(200);
  await signOut(page);

  await page.goto(`${url}by-email`);
  const email = `pupil${phone}@school.example`;
  await page.locator('input[type="email"]').fill(email);
  const sent = page.waitForResponse(answer => answer.url().endsWith('/email/captcha/send') && answer.ok());
  await page.locator('form button[data-figures]').click();
  await sent;
  // By then the page has moved the focus to the code, which would take what is typed into another field.
  await page
    .getByText(/\*{3}@/)
    .first()
    .waitFor();
  await page.locator('input[autocomplete="one-time-code"]').fill(await server.code(email));
  await page.locator('input[autocomplete="new-password"]').fill(password);
  await page.locator('input[type="checkbox"]').check();
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL('**/course');
  const own = newPhone();
  const number = page.locator('input[autocomplete="tel-national"]');
  await number.waitFor();
  const whose = async (site: string) => {
    const output = page.locator('output');
    await output.evaluate((element, text) => {
      element.textContent = text;
    }, site);
    await output.dispatchEvent('click');
    await output.filter({ hasText: 'number' }).waitFor();
    return output.textContent();
  };
  expect([await whose(phone), await whose(own)]).toEqual([
    'Another account has this number.',
    'This number is free.',
  ]);
  await number.fill(own);
  const bindSent = page.waitForResponse(
    answer => answer.url().endsWith('/captcha/phone/bind') && answer.ok(),
  );
  await page.locator('form button[data-figures]').click();
  await bindSent;
  await page.locator('input[autocomplete="one-time-code"]').fill(await server.code(own));
  await page.getByRole('heading', { name: 'The course' }).waitFor();
  expect(await whose(own)).toBe('This is your number.');
  expect(errors).toEqual([]);
});

test('the forms on a site of its own ask for the age in a dialog; who is under 14 waits there for the guardian', async () => {
  const own = dataFolder();
  const alone = await startServer(own.path, { ROLLCALL_MINORS: 'pages', ROLLCALL_CODE_RETRY_SECONDS: '0' });
  const main = server;
  server = alone;
  open.push(async () => {
    server = main;
    await alone.stop();
    own.remove();
  });
  const made = site({
    'index.html': sample('first-steps/index.html'),
    'main.tsx': pageOf(
      `location.pathname === '/sign-up' ? <SignUp signIn="/" onSignedUp={() => location.assign('/course')} />
        : location.pathname === '/course' ? <h1>The course</h1>
        : <SignIn signUp="/sign-up" reset="/reset" onSignedIn={() => location.assign('/course')} />`,
      `import { SignIn, SignUp } from '@rollcall/react';`,
    ),
  });
  const url = await served(made.develop());
  const year = new Date().getFullYear();
  const dialogOf = (page: Page) => page.getByRole('dialog');
  const say = async (page: Page, born: number) => {
    await dialogOf(page).getByLabel('出生年份').selectOption(String(born));
    await dialogOf(page)
      .getByRole('button', { name: /^确认，我出生于/ })
      .click();
  };

  const grown = newPhone();
  const page = await visit(`${url}sign-up`);
  await signUp(page, grown);
  await dialogOf(page).getByLabel('出生年份').waitFor();
  expect(new URL(page.url()).pathname).toBe('/sign-up');
  await say(page, year - 30);
  await page.getByRole('heading', { name: 'The course' }).waitFor();

  // Somebody who signed up without the forms is asked at the next sign-in.
  const pupil = newPhone();
  const body = { phone_number: pupil, pid: 'my-school' };
  await call(alone.url, 'POST', 'captcha/login/silence', body);
  const code = {
    ...body,
    captcha: await alone.code(pupil),
    agreement_ids: await inForce(alone.url, 'my-school'),
  };
  tokensOf(await call(alone.url, 'POST', 'phone/login/silence', code));
  const later = await visit(url);
  await later.getByLabel('手机号', { exact: true }).fill(pupil);
  const sent = later.waitForResponse(answer => /captcha\/login\//.test(answer.url()) && answer.ok());
  await Promise.all([sent, later.getByRole('button', { name: '获取验证码' }).click()]);
  await later.locator('input[autocomplete="one-time-code"]').fill(await alone.code(pupil));
  await say(later, year - 9);
  await dialogOf(later).getByText('需要监护人同意').waitFor();
  await dialogOf(later).locator('input[autocomplete="tel-national"]').fill(newPhone());
  await dialogOf(later).getByRole('button', { name: '发送链接' }).click();
  await dialogOf(later).getByText('等待监护人同意').waitFor();
  expect(await dialogOf(later).locator('output').first().textContent()).toMatch(/^\d{6}$/);
  expect(new URL(later.url()).pathname).toBe('/');
  // A person who leaves is signed out, and asked again at the next sign-in.
  await dialogOf(later).getByRole('button', { name: '退出登录，以后再继续' }).click();
  await dialogOf(later).waitFor({ state: 'detached' });
  const held = await later.context().cookies();
  expect(held.filter(({ name }) => name.includes('_token'))).toEqual([]);
  expect(errors).toEqual([]);
});

test('agreements have the language of the page, of a site and of the server, not of the browser', async () => {
  const made = site({
    'index.html': sample('first-steps/index.html'),
    'main.tsx': here(sample('first-steps/main.tsx')),
  });
  const url = await served(made.develop());
  const read = async (page: Page, titles: string[], text: string) => {
    const links = page.locator('form [id$="agreements-words"] button');
    await links.first().waitFor();
    await expect.poll(() => links.allTextContents()).toEqual(titles);
    await links.first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(text).waitFor();
    // The page of its own says the same.
    const own = await page.request.get(
      (await dialog.locator('a').evaluate((a: HTMLAnchorElement) => a.href)) ?? '',
    );
    expect(await own.text()).toContain(text);
    await page.keyboard.press('Escape');
  };
  const chinese = ['《用户协议》', '《隐私政策》', '《儿童个人信息保护规则》'];
  const english = ['User Agreement', 'Privacy Policy', "Children's Privacy Rules"];
  // A Chinese site, read by an English browser: the text comes from the server's host.
  const page = await visit(`${url}sign-up`, 'en');
  await read(page, chinese, '账号由您本人使用');
  expect(errors).toEqual([]);
  // The server's own page in a Chinese browser, before and after the switch.
  const hosted = await visit(`${server.url}/sign-up`);
  await read(hosted, chinese, '账号由您本人使用');
  await hosted.getByRole('button', { name: 'English' }).click();
  await hosted.locator('html[lang="en"]').waitFor({ state: 'attached' });
  await read(hosted, english, 'Your account is for you alone.');
});
