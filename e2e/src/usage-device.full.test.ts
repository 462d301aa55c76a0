/** Two sites of one domain are one device: its cookie of 30 days is shared, and each site asks for consent itself. */
import { type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';

const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer(folder.path, { ROLLCALL_LOG_LEVEL: 'warn' }),
    launch({ args: ['--host-resolver-rules=MAP *.school.example 127.0.0.1'] }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

test('a.school.example and b.school.example report one device [9.uid]', async () => {
  const { port } = new URL(server.url);
  const context = await browser.newContext({ locale: 'en' });
  const reported: string[] = [];
  context.on('request', request => {
    if (!request.url().includes('/usage/v1/events')) return;
    const { data } = JSON.parse(request.postData() ?? '') as { data: { ext: { d?: string }[] } };
    for (const { d } of data.ext) if (d !== undefined) reported.push(d);
  });
  const page = await context.newPage();
  const cookies = async () => (await context.cookies()).filter(({ name }) => name.startsWith('usage.'));
  for (const name of ['a', 'b']) {
    reported.length = 0;
    await page.goto(`http://${name}.school.example:${port}/sign-in`);
    const agree = page.locator('#reporting').getByRole('button', { name: 'Agree', exact: true });
    await agree.waitFor();
    // A consent given on one site does not hold on the other.
    if (name === 'a') expect(await cookies()).toEqual([]);
    const sent = page.waitForRequest(/\/usage\/v1\/events(?:\?|$)/);
    await agree.click();
    await sent;
    const [uid, ...others] = await cookies();
    expect(others).toEqual([]);
    expect(uid?.domain).toBe('.school.example');
    const days = ((uid?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.abs(days - 30)).toBeLessThan(0.01);
    expect(new Set(reported)).toEqual(new Set([uid?.value]));
  }
  expect((await context.cookies()).filter(({ name }) => name.includes('probe'))).toEqual([]);
  await context.close();
});
