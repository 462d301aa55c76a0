/** The guides to Vue and to WeChat and QQ: their own files in an empty folder, against the simulated vendors. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { compileScript, parse } from '../../proofs/src/vue.ts';
import { ensurePacked } from '../../tools/pack.mjs';
import { sample, sampleFolder } from '../../tools/samples.mjs';
import { launch } from './browser.ts';
import { byCommands, type FirstSteps, followGuide } from './first-steps.ts';
import { collectErrors } from './page-errors.ts';
import { beforeFailures } from './human-verification.ts';
import { newPhone, requestCode } from './people.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';
import { makeSite } from './sites.ts';

const folder = temporaryFolder();
let simulators: RunningSimulators;
let server: RunningServer;
let browser: Browser;
const errors: string[] = [];
const open: (() => Promise<unknown> | void)[] = [];
beforeAll(async () => {
  ensurePacked();
  simulators = await startSimulators();
  // One number gets two codes below.
  const env = { ...simulators.env, ROLLCALL_CODE_RETRY_SECONDS: '0' };
  [server, browser] = await Promise.all([startServer(folder.path, env), launch()]);
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  folder.remove();
});

/** A sample, with this server in the place of the guides' own, on port 8080. */
const here = (name: string): string => sample(name).replaceAll('http://127.0.0.1:8080', server.url);

/** By the guide's own commands, or with the packed packages and what this repository has. @returns its address */
const startSite = async (steps: FirstSteps, beside: readonly string[]): Promise<string> => {
  if (byCommands) return followGuide(steps, end => void open.push(end));
  const made = makeSite(steps.files, beside);
  open.push(made.remove);
  const { url, close } = await made.develop();
  open.push(close);
  return url;
};

const newContext = async (locale: string): Promise<BrowserContext> => {
  const context = await browser.newContext({ locale, viewport: { width: 360, height: 740 } });
  open.push(() => context.close());
  return context;
};
const visit = async (url: string, context?: BrowserContext): Promise<Page> => {
  const page = await (context ?? (await newContext('en'))).newPage();
  errors.length = 0;
  collectErrors(page, errors);
  await page.goto(url);
  return page;
};
test('the Vue guide compiles, including its template', () => {
  const { folder, write, remove } = sampleFolder();
  open.push(remove);
  const names = ['main.ts', 'rollcall.ts', 'problems.ts', 'use-session.ts', 'use-sign-in.ts'];
  const files = names.map(name => write(`vue/src/${name}`));
  const { descriptor, errors } = parse(sample('vue/src/App.vue'));
  expect(errors).toEqual([]);
  const component = compileScript(descriptor, {
    id: 'app',
    inlineTemplate: true,
    templateOptions: { compilerOptions: { expressionPlugins: ['typescript'] } },
  });
  // What the compiler makes of the script and the template, in the place of the file.
  writeFileSync(join(folder, 'vue/src/App.vue.ts'), component.content);
  const root = join(import.meta.dirname, '../..');
  const compilerOptions = {
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    allowImportingTsExtensions: true,
    paths: { vue: [join(root, 'proofs/node_modules/vue')] },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }),
  );
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('the Vue guide shows messages, agreements, a challenge and the account, and signs out in all tabs', async () => {
  const url = await startSite(
    {
      site: 'vue/site.sh',
      start: 'vue/start.sh',
      files: {
        'index.html': sample('vue/index.html'),
        'vite.config.js': sample('vue/vite.config.js'),
        'src/main.ts': sample('vue/src/main.ts'),
        'src/rollcall.ts': here('vue/src/rollcall.ts'),
        'src/problems.ts': sample('vue/src/problems.ts'),
        'src/use-session.ts': sample('vue/src/use-session.ts'),
        'src/use-sign-in.ts': sample('vue/src/use-sign-in.ts'),
        'src/App.vue': sample('vue/src/App.vue'),
      },
    },
    ['vue', '@vitejs/plugin-vue', 'vite'],
  );
  // The page is Chinese in any language of the browser.
  const page = await visit(url);
  const phone = newPhone();
  const field = (name: string) => page.locator(`[name="${name}"]`);
  await field('phone').fill('123');
  await page.locator('#send').click();
  await page.getByText('请输入 11 位手机号。').waitFor();
  const links = page.locator('form a');
  await links.first().waitFor();
  expect(await links.allTextContents()).toEqual(['《用户协议》', '《隐私政策》', '《儿童个人信息保护规则》']);
  const document = await fetch((await links.first().getAttribute('href')) ?? '', {
    headers: { 'accept-language': 'en' },
  });
  expect(await document.text()).toContain('账号由您本人使用');

  await beforeFailures();
  await field('phone').fill(phone);
  const code = await requestCode(page, server, phone, () => page.locator('#send').click());
  await page.getByText(`验证码已发送到 ${phone.slice(0, 3)}****${phone.slice(-4)}`).waitFor();
  // Sign-in requires consent to the agreements, and a wrong code shows a message.
  await field('code').fill(code === '000000' ? '111111' : '000000');
  await field('code').press('Enter');
  await page.getByText('请先阅读并同意协议。').waitFor();
  await field('agree').check();
  for (let wrong = 0; wrong < 3; wrong++) {
    const refused = page.waitForResponse(answer => answer.url().endsWith('/phone/login/silence'));
    await field('code').press('Enter');
    expect((await refused).status()).toBe(400);
    await page.getByText('验证码不对，或者已经过期。').waitFor();
  }
  // After three wrong codes the server requires a challenge before it sends another.
  const solved = page.waitForResponse(answer => answer.url().endsWith('/captcha/altcha'));
  const newest = await requestCode(page, server, phone, () => page.locator('#send').click());
  expect((await solved).status()).toBe(200);
  await field('code').fill(newest);
  await field('code').press('Enter');
  await page.getByRole('heading', { name: '到！学员' }).waitFor();

  // The account page of the server knows who it is, and a reload of this one does.
  const account = await visit((await page.getByText('我的账号').getAttribute('href')) ?? '', page.context());
  await account.locator('input[name="nickname"]').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: '到！学员' }).waitFor();
  const other = await visit(url, page.context());
  await other.getByRole('button', { name: '退出登录' }).click();
  await other.locator('[name="phone"]').waitFor();
  await field('phone').waitFor();
  expect(errors).toEqual([]);
});

describe('the guide to WeChat and QQ', () => {
  const decide = async (page: Page, person: string, decision = 'allow') => {
    await page.locator(`input[name="person"][value="${person}"]`).check();
    await page.locator(`button[name="decision"][value="${decision}"]`).click();
  };
  const start = () =>
    startSite(
      {
        site: 'third-party/site.sh',
        start: 'third-party/start.sh',
        files: {
          'index.html': sample('third-party/index.html'),
          'main.tsx': here('third-party/main.tsx'),
        },
      },
      ['react', 'react-dom'],
    );

  test('a first sign-in by WeChat binds a number, the next is immediate, and QQ is bound in the account', async () => {
    const url = await start();
    const page = await visit(url, await newContext('zh-CN'));
    const phone = newPhone();
    const home = page.locator('button[aria-haspopup]').first();
    await page.getByRole('button', { name: '微信登录' }).click();
    await decide(page, 'li-lei');
    await page.waitForURL(/\/oauth\/wechat\b/);
    await page.locator('input[autocomplete="tel-national"]').fill(phone);
    const code = await requestCode(page, server, phone, () =>
      page.getByRole('button', { name: '获取验证码' }).click(),
    );
    await page.locator('input[type="checkbox"]').check();
    await page.locator('input[autocomplete="one-time-code"]').fill(code);
    await page.waitForURL(url);
    await home.click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();

    await page.getByRole('button', { name: '微信登录' }).click();
    await decide(page, 'li-lei');
    await page.waitForURL(url);
    await home.click();
    await page.getByRole('menuitem', { name: '我的账号' }).click();
    await page.waitForURL('**/account/security');
    await page.getByRole('button', { name: /^绑定\s?QQ$/ }).click();
    await decide(page, 'li-lei');
    await page.getByRole('button', { name: '确认绑定' }).click();
    await page.waitForURL('**/account/security');
    await page.getByRole('button', { name: /^解绑\s?QQ$/ }).waitFor();
    expect(errors).toEqual([]);
  });

  test('a declined sign-in says so, and a callback that this browser did not start is refused', async () => {
    const url = await start();
    const page = await visit(url, await newContext('zh-CN'));
    await page.getByRole('button', { name: '微信登录' }).click();
    await decide(page, 'lucy', 'refuse');
    await page.locator('[data-end="denied"]').waitFor();
    const sent: string[] = [];
    page.on('request', request => {
      if (/\/accounts\/oauth\/(?:wechat|qq)$/.test(request.url())) sent.push(request.url());
    });
    for (const vendor of ['wechat', 'qq']) {
      await page.goto(`${url}oauth/${vendor}?code=stolen&state=${'ab'.repeat(24)}`);
      await page.locator('[data-end="forged"]').waitFor();
    }
    expect(sent).toEqual([]);
    expect((await page.context().cookies()).filter(({ name }) => name.includes('_token'))).toEqual([]);
  });

  test.runIf(!byCommands).each(['wechat', 'qq'] as const)(
    'without components, %s creates an account after consent to the agreements, and signs in the next time',
    async vendor => {
      const made = makeSite(
        {
          'index.html':
            '<!doctype html><meta charset="utf-8"><button id="go">Go</button><p id="end"></p><script type="module" src="/page.js"></script>',
          'plain.js': here('third-party/plain.js'),
        },
        [],
      );
      open.push(made.remove);
      writeFileSync(
        join(made.folder, 'page.js'),
        `import { comeBack, leaveFor } from './plain.js';
        const end = document.getElementById('end');
        document.getElementById('go').onclick = () => leaveFor('${vendor}');
        const agreements = [];
        if (location.pathname.startsWith('/oauth/'))
          comeBack(async list => agreements.push(...list.map(one => one.code)) > 0).then(
            path => { end.textContent = JSON.stringify({ path, agreements }); },
            error => { end.textContent = error.name; });`,
      );
      const { url, close } = await made.develop();
      open.push(close);
      const page = await visit(url, await newContext('zh-CN'));
      const end = page.locator('#end:not(:empty)');
      const signIn = async (decision?: string) => {
        await page.goto(url);
        await page.locator('#go').click();
        await decide(page, 'han-meimei', decision);
        return JSON.parse((await end.textContent()) ?? '') as unknown;
      };
      expect(await signIn()).toEqual({
        path: '/',
        agreements: ['user-agreement', 'privacy-policy', 'children-privacy'],
      });
      // The state is used: the same URL again does not sign in.
      await page.reload();
      expect(await end.textContent()).toBe('IllegalOperation');
      expect(await signIn()).toEqual({ path: '/', agreements: [] });
      if (vendor === 'wechat') expect(await signIn('refuse')).toEqual({ agreements: [] });
      expect(errors).toEqual([]);
    },
  );
});
