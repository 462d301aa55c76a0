// @vitest-environment jsdom
/** The samples of docs/react.md about second factors and proofs do what the guide says. */
import type { ComponentType } from 'react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, settle, show, type } from './testing.tsx';
import { sampleFolder } from '../../../tools/samples.mjs';

const samples = sampleFolder();
afterAll(samples.remove);
const load = async (file: string) => {
  const path = samples.write(file);
  return (await import(/* @vite-ignore */ path)) as Record<
    string,
    ComponentType<{ onSignedIn?: () => void }>
  >;
};

// The dialog is loaded when it is needed.
beforeAll(() => import('./proof/proof-dialog.tsx'));
beforeEach(() => {
  // jsdom has the element without its methods
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
});

/** Expects of what is loaded late. */
const poll = <T,>(read: () => T) =>
  expect.poll(async () => {
    await settle();
    return read();
  });

test('a form of a site’s own asks for the proof and repeats its call', async () => {
  const { LeaveWechat } = await load('react/unbind.tsx');
  if (!LeaveWechat) throw new Error('The sample has no such component.');
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <LeaveWechat />);
  await press(button(box, 'Disconnect WeChat'));
  await server.last()?.answer(403, { code: 'RC_281', msg: 'x' });
  await poll(() => server.of('proof/ways').length).toBe(1);
  await server.of('proof/ways')[0]?.answer(200, {
    data: { proved_until: null, ways: [{ way: 'password', to: null }] },
  });
  await type(control(box, 'password'), 'Tree-house9');
  await press(button(box, '确认'));
  await server.last()?.answer(200, { data: { proved_until: 1 } });
  expect(server.of('oauth/wechat/unbind')).toHaveLength(2);
  await unmount();
});

test('the sign-in by passkey is loaded beside the form, and asks for a challenge when it is pressed', async () => {
  vi.stubGlobal('PublicKeyCredential', () => {});
  const { SignInWithPasskey } = await load('react/passkey.tsx');
  if (!SignInWithPasskey) throw new Error('The sample has no such component.');
  const server = fakeServer();
  const { box, unmount } = await show(server.auth, <SignInWithPasskey onSignedIn={() => {}} />);
  await poll(() => box.textContent).toContain('通行密钥登录');
  await press(button(box, '通行密钥登录'));
  expect(server.last()?.path).toMatch(/login\/passkey\/challenge$/);
  await unmount();
});
