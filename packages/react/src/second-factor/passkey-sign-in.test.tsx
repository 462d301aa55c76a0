// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../session/use-session.ts';
import { button, fakeServer, press, settle, show, signedIn } from '../testing.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

const bytes = new Uint8Array([1, 2, 3]).buffer;
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
  getClientExtensionResults: () => ({}),
};
const challenge = { data: { ticket: 't'.repeat(43), options: { challenge: 'AQID', rpId: 'localhost' } } };

/** What a browser with passkeys does: gives one where the person chooses it. */
let choose: (() => Promise<void>)[];
beforeEach(() => {
  choose = [];
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable: async () => true }),
  );
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get: ({ signal }: CredentialRequestOptions) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
          choose.push(async () => {
            resolve(credential);
            await settle();
          });
        }),
    },
  });
});
let close = async () => {};
afterEach(async () => {
  await close();
  document.body.replaceChildren();
  Reflect.deleteProperty(navigator, 'credentials');
});

/** The ceremony that the page waits in. */
const ceremony = async (at: number) => {
  await expect.poll(() => choose.length).toBeGreaterThan(at);
  await choose[at]?.();
};

/** As the sign-in page, which removes the button once a session has begun. */
function Page({ onSignedIn }: { onSignedIn: () => void }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/autocomplete-valid -- `webauthn` is of the HTML standard, and newer than the rule */}
      <input autoComplete="username webauthn" />
      {useSession() === 'in' ? null : <PasskeySignIn onSignedIn={onSignedIn} />}
    </>
  );
}

async function open(unsigned: readonly object[] = []) {
  const server = fakeServer({ unsigned });
  const onSignedIn = vi.fn();
  const { box, unmount } = await show(server.auth, <Page onSignedIn={onSignedIn} />);
  close = unmount;
  return { server, onSignedIn, box };
}

test('a passkey that is chosen among the browser’s suggestions leads on once, after the session has begun', async () => {
  const { server, onSignedIn } = await open();
  await server.last()?.answer(200, challenge);
  await ceremony(0);
  expect(server.last()?.path).toMatch(/\/login\/passkey$/);
  expect(onSignedIn).not.toHaveBeenCalled();
  await act(async () => server.last()?.answer(200, signedIn));
  await settle();
  expect(server.auth.signedIn()).toBe(true);
  expect(onSignedIn).toHaveBeenCalledTimes(1);
});

test('the button leads on once', async () => {
  const { server, onSignedIn, box } = await open();
  await server.last()?.answer(200, challenge);
  await press(button(box, '通行密钥登录'));
  await server.last()?.answer(200, challenge);
  await ceremony(1);
  await act(async () => server.last()?.answer(200, signedIn));
  await settle();
  expect(onSignedIn).toHaveBeenCalledTimes(1);
});

test.each(['button', 'suggestions'] as const)(
  'by the %s new agreements are asked for before the session begins and the page goes on',
  async way => {
    HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
      this.open = false;
    };
    const newer = { id: 8, code: 'user-agreement', version: 2, title: '用户协议', url: '/agreements/8' };
    const { server, onSignedIn, box } = await open([newer]);
    await server.last()?.answer(200, challenge);
    if (way === 'button') {
      await press(button(box, '通行密钥登录'));
      await server.last()?.answer(200, challenge);
    }
    await ceremony(way === 'button' ? 1 : 0);
    await act(async () => server.last()?.answer(200, signedIn));
    await expect
      .poll(async () => {
        await settle();
        return box.querySelector('dialog')?.textContent ?? '';
      })
      .toContain('协议有更新');
    // the page still shows its ways in, as the session has not begun for it
    expect(button(box, '通行密钥登录')).toBeDefined();
    expect(onSignedIn).not.toHaveBeenCalled();
    const dialog = box.querySelector('dialog') ?? box;
    await press(dialog.querySelector<HTMLInputElement>('[type=checkbox]') ?? dialog);
    await press(button(dialog, '同意并继续'));
    expect(server.last()?.path).toMatch(/agreements\/sign$/);
    await act(async () => server.last()?.answer(200, { data: {} }));
    await settle();
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  },
);
