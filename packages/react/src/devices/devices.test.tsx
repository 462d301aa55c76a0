// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, fakeServer, press, show } from '../testing.tsx';
import { AccountDevices } from './devices.tsx';
import type { Device } from './use-devices.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const here: Device = {
  id: '00000000-0000-4000-8000-000000000001',
  current: true,
  browser: 'Chrome 131',
  system: 'Windows 10',
  kind: 'desktop',
  address: '203.0.113.7',
  method: 'email-code',
  platform: 'web',
  product: 'school',
  created_at: NOW - 50 * HOUR,
  last_used_at: NOW - 0.5 * HOUR,
};
const phone: Device = {
  ...here,
  id: '00000000-0000-4000-8000-000000000002',
  current: false,
  browser: 'Safari 17',
  system: 'iOS 17',
  kind: 'phone',
  address: '198.51.100.23',
  method: null,
  last_used_at: NOW - 49 * HOUR,
};
const nameless: Device = {
  ...phone,
  id: '00000000-0000-4000-8000-000000000003',
  browser: null,
  system: null,
  kind: 'tablet',
};

beforeEach(() => vi.useFakeTimers({ now: NOW }));
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});
async function page(devices: readonly Device[] = [here, phone, nameless]) {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <AccountDevices />);
  close = unmount;
  await server.last()?.answer(200, { data: devices });
  const rows = () => [...box.querySelectorAll('li')];
  return { server, box, rows };
}

test('each device says what it is, from where, and when it was last used; this one is marked and stays', async () => {
  const { rows } = await page();
  const [first, second, third] = rows();
  expect(first?.textContent).toContain('Windows 10 · Chrome 131本机');
  expect(first?.textContent).toContain('203.0.113.7');
  expect(first?.textContent).toContain('登录方式邮箱验证码');
  expect(second?.textContent).not.toContain('登录方式');
  expect(first?.textContent).toContain('1 小时内');
  expect(first?.querySelector('button')).toBeNull();
  expect(second?.textContent).toContain('iOS 17 · Safari 17');
  expect(second?.querySelector('time')?.dateTime).toBe(new Date(phone.last_used_at).toISOString());
  expect(second?.textContent).toContain(
    new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium', timeStyle: 'short' }).format(phone.last_used_at),
  );
  expect(third?.textContent).toContain('平板电脑');
});

test('where several products are signed in to each says which, the usual platforms in words', async () => {
  const same = await page();
  for (const row of same.rows()) expect(row.textContent).not.toContain('产品');
  await close();
  const { rows } = await page([
    here,
    { ...phone, platform: 'iOS', product: 'contest' },
    { ...nameless, platform: 'constructor', product: null },
    { ...nameless, id: '00000000-0000-4000-8000-000000000004', platform: null, product: null },
  ]);
  const clients = rows().map(row => /产品(.*?)最近使用/.exec(row.textContent ?? '')?.[1]);
  expect(clients).toEqual(['网页 · school', 'iOS App · contest', 'constructor', undefined]);
});

test.each([
  ['WeChat 8', '微信 8'],
  ['WeCom 4', '企业微信 4'],
  ['QQ 8', 'QQ 8'],
  ['QQ Browser 13', 'QQ 浏览器 13'],
  ['UC Browser 15', 'UC 浏览器 15'],
  ['Huawei Browser 14', '华为浏览器 14'],
  ['360 Browser', '360 浏览器'],
  ['constructor 1', 'constructor 1'],
])('%s is called %s in Chinese', async (browser, name) => {
  const { rows } = await page([{ ...here, browser }]);
  expect(rows()[0]?.querySelector('h3')?.textContent).toContain(`Windows 10 · ${name}本机`);
});

test('a lost phone is signed out with one press, and the list is read again', async () => {
  const { server, box, rows } = await page();
  const end = button(rows()[1] ?? box, '退出登录');
  expect(end.getAttribute('aria-label')).toBe('退出登录：iOS 17 · Safari 17');
  await press(end);
  expect(server.last()).toMatchObject({ body: { id: phone.id } });
  expect(server.last()?.path).toMatch(/devices\/end$/);
  // one at a time
  await press(button(rows()[2] ?? box, '退出登录'));
  expect(server.of('devices/end')).toHaveLength(1);
  expect(end.textContent).toBe('正在退出…');
  await server.last()?.answer(200, { data: {} });
  expect(rows()).toHaveLength(2);
  expect(box.querySelector('[aria-live]')?.textContent).toBe('iOS 17 · Safari 17 已退出登录。');
  expect(document.activeElement).toBe(box.querySelector('[aria-live]'));
  // meanwhile the third one was ended elsewhere
  await server.last()?.answer(200, { data: [here] });
  expect(rows()).toHaveLength(1);
  expect(box.textContent).toContain('未在其他设备上登录');
});

test('all others are ended after it was said what that means', async () => {
  const { server, box, rows } = await page();
  expect(box.textContent).toContain('还在 2 台其他设备上登录');
  await press(button(box, '退出所有其他设备'));
  expect(server.of('devices/end-others')).toEqual([]);
  expect(box.textContent).toContain('其他设备均需重新登录');
  await press(button(box, '取消'));
  expect(box.querySelector('form')).toBeNull();
  await press(button(box, '退出所有其他设备'));
  await press(button(box.querySelector('form') ?? box, '退出所有其他设备'));
  await server.of('devices/end-others')[0]?.answer(200, { data: { ended: 2 } });
  expect(box.querySelector('[aria-live]')?.textContent).toBe('已有 2 台设备退出登录。');
  expect(rows()).toHaveLength(1);
});

test('what fails is said, changes nothing, and is tried again', async () => {
  const { server, box, rows } = await page();
  await press(button(rows()[1] ?? box, '退出登录'));
  await server.last()?.timeOut();
  expect(box.querySelector('[role=alert] p')?.textContent).toContain('服务器响应超时');
  expect(rows()).toHaveLength(3);
  await press(button(box, '重试'));
  await server.last()?.answer(200, { data: {} });
  expect(rows()).toHaveLength(2);
});

test('a list that does not load says so and is asked for again', async () => {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <AccountDevices />);
  close = unmount;
  expect(box.textContent).toContain('正在加载');
  await server.last()?.timeOut();
  expect(box.textContent).not.toContain('正在加载');
  await press(button(box, '重试'));
  await server.last()?.answer(200, { data: [here] });
  expect(box.querySelectorAll('li')).toHaveLength(1);
});

test('a device of another clock is not said to be used in the future', async () => {
  const { rows } = await page([{ ...here, last_used_at: NOW + 0.2 * HOUR }]);
  expect(rows()[0]?.textContent).toContain('1 小时内');
});
