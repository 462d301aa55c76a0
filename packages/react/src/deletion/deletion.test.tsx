// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerAccount, PRIVACY } from '../account/testing.ts';
import type { Privacy } from '../account/use-account.ts';
import { button, control, fakeServer, press, show, type } from '../testing.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DeletionBanner } from './deletion-banner.tsx';

const DUE = Date.UTC(2026, 11, 6, 4);
const dueText = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short' }).format(DUE);

beforeEach(() => sessionStorage.clear());
let close = async () => {};
afterEach(() => close());
async function page(privacy: Privacy, what = <DeleteAccount />) {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, what);
  close = unmount;
  await answerAccount(server, { privacy });
  const alerts = () => [...box.querySelectorAll('[role=alert]')].map(one => one.textContent).join('|');
  const submit = () => press(button(box.querySelector('form') ?? box, '确认注销'));
  return { server, box, alerts, submit };
}

test('it explains the deletion, asks for the password and shows the day; it can be cancelled there', async () => {
  const { server, box, alerts, submit } = await page(PRIVACY);
  expect(box.textContent).toContain('15 天内重新登录，可以选择保留账号');
  await press(button(box, '注销账号'));
  expect(document.activeElement).toBe(control(box, 'password'));
  await submit();
  expect(alerts()).toContain('请填写密码');
  await type(control(box, 'password'), 'not-mine');
  await submit();
  expect(server.last()?.body).toEqual({ password: 'not-mine' });
  await server.last()?.answer(400, { code: 'AC3_2', msg: 'x' });
  // the form asks for a password only, so the message names no account
  expect(alerts()).toContain('密码不正确。请检查后重试。');
  expect(alerts()).not.toContain('账号或密码');
  await type(control(box, 'password'), 'Tree-house9');
  await submit();
  await server.last()?.answer(200, { data: { deletion_due_at: DUE } });
  expect(box.textContent).toContain(`账号将于 ${dueText} 注销。`);
  expect(document.activeElement?.textContent).toContain(dueText);
  expect(server.auth.signedIn()).toBe(true);
  await press(button(box, '保留账号'));
  expect(server.last()?.path).toMatch(/deletion\/cancel$/);
  await server.last()?.answer(200, { data: {} });
  expect(box.textContent).toContain('账号已保留');
  expect(button(box, '注销账号')).toBeTruthy();
});

test('without a password none is asked for, and one that was set meanwhile is', async () => {
  const { server, box, submit } = await page({ ...PRIVACY, has_password: false });
  await press(button(box, '注销账号'));
  expect(box.querySelector('input')).toBeNull();
  await submit();
  expect(server.last()?.body).toEqual({});
  await server.last()?.answer(400, { code: 'AC3_25', msg: 'x', data: { field: 'password' } });
  await server.last()?.answer(200, { data: PRIVACY });
  await type(control(box, 'password'), 'Tree-house9');
  await submit();
  expect(server.last()?.body).toEqual({ password: 'Tree-house9' });
});

test('the way back stands before what can’t be taken back, and has the focus', async () => {
  const { box } = await page({ ...PRIVACY, has_password: false });
  await press(button(box, '注销账号'));
  expect([...box.querySelectorAll('form button')].map(one => one.textContent)).toEqual(['取消', '确认注销']);
  expect(document.activeElement?.textContent).toBe('取消');
});

test('cancelling returns the focus, and sends nothing', async () => {
  const { server, box } = await page(PRIVACY);
  await press(button(box, '注销账号'));
  await press(button(box, '取消'));
  expect(document.activeElement).toBe(button(box, '注销账号'));
  expect(server.of('deletion')).toEqual([]);
});

test('a deletion that the guardian asked for says so, and has no way to cancel it', async () => {
  const privacy = { ...PRIVACY, deletion_due_at: DUE, deletion_by_guardian: true as const };
  const { box } = await page(privacy, <DeletionBanner goOn="/lesson/3" />);
  expect(box.textContent).toContain('只有家长（监护人）可以取消');
  expect(box.querySelector('button')).toBeNull();
});

test('the banner stands only while the deletion is due, keeps the account, and leads on', async () => {
  const none = await page(PRIVACY, <DeletionBanner goOn="/lesson/3" />);
  expect(none.box.textContent).toBe('');
  await close();
  const { server, box } = await page(
    { ...PRIVACY, deletion_due_at: DUE },
    <DeletionBanner goOn="/lesson/3" />,
  );
  expect(box.textContent).toContain(`账号将于 ${dueText} 注销。`);
  expect(box.querySelector('a')?.getAttribute('href')).toBe('/lesson/3');
  await press(button(box, '保留账号'));
  await server.last()?.timeOut();
  expect(box.textContent).toContain('服务器响应超时');
  await press(button(box, '重试'));
  await server.last()?.answer(200, { data: {} });
  expect(box.querySelector('p[aria-live]')?.textContent).toContain('账号已保留，不会注销。');
  expect(document.activeElement).toBe(box.querySelector('p[aria-live]'));
  expect(box.querySelector('a')?.getAttribute('href')).toBe('/lesson/3');
  expect(box.querySelector('button')).toBeNull();
});
