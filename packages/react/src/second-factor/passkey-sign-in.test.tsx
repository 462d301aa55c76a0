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

async function open() {
  const server = fakeServer();
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
  await press(button(box, '用通行密钥登录'));
  await server.last()?.answer(200, challenge);
  await ceremony(1);
  await act(async () => server.last()?.answer(200, signedIn));
  await settle();
  expect(onSignedIn).toHaveBeenCalledTimes(1);
});
