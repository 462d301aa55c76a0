import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Simulators, startSimulators } from './start.ts';

const TOKEN = 'simulated-bot-0001';
const KEY = 'SEC-simulated-bot-0001';
let now = 1_763_712_000_000;
let simulators: Simulators;
beforeAll(async () => {
  simulators = await startSimulators({ config: { port: 0 }, now: () => now });
});
afterAll(() => simulators.stop());
beforeEach(async () => {
  await fetch(`${simulators.url}/control/reset`, { method: 'POST' });
});

const post = async (path: string, body: object): Promise<unknown> => {
  const answer = await fetch(simulators.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
};
const messages = async () => (await fetch(`${simulators.url}/control/messages`)).json();
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64');

const dingtalk = (at = now, token = TOKEN, key = KEY) =>
  post(
    `/dingtalk/robot/send?access_token=${token}&timestamp=${at}&sign=${encodeURIComponent(hmac(key, `${at}\n${key}`))}`,
    { msgtype: 'markdown', markdown: { title: 'T', text: 'a text' } },
  );
const feishu = (at = now, token = TOKEN, key = KEY) => {
  const timestamp = String(Math.floor(at / 1000));
  return post(`/feishu/open-apis/bot/v2/hook/${token}`, {
    timestamp,
    sign: hmac(`${timestamp}\n${key}`, ''),
    msg_type: 'text',
    content: { text: 'a text' },
  });
};
const wecom = (content = 'a text', token = TOKEN) =>
  post(`/wecom/cgi-bin/webhook/send?key=${token}`, { msgtype: 'markdown', markdown: { content } });

test('a signed message of a known bot is shown in its group', async () => {
  expect(await dingtalk()).toEqual({ errcode: 0, errmsg: 'ok' });
  expect(await feishu()).toEqual({ code: 0, msg: 'ok', data: {} });
  expect(await wecom()).toEqual({ errcode: 0, errmsg: 'ok' });
  expect(await messages()).toMatchObject([
    { vendor: 'wecom', to: TOKEN, text: 'a text' },
    { vendor: 'feishu', to: TOKEN, text: 'a text' },
    { vendor: 'dingtalk', to: TOKEN, text: 'a text' },
  ]);
});

test('an unknown bot, a wrong key and an old signature are refused', async () => {
  expect(await dingtalk(now, 'another-bot-0001')).toMatchObject({ errcode: 300005 });
  expect(await dingtalk(now, TOKEN, 'wrong')).toMatchObject({ errcode: 310000 });
  expect(await dingtalk(now - 3_600_001)).toMatchObject({ errcode: 310000 });
  expect(await feishu(now, 'another-bot-0001')).toMatchObject({ code: 19001 });
  expect(await feishu(now, TOKEN, 'wrong')).toMatchObject({ code: 19021 });
  expect(await feishu(now - 3_601_000)).toMatchObject({ code: 19021 });
  expect(await wecom('a text', 'another-bot-0001')).toMatchObject({ errcode: 93000 });
  expect(await messages()).toEqual([]);
});

test('a long text, another form and the 21st message of a minute are refused', async () => {
  expect(await wecom('字'.repeat(1_366))).toMatchObject({ errcode: 40058 });
  expect(await post(`/wecom/cgi-bin/webhook/send?key=${TOKEN}`, { msgtype: 'text' })).toMatchObject({
    errcode: 40008,
  });
  for (let sent = 0; sent < 20; sent += 1) await wecom();
  expect(await wecom()).toMatchObject({ errcode: 45009 });
  now += 60_000;
  expect(await wecom()).toMatchObject({ errcode: 0 });
});
