import { describe, expect, test } from 'vitest';
import { until } from '../../../tools/testing/until.ts';
import { fakeBrowser, settle, TOKEN_INVALID, tokens } from './testing/tabs.ts';
import { uploadAvatar } from './index.ts';

const file = new Blob(['picture'], { type: 'image/png' });
const profile = { id: '1', nickname: 'Anna', avatar_url: '/pictures/x.webp' };

describe('uploadAvatar', () => {
  test('sends the file with its type, the token, and the headers of every call', async () => {
    const { tab, net } = fakeBrowser();
    const auth = tab();
    auth.tokens.store(tokens(1));
    const done = uploadAvatar(auth, file);
    await settle();
    const { method, url, headers, body, xhr, answer } = net.next();
    expect([method, url, body, xhr.timeout]).toEqual([
      'PUT',
      expect.stringMatching(/accounts\/avatar$/),
      file,
      120_000,
    ]);
    expect(headers).toMatchObject({
      'Content-Type': 'image/png',
      Authorization: 'Bearer A1',
      'SDK-Account-Version': '0.16.2',
    });
    answer(200, { data: profile });
    expect(await done).toEqual(profile);
  });

  test('refreshes a token that is refused, and sends the file again', async () => {
    const { tab, net } = fakeBrowser();
    const auth = tab();
    auth.tokens.store(tokens(1));
    const done = uploadAvatar(auth, file);
    await settle();
    net.next().answer(401, TOKEN_INVALID);
    await settle();
    const refresh = net.next();
    expect(refresh.url).toMatch(/tokens\/refresh$/);
    refresh.answer(200, { data: tokens(2) });
    await settle();
    const again = net.next();
    expect([again.body, again.headers.Authorization]).toEqual([file, 'Bearer A2']);
    again.answer(400, { code: 'RC_422', msg: 'This is no picture that can be read.' });
    await expect(done).rejects.toMatchObject({ code: 55, server_code: 'RC_422' });
  });

  test.each([0, 1, 3])('with retries %i it is repeated as often as any call', async retries => {
    const { tab, net } = fakeBrowser();
    const auth = tab();
    auth.tokens.store(tokens(1));
    const done = uploadAvatar(auth, file, { retries }).catch((error: unknown) => error);
    for (let attempt = 0; attempt <= retries; attempt++) {
      const sent = await until(net.next);
      sent.answer(401, TOKEN_INVALID);
      if (attempt === retries) break;
      const refresh = await until(net.next);
      expect(refresh.url).toMatch(/tokens\/refresh$/);
      refresh.answer(200, { data: tokens(attempt + 2) });
    }
    expect(await done).toMatchObject({ name: 'TokenInvalid' });
  });

  test('auth_version 0 switches the header off', async () => {
    const { tab, net } = fakeBrowser();
    const auth = tab('', { auth_version: 0 });
    void uploadAvatar(auth, file);
    await settle();
    expect(net.next().headers).not.toHaveProperty('Authorization');
  });
});
