// @vitest-environment jsdom
import type { Profile } from '@rollcall/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { button, control, fakeServer, press, show, type } from '../testing.tsx';
import { ProfileForm } from './profile-form.tsx';

beforeEach(() => sessionStorage.clear());
let close = async () => {};
afterEach(() => close());
const profile: Profile = {
  id: '1',
  nickname: '小满',
  avatar_url: null,
  fullname: null,
  birthday: null,
  sex: null,
  qq: null,
  description: null,
  grade: null,
};
async function page() {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(
    server.auth,
    <ProfileForm profile={profile} grades={[{ id: 7, name: '初一' }]} />,
  );
  close = unmount;
  return { server, box };
}

test('only the changed field is sent, and the form says that it is saved', async () => {
  const { server, box } = await page();
  await type(control(box, 'qq'), '１２３４５６');
  await press(button(box, '保存'));
  expect(server.last()?.body).toEqual({ qq: '123456' });
  await server.last()?.answer(200, { data: { ...profile, qq: '123456' } });
  expect(box.textContent).toContain('已保存');
  expect(control(box, 'qq').value).toBe('123456');
  await press(button(box, '保存'));
  expect(server.requests).toHaveLength(1);
  expect(box.textContent).toContain('没有改动');
});

test('several mistakes are summed up, each with a link to its field', async () => {
  const { server, box } = await page();
  await type(control(box, 'nickname'), '');
  await type(control(box, 'qq'), '1');
  await press(button(box, '保存'));
  expect(server.requests).toHaveLength(0);
  const links = [...box.querySelectorAll('[role=alert] li a')];
  expect(links.map(link => link.textContent)).toEqual(['昵称', 'QQ 号']);
  expect(document.activeElement).toBe(control(box, 'nickname'));
  const second = links[1];
  if (second instanceof HTMLElement) await press(second);
  expect(document.activeElement).toBe(control(box, 'qq'));
});

test('a taken nickname is refused beside its field, and no input is lost', async () => {
  const { server, box } = await page();
  await type(control(box, 'nickname'), '到');
  await type(control(box, 'fullname'), '林小满');
  await press(button(box, '保存'));
  await server.last()?.answer(409, { code: 'AC3_6', msg: 'x' });
  expect(control(box, 'nickname').getAttribute('aria-invalid')).toBe('true');
  expect(control(box, 'fullname').value).toBe('林小满');
});

test('a nickname with an emoji is refused by naming it, and one like the school’s own by the server', async () => {
  const { server, box } = await page();
  await type(control(box, 'nickname'), '小满😀');
  await press(button(box, '保存'));
  expect(server.requests).toHaveLength(0);
  expect(box.textContent).toContain('不能使用“😀”。');
  await type(control(box, 'nickname'), '管理员');
  expect(box.textContent).not.toContain('😀');
  await press(button(box, '保存'));
  const data = { field: 'nickname', refused: true, reason: 'reserved' };
  await server.last()?.answer(400, { code: 'AC3_48', msg: 'x', data });
  expect(control(box, 'nickname').getAttribute('aria-invalid')).toBe('true');
  expect(box.textContent).toContain('昵称不能像老师或管理人员。');
});

test('the sentences of a refusal follow each other as Chinese writes them', async () => {
  const { box } = await page();
  await type(control(box, 'nickname'), '小 满');
  await press(button(box, '保存'));
  expect(box.textContent).toContain('不含空格和特殊符号。请去掉空格。');
});

test('what was typed and not saved is there after a reload', async () => {
  const first = await page();
  await type(control(first.box, 'fullname'), '林小满');
  await close();
  const again = await page();
  expect(control(again.box, 'fullname').value).toBe('林小满');
});
