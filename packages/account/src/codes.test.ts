import { expect, test, vi } from 'vitest';
import { fakeBrowser, settle, signedInAs, tokens } from './testing/tabs.ts';
import { changePassword, sendVoiceCaptcha } from './index.ts';

const sent = { retry_after: 60, expires_in: 600 };

test('a voice code whose answer carries tokens stores them [4.voice-tokens 7.sendVoiceCaptcha]', async () => {
  const { tab, net } = fakeBrowser();
  const auth = tab();
  const call = sendVoiceCaptcha(auth, { phone_number: '13800000000', type: 'login' });
  await settle();
  expect(net.pending[0]?.body).toMatchObject({ type: 'LOGIN' });
  net.next().answer(200, { data: { ...sent, ...signedInAs(7).data } });
  await call;
  expect(auth.tokens.read()).toMatchObject({ access: 'A7', refresh: 'R7' });
});

test('so does one whose data is a bare token set, and one that is cut short is only warned of [4.voice-tokens]', async () => {
  const { tab, net } = fakeBrowser();
  const auth = tab();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const answered = async (data: object) => {
    const call = sendVoiceCaptcha(auth, { phone_number: '13800000000', type: 'LOGIN' });
    await settle();
    net.next().answer(200, { data });
    return call;
  };
  await answered(tokens(8));
  expect(auth.tokens.read()).toMatchObject({ access: 'A8', refresh: 'R8' });
  await answered({ ...sent, access: tokens(9).access });
  expect(auth.tokens.read()).toMatchObject({ access: 'A8', refresh: 'R8' });
  expect(warned.mock.calls).toEqual([['Unexpected token response.']]);
});

test('a voice code whose answer carries no tokens leaves the stored ones [4.voice-tokens]', async () => {
  const { tab, net } = fakeBrowser();
  const auth = tab();
  auth.tokens.store(tokens(1));
  const call = sendVoiceCaptcha(auth, { phone_number: '13800000000', type: 'BIND' });
  await settle();
  net.next().answer(200, { data: sent });
  expect(await call).toEqual(sent);
  expect(auth.tokens.read()).toMatchObject({ access: 'A1', refresh: 'R1' });
});

test('a changed password clears the tokens, a refused one does not [4.password-change]', async () => {
  const { tab, net } = fakeBrowser();
  const auth = tab();
  auth.tokens.store(tokens(1));
  const fields = { old_password: 'Wrong-1', password: 'Right-2', confirm_password: 'Right-2' };
  const refused = changePassword(auth, fields).catch((error: unknown) => error);
  await settle();
  net.next().answer(400, { code: 'AC3_8', msg: 'The old password is wrong.' });
  expect(await refused).toMatchObject({ code: 23 });
  expect(auth.signedIn()).toBe(true);
  const done = changePassword(auth, fields);
  await settle();
  net.next().answer(200, { data: {} });
  await done;
  expect(auth.signedIn()).toBe(false);
});
