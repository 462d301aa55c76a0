// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, settle, show } from '../testing.tsx';
import { useUser } from './use-user.ts';

let close = async () => {};
afterEach(() => close());
beforeEach(() => sessionStorage.clear());

const access = (person: string) => `head.${btoa(JSON.stringify({ sub: person }))}.signature`;
const Who = () => <output>{useUser().profile?.nickname}</output>;

test('a page that shows one person is drawn again once, when another one is signed in', async () => {
  const server = fakeServer({ signedIn: true });
  server.auth.tokens.person = '1';
  const drawAgain = vi.fn();
  const { unmount } = await show(server.auth, <Who />, { onAnotherPerson: drawAgain });
  close = unmount;
  expect(drawAgain).not.toHaveBeenCalled();
  server.signedInElsewhere(access('2'));
  await settle();
  expect(drawAgain).toHaveBeenCalledOnce();
});

test('somebody who signed in elsewhere while the page was begun counts too', async () => {
  const server = fakeServer({ signedIn: true });
  server.auth.tokens.person = '1';
  server.signedInElsewhere(access('2'));
  const drawAgain = vi.fn();
  const { unmount } = await show(server.auth, <Who />, { onAnotherPerson: drawAgain });
  close = unmount;
  expect(drawAgain).toHaveBeenCalled();
});

test('a page that was loaded again says why, once', async () => {
  sessionStorage.setItem('rollcall.another', '1');
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <Who />);
  close = unmount;
  const said = async () => {
    await settle();
    return box.textContent;
  };
  await expect.poll(said).toContain('现在登录的是另一个账号');
  expect(sessionStorage.getItem('rollcall.another')).toBeNull();
});
