/** Every act of the console by the keyboard alone: what a press opens has the focus, and Escape gives it back to what opened it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ViewState } from '../../apps/console/src/view.ts';
import { pressAll, unpressed } from './console-acts.ts';
import { type FilledConsole, startFilledConsole } from './console-filled.ts';
import { everywhere, frameActs, immediateActs } from './console-immediate-acts.ts';
import { openState, views } from './console-views.ts';

let filled: FilledConsole;

beforeAll(async () => {
  filled = await startFilledConsole();
  await filled.admin.grantPermissions(['clipboard-write']);
});
afterAll(() => filled?.stop());

/** A state of a dialog: its act is pressed in the state before. */
const isDialog = ({ steps = [] }: ViewState): boolean =>
  steps.some(step => JSON.stringify(step).includes('dialog'));

test.each(views)('the acts of $path', async ({ path, states }) => {
  const listed = immediateActs[path] ?? [];
  const page = await filled.admin.newPage();
  const pressed = new Set<string>();
  for (const state of states.filter(each => !isDialog(each))) {
    const open = () => openState(page, filled.server.url, state, filled.values);
    await pressAll(page, { within: 'main', open, immediate: [...listed, ...everywhere] }, pressed);
  }
  expect(unpressed(listed, pressed)).toEqual([]);
  await page.close();
});

test('what is listed is of a view', () => {
  const paths = views.map(({ path }) => path);
  expect(Object.keys(immediateActs).filter(path => !paths.includes(path))).toEqual([]);
});

test.each([
  [1280, '收起导航'],
  [800, '监控'],
  [360, '全部'],
])('the acts of the frame in a window of %d pixels', async (width, one) => {
  const page = await filled.admin.newPage();
  await page.setViewportSize({ width, height: 800 });
  const open = async () => {
    await page.goto(`${filled.server.url}/console/people`);
    await page.locator('tbody tr').first().waitFor();
  };
  // One loads the page again, and one ends the session.
  const pressed = new Set(['act English', 'act 退出登录']);
  await pressAll(
    page,
    { within: ':is(aside, nav, header):not(main *)', open, immediate: frameActs },
    pressed,
  );
  expect(pressed).toContain(`act ${one}`);
  await page.close();
});

test('a row that is deleted gives the focus to the heading of its section', async () => {
  const page = await filled.admin.newPage();
  await page.goto(`${filled.server.url}/console/monitor/alerts?product=${filled.values.PRODUCT}`);
  const section = page.locator('section:has(> header h2:text-is("规则"))');
  const rows = section.locator('tbody tr');
  await rows.first().waitFor();
  const before = await rows.count();
  // The table stays.
  expect(before).toBeGreaterThan(1);
  await rows.first().getByRole('button', { name: /^删除/ }).focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog:modal [type=submit]').focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog:modal').waitFor({ state: 'detached' });
  await section.locator('h2:focus').waitFor();
  expect(await rows.count()).toBe(before - 1);
  await page.close();
});

test('by keys the language is switched, and the session ended', async () => {
  const page = await filled.admin.newPage();
  await page.goto(`${filled.server.url}/console/people`);
  const press = async (name: string) => {
    await page.getByRole('complementary').getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('English');
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  await press('Sign out');
  await page.locator('[type=password]').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/sign-in');
  await page.close();
});
