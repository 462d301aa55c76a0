// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { button, fakeServer, press, show } from '../testing.tsx';
import { SecurityNotices } from './notices.tsx';

const NEW_DEVICE = {
  id: '0190a5a4-0000-4000-8000-000000000001',
  text: '您的账号在新设备上登录（Windows 10 · Chrome 128，IP 203.0.113.7）',
  at: 1_800_000_000_000,
  take_back_until: null,
};
const BOUND = {
  id: '0190a5a4-0000-4000-8000-000000000002',
  text: '您的账号绑定了 QQ',
  at: 1_799_900_000_000,
  take_back_until: 1_800_159_200_000,
};

beforeEach(() => sessionStorage.clear());
let close = async () => {};
afterEach(() => close());
async function page(notices: readonly object[]) {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <SecurityNotices />);
  close = unmount;
  expect(server.last()?.path).toMatch(/accounts\/notices\?language=zh-CN$/);
  await server.last()?.answer(200, { data: notices });
  const items = () => [...box.querySelectorAll('li')];
  return { server, box, items };
}

test('each message says what happened, when, and what to do; without one there is nothing', async () => {
  const { box, items } = await page([NEW_DEVICE, BOUND]);
  expect(items().map(item => item.querySelector('p')?.firstChild?.textContent)).toEqual([
    NEW_DEVICE.text,
    BOUND.text,
  ]);
  expect(items()[0]?.querySelector('time')?.dateTime).toBe('2027-01-15T08:00:00.000Z');
  expect(box.textContent).toContain('如非你本人操作，请先退出所有其他设备，再核对下方的登录方式并修改密码。');
  await close();
  expect((await page([])).box.textContent).toBe('');
});

test('a dismissed message goes once the server has it, and the focus stays in the page', async () => {
  const { server, box, items } = await page([NEW_DEVICE, BOUND]);
  await press(button(items()[0] ?? box, '知道了'));
  expect(server.last()?.path).toMatch(/notices\/dismiss$/);
  expect(server.last()?.body).toEqual({ id: NEW_DEVICE.id });
  expect(items()).toHaveLength(2);
  // a second press while it is being dismissed
  await press(button(items()[1] ?? box, '知道了'));
  expect(server.of('notices/dismiss')).toHaveLength(1);
  await server.last()?.answer(200, { data: {} });
  expect(items()).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe('本设备不再显示该提醒。');
});

test('a dismissal that fails keeps the message', async () => {
  const { server, box, items } = await page([BOUND]);
  await press(button(box, '知道了'));
  await server.last()?.answer(500, { code: 'x', msg: 'x' });
  expect(items()).toHaveLength(1);
  expect(box.querySelector('[role=alert]')).not.toBeNull();
});

test('all other devices are signed out', async () => {
  const { server, box } = await page([NEW_DEVICE]);
  await press(button(box, '退出所有其他设备'));
  expect(server.last()?.path).toMatch(/devices\/end-others$/);
  await server.last()?.answer(200, { data: { ended: 2 } });
  expect(box.textContent).toContain('已有 2 台设备退出登录。请尽快修改密码。');
});

test.each([
  [true, '更改已撤销，账号已在所有设备上退出登录。请立即重设密码。'],
  [false, '部分登录方式已被其他账号使用'],
])('a change is taken back, in whole or in part: %s', async (complete, message) => {
  const { server, box, items } = await page([NEW_DEVICE, BOUND]);
  // a sign-in is no change
  expect(items()[0]?.textContent).not.toContain('撤销这项更改');
  expect(items()[1]?.textContent).toContain('前撤销：登录方式将恢复为更改前的状态');
  await press(button(items()[1] ?? box, '撤销这项更改'));
  expect(server.last()?.path).toMatch(/notices\/take-back$/);
  expect(server.last()?.body).toEqual({ id: BOUND.id });
  await server.last()?.answer(200, { data: { complete } });
  expect(items()).toEqual([]);
  expect(document.activeElement?.textContent).toContain(message);
});
