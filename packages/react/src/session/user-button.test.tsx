// @vitest-environment jsdom
import { act, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PROFILE } from '../account/testing.ts';
import { fakeServer, press, settle, show } from '../testing.tsx';
import { UserButton } from './user-button.tsx';

let close = async () => {};
afterEach(() => close());

async function page(options: { signedIn?: boolean; onSignedOut?: () => void } = { signedIn: true }) {
  const server = fakeServer({ signedIn: options.signedIn ?? true });
  const { box, unmount } = await show(
    server.auth,
    <>
      <UserButton
        account="/account"
        signIn="/sign-in"
        items={[{ label: 'Badges', href: '/badges' }]}
        {...(options.onSignedOut ? { onSignedOut: options.onSignedOut } : {})}
      />
      <a href="/next">next</a>
    </>,
  );
  close = unmount;
  await server.of('accounts/profile')[0]?.answer(200, { data: PROFILE });
  const opener = box.querySelector<HTMLButtonElement>('[aria-haspopup=menu]');
  const key = async (name: string) => {
    await act(async () =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })),
    );
    await settle();
  };
  const items = () => [...box.querySelectorAll<HTMLElement>('[role=menuitem]')];
  return { server, box, opener: opener as HTMLButtonElement, key, items };
}
const focused = () => document.activeElement?.textContent;

test('without a session it is a link to the sign-in', async () => {
  const { box } = await page({ signedIn: false });
  expect(box.querySelector('a')?.getAttribute('href')).toBe('/sign-in');
});

test('by the keyboard: an arrow opens it at its end, arrows go round, letters find, Escape gives the focus back', async () => {
  const { opener, key, items } = await page();
  expect(opener.textContent).toContain('小满');
  opener.focus();
  await key('ArrowUp');
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  expect(items().map(item => item.textContent)).toEqual(['我的账号', 'Badges', '退出登录']);
  expect(focused()).toBe('退出登录');
  await key('ArrowDown');
  expect(focused()).toBe('我的账号');
  await key('b');
  expect(focused()).toBe('Badges');
  await key('End');
  expect(focused()).toBe('退出登录');
  await key('ArrowUp');
  expect(focused()).toBe('Badges');
  await key('Escape');
  expect(items()).toEqual([]);
  expect(document.activeElement).toBe(opener);
});

test('a press elsewhere, and the focus elsewhere, close it', async () => {
  const { box, opener, items } = await page();
  await press(opener);
  expect(focused()).toBe('我的账号');
  await act(async () => box.querySelector<HTMLElement>('[href="/next"]')?.focus());
  expect(items()).toEqual([]);
  await press(opener);
  await act(async () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  expect(items()).toEqual([]);
});

test('signing out takes one press, shows its progress, and is announced once', async () => {
  const onSignedOut = vi.fn();
  const { server, box, opener, items } = await page({ onSignedOut });
  await press(opener);
  const out = items().at(-1) as HTMLElement;
  await press(out);
  expect(items().at(-1)?.getAttribute('aria-disabled')).toBe('true');
  expect(onSignedOut).not.toHaveBeenCalled();
  await server.of('accounts/logout')[0]?.answer(200, { data: {} });
  expect(onSignedOut).toHaveBeenCalledOnce();
  expect(box.querySelector('a')?.getAttribute('href')).toBe('/sign-in');
});

test('a sign-out is announced once, also where the callback is another at each render', async () => {
  const announced = vi.fn();
  let render = () => {};
  function Site() {
    const [renders, setRenders] = useState(0);
    render = () => setRenders(renders + 1);
    return <UserButton account="/account" signIn="/sign-in" onSignedOut={() => announced()} />;
  }
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <Site />);
  close = unmount;
  await server.of('accounts/profile')[0]?.answer(200, { data: PROFILE });
  await press(box.querySelector('[aria-haspopup=menu]') as HTMLElement);
  await press([...box.querySelectorAll<HTMLElement>('[role=menuitem]')].at(-1) as HTMLElement);
  await server.of('accounts/logout')[0]?.answer(200, { data: {} });
  for (let times = 0; times < 3; times += 1) await act(async () => render());
  expect(announced).toHaveBeenCalledOnce();
});

test('a sign-out that failed is shown in the menu', async () => {
  const { server, opener, items, box } = await page();
  await press(opener);
  await press(items().at(-1) as HTMLElement);
  await server.of('accounts/logout')[0]?.timeOut();
  expect(box.querySelector('[role=alert]')?.textContent).toContain('服务器响应超时');
});
