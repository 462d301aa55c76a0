// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { zhCN } from '../phrases/zh-CN.ts';
import { button, control, fakeServer, press, show, signedIn, type } from '../testing.tsx';
import { SignUp } from './sign-up.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  sessionStorage.clear();
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});
const AGREEMENTS = [
  { id: 4, code: 'terms', version: 1, title: '用户协议', url: '/agreements/4' },
  { id: 9, code: 'privacy', version: 2, title: '隐私政策', url: '/agreements/9' },
];

async function page(agreements: unknown = AGREEMENTS) {
  const server = fakeServer();
  const arrived = vi.fn();
  const { box, unmount } = await show(server.auth, <SignUp signIn="/sign-in" onSignedUp={arrived} />);
  close = unmount;
  await server.of('agreements')[0]?.answer(200, { data: agreements });
  return { server, box, arrived };
}
async function fill(box: ParentNode) {
  await type(control(box, 'phone_number'), '13800138000');
  await type(control(box, 'password'), 'Tree-house9');
}
const tick = (box: ParentNode) => box.querySelector<HTMLInputElement>('[type=checkbox]');

test('the tick is never set beforehand, and without it nothing is sent', async () => {
  const { server, box } = await page();
  expect(tick(box)?.checked).toBe(false);
  await fill(box);
  await type(control(box, 'captcha'), '123456');
  await press(button(box, '同意并注册'));
  expect(server.requests).toHaveLength(1);
  expect(box.textContent).toContain('还没有同意协议');
  await press(button(box, '返回'));
  expect(box.querySelector('dialog')).toBeNull();
  expect(tick(box)?.checked).toBe(false);
  expect(server.requests).toHaveLength(1);
});

test('without the tick the button asks to agree, and that sends the form', async () => {
  const { server, box } = await page();
  await fill(box);
  await type(control(box, 'captcha'), '123456');
  await press(button(box, '同意并注册'));
  const dialog = box.querySelector('dialog') as HTMLElement;
  expect(dialog.textContent).toContain('《用户协议》');
  await press(button(dialog, '同意并继续'));
  expect(box.querySelector('dialog')).toBeNull();
  expect(tick(box)?.checked).toBe(true);
  expect(server.last()?.body).toMatchObject({
    captcha: '123456',
    agreement_ids: AGREEMENTS.map(({ id }) => id),
  });
});

test('beside another mistake the missing tick is told with it, without a question', async () => {
  const { server, box } = await page();
  await press(button(box, '同意并注册'));
  expect(box.textContent).toContain('还没有同意协议');
  expect(control(box, 'phone_number').getAttribute('aria-invalid')).toBe('true');
  expect(box.querySelector('dialog')).toBeNull();
  expect(server.requests).toHaveLength(1);
});

test('an empty password is asked for, a wrong one is told its rule', async () => {
  const { box } = await page();
  await press(button(box, '同意并注册'));
  expect(box.textContent).toContain('请设置密码。');
  expect(box.textContent).not.toContain('大小写');
  await type(control(box, 'password'), 'short');
  await press(button(box, '同意并注册'));
  expect(box.textContent).toContain('密码不符合要求。');
});

test('three agreements are listed with one “和”, before the last', async () => {
  const rules = { id: 12, code: 'children', version: 1, title: '儿童规则', url: '/agreements/12' };
  const { box } = await page([...AGREEMENTS, rules]);
  expect(box.textContent).toContain('《用户协议》、《隐私政策》和《儿童规则》');
});

test('with everything there the account is made with the agreements that were shown', async () => {
  const { server, box, arrived } = await page();
  await fill(box);
  const agree = tick(box);
  if (agree) await press(agree);
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.body).toEqual({
    phone_number: '13800138000',
    captcha: '123456',
    password: 'Tree-house9',
    agreement_ids: [4, 9],
    pid: 'school',
  });
  await server.last()?.answer(200, signedIn);
  expect(arrived).toHaveBeenCalledOnce();
  expect(box.querySelector('[data-here]')).not.toBeNull();
});

test('agreements that changed meanwhile are shown anew, and have to be ticked again', async () => {
  const { server, box } = await page();
  await type(control(box, 'phone_number'), '13800138000');
  await type(control(box, 'password'), 'Tree-house9');
  const agree = () => box.querySelector('[type=checkbox]') as HTMLInputElement;
  await press(agree());
  await type(control(box, 'captcha'), '123456');
  const body = { code: 'RC_431', msg: 'x', data: { agreement_ids: [8] } };
  await server.of('register/phone/with-agreement').at(-1)?.answer(409, body);
  const newer = { id: 8, code: 'user-agreement', version: 2, title: '用户协议', url: '/agreements/8' };
  await server
    .of('accounts/agreements')
    .at(-1)
    ?.answer(200, { data: [newer] });
  expect(agree().checked).toBe(false);
  expect(box.textContent).toContain('协议刚刚更新');
  await press(agree());
  await press(button(box, '同意并注册'));
  expect(server.last()?.body).toMatchObject({ agreement_ids: [8] });
});

test('a site without agreements asks for no tick and names none', async () => {
  const { server, box } = await page([]);
  expect(tick(box)).toBeNull();
  await fill(box);
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.body.agreement_ids).toEqual([-1]);
});

test('agreements that did not load are said and tried again', async () => {
  const server = fakeServer();
  const { box, unmount } = await show(server.auth, <SignUp signIn="/sign-in" />);
  close = unmount;
  await server.last()?.timeOut();
  expect(box.textContent).toContain('协议加载失败');
  await press(button(box, '重试'));
  await server.last()?.answer(200, { data: AGREEMENTS });
  expect(tick(box)).not.toBeNull();
});

test('every mistake is told at once, the first has the focus [5.register]', async () => {
  const { server, box } = await page();
  await press(button(box, '同意并注册'));
  for (const name of ['phone_number', 'captcha', 'password'])
    expect(control(box, name).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(control(box, 'phone_number'));
  expect(server.requests).toHaveLength(1);
});

test('a number with an account is shown the way to sign in', async () => {
  const { server, box } = await page();
  await fill(box);
  await press(button(box, '获取验证码'));
  await server.last()?.answer(409, { code: 'AC3_0', msg: 'x' });
  expect(box.querySelector('[role=alert] a')?.getAttribute('href')).toBe('/sign-in');
});

test('the password can be shown and hidden', async () => {
  const { box } = await page();
  const field = control(box, 'password');
  expect(field.type).toBe('password');
  const eye = box.querySelector<HTMLButtonElement>('[aria-pressed]');
  if (eye) await press(eye);
  expect(field.type).toBe('text');
});

test('a site’s own pieces stand where their names say', async () => {
  const server = fakeServer();
  const slots = { logo: 'LOGO', heading: <h1>H</h1>, before: 'BEFORE', after: 'AFTER', footer: 'FOOTER' };
  const { box, unmount } = await show(server.auth, <SignUp signIn="/sign-in" slots={slots} />);
  close = unmount;
  const text = box.textContent ?? '';
  const order = [
    'LOGO',
    'H',
    'BEFORE',
    zhCN.fields.phone,
    zhCN.fields.password,
    'AFTER',
    '同意并注册',
    'FOOTER',
  ];
  expect(order.map(piece => text.indexOf(piece))).toEqual(
    order.map(piece => text.indexOf(piece)).sort((a, b) => a - b),
  );
  expect(order.every(piece => text.includes(piece))).toBe(true);
});
