import { describe, expect, test } from 'vitest';
import { until } from '../../../tools/testing/until.ts';
import type { SentRequest } from './testing/net.ts';
import { fakeBrowser, settle, TOKEN_INVALID, tokens } from './testing/tabs.ts';
import { cancelUsageJob, downloadUsageData, exportUsageData, getUsageJob } from './index.ts';

const id = '0199f1c2-0000-7000-8000-000000000001';
const start = () => {
  const { tab, net } = fakeBrowser();
  const auth = tab();
  auth.tokens.store(tokens(1));
  return { auth, net };
};
/** Answers as a browser does where the answer was asked for as a file. */
const answerFile = ({ xhr, answer }: SentRequest, status: number, content: string) => {
  expect(xhr).toMatchObject({ responseType: 'blob' });
  Object.assign(xhr, { response: new Blob([content]) });
  answer(status, '');
};

describe('the jobs', () => {
  test('an export is begun with the token and without a body', async () => {
    const { auth, net } = start();
    const done = exportUsageData(auth);
    await settle();
    const { method, url, headers, body, answer } = net.next();
    expect([method, url, headers['Authorization'], body]).toEqual([
      'POST',
      '/usage/v1/data/export',
      'Bearer A1',
      undefined,
    ]);
    answer(200, { data: { id, state: 'waiting' } });
    expect(await done).toMatchObject({ id, state: 'waiting' });
  });

  test('a job is read and cancelled by its id', async () => {
    const { auth, net } = start();
    void getUsageJob(auth, { id });
    await settle();
    expect(net.next().url).toBe(`/usage/v1/data/job?id=${id}`);
    net.next().answer(200, { data: { id } });
    void cancelUsageJob(auth, { id });
    await settle();
    expect(net.next()).toMatchObject({ url: '/usage/v1/data/cancel', body: { id } });
    await expect(getUsageJob(auth, { id: 'no job' })).rejects.toMatchObject({ name: 'Unknown' });
  });
});

describe('the file', () => {
  test('arrives whole, and reports its progress', async () => {
    const { auth, net } = start();
    const progress: number[] = [];
    const done = downloadUsageData(auth, { id }, { onProgress: share => progress.push(share) });
    await settle();
    const request = net.next();
    const { method, url, headers, xhr } = request;
    expect([method, url, headers['Authorization'], xhr.timeout]).toEqual([
      'GET',
      `/usage/v1/data/download?id=${id}`,
      'Bearer A1',
      600_000,
    ]);
    const { onprogress } = xhr as unknown as { onprogress: (event: object) => void };
    onprogress({ loaded: 3, total: 0 });
    onprogress({ loaded: 3, total: 12 });
    answerFile(request, 200, 'packed');
    expect(await (await done).text()).toBe('packed');
    expect(progress).toEqual([0.25]);
  });

  test('a token that is refused is refreshed, and a deleted file is reported by its status', async () => {
    const { auth, net } = start();
    const done = downloadUsageData(auth, { id });
    await settle();
    answerFile(net.next(), 401, JSON.stringify(TOKEN_INVALID));
    // a blob's text comes in a turn of its own
    const refresh = await until(net.next);
    expect(refresh.url).toMatch(/tokens\/refresh$/);
    refresh.answer(200, { data: tokens(2) });
    await settle();
    const again = net.next();
    expect(again.headers['Authorization']).toBe('Bearer A2');
    answerFile(again, 404, JSON.stringify({ code: 'RC_404', msg: 'There is nothing here.' }));
    await expect(done).rejects.toMatchObject({ name: 'Unknown', status: 404, server_code: 'RC_404' });
  });

  test.each([0, 1, 3])('with retries %i it is repeated as often as any call', async retries => {
    const { tab, net } = fakeBrowser();
    const auth = tab();
    auth.tokens.store(tokens(1));
    const done = downloadUsageData(auth, { id }, { retries }).catch((error: unknown) => error);
    for (let attempt = 0; attempt <= retries; attempt++) {
      const sent = await until(net.next);
      answerFile(sent, 401, JSON.stringify(TOKEN_INVALID));
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
    void downloadUsageData(auth, { id });
    await settle();
    expect(net.next().headers).not.toHaveProperty('Authorization');
  });
});
