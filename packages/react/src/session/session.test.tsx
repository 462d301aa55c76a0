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

test('what a sign-out deletes goes with it in the other tabs, and in one that slept, once it is loaded', async () => {
  const server = fakeServer({ signedIn: true });
  const first = await show(server.auth, <State />);
  const kept = ['draft.a', 'ticket.reset', 'left', 'place.list', 'third-party.here'];
  for (const name of kept) sessionStorage.setItem(`rollcall.${name}`, '1');
  sessionStorage.setItem('theirs', '1');
  await act(async () => server.signedOutElsewhere());
  await settle();
  const left = () => Object.keys(sessionStorage).toSorted();
  expect(left()).toEqual(['rollcall.signed_out', 'theirs']);
  await first.unmount();

  // another tab, which was gone when the person signed out
  sessionStorage.setItem('rollcall.signed_out', 'before');
  sessionStorage.setItem('rollcall.draft.a', '1');
  const later = await show(server.auth, <State />);
  expect(left()).toEqual(['rollcall.signed_out', 'theirs']);
  // what the next person types stays over a reload
  sessionStorage.setItem('rollcall.draft.a', '2');
  await later.unmount();
  const again = await show(server.auth, <State />);
  close = again.unmount;
  expect(sessionStorage.getItem('rollcall.draft.a')).toBe('2');
});

test('a session that the server ended leaves what was typed, but not on a shared computer', async () => {
  for (const shared of [false, true]) {
    const server = fakeServer({ signedIn: true });
    Object.assign(server.auth.params, { sharedDevice: () => shared });
    localStorage.setItem('rollcall.last_way', 'qq');
    const { unmount } = await show(server.auth, <State />);
    sessionStorage.setItem('rollcall.draft.a', '1');
    await act(async () => {
      server.signedOutElsewhere();
      server.auth.tokens.refused = 'expired';
    });
    await settle();
    const left = [sessionStorage.getItem('rollcall.draft.a'), localStorage.getItem('rollcall.last_way')];
    expect(left).toEqual(shared ? [null, null] : ['1', 'qq']);
    await unmount();
  }
});

test('signing out in one tab signs out the others', async () => {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <State />);
  close = unmount;
  await act(async () => server.signedOutElsewhere());
  await settle();
  expect(box.querySelector('output')?.textContent).toBe('out');
});
