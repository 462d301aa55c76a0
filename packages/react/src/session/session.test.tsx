// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { button, fakeServer, press, settle, show } from '../testing.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { useSession } from './use-session.ts';

let close = async () => {};
afterEach(() => close());
const State = () => <output>{useSession()}</output>;

test('signing out ends the session, deletes the drafts, and calls every listener', async () => {
  sessionStorage.setItem('rollcall.draft.profile.1', '{"qq":"123456"}');
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(
    server.auth,
    <>
      <State />
      <SignOutButton />
    </>,
  );
  close = unmount;
  expect(box.querySelector('output')?.textContent).toBe('in');
  await press(button(box, '退出登录'));
  expect(server.last()?.body).toEqual({ refresh_token: 'r' });
  expect(box.querySelector('output')?.textContent).toBe('in');
  await server.last()?.answer(200, { data: {} });
  expect(box.querySelector('output')?.textContent).toBe('out');
  expect(sessionStorage.getItem('rollcall.draft.profile.1')).toBeNull();
});

test('signing out in one tab signs out the others', async () => {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <State />);
  close = unmount;
  await act(async () => server.signedOutElsewhere());
  await settle();
  expect(box.querySelector('output')?.textContent).toBe('out');
});
