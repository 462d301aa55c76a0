import { createHmac } from 'node:crypto';
import { alertKinds } from '@rollcall/contract/console';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AlertMessageBody, alertText, testMessage } from './alert-message.ts';
import { botFailure, botRequest, OFFICIAL_URLS, tokenOf } from './group-bots.ts';

const place = { name: '明德学堂', issuer: 'https://accounts.school.example' };
const firing: AlertMessageBody = {
  state: 'firing',
  episode: 3,
  began_at: Date.UTC(2026, 10, 23, 1, 5),
  ended_at: null,
  value: 0.1234,
  worst: 0.1234,
  threshold: 0.05,
  rule: {
    id: 1,
    name: 'Calls fail',
    product: 'school',
    kind: 'failed-share',
    target: 'POST /user/v1/login',
    percentile: 0.75,
    window_minutes: 5,
  },
};
const text = alertText(firing, place, 'zh-CN');
const at = 1_763_712_000_123;

test('a text has the school, the rule, the value beside the limit, the time in China and the way to the console', () => {
  expect(text).toEqual({
    title: '【明德学堂】警报：Calls fail',
    lines: [
      '产品：school',
      '5 分钟内失败的请求（POST /user/v1/login）：12.34%，阈值 5%',
      expect.stringMatching(/^开始：11\/23 09:05$/),
    ],
    url: 'https://accounts.school.example/console/monitor/alerts?product=school',
    open: '在管理台查看',
  });
});

test('in English the same is said', () => {
  const ended = { ...firing, state: 'resolved' as const, ended_at: firing.began_at + 60_000 };
  expect(alertText(ended, place, 'en')).toEqual({
    title: '[明德学堂] Resolved: Calls fail',
    lines: [
      'Product: school',
      'Failed requests in 5 min (POST /user/v1/login): 12.34%, limit 5%',
      'Began: Nov 23, 09:05',
      'Ended: Nov 23, 09:06, at worst 12.34%',
    ],
    url: text.url,
    open: 'Open in the console',
  });
  expect(alertText(testMessage(at), place, 'en').title).toBe('[明德学堂] Test message: Test');
  const { body } = botRequest('wecom', { token: 'a' }, OFFICIAL_URLS, alertText(ended, place, 'en'), at);
  expect(JSON.stringify(body)).toContain('[Open in the console](');
});

const states = ['firing', 'resolved', 'no-data', 'changed'] as const;
const measures = [
  ...alertKinds.map(kind => ({ kind, target: kind === 'vital' ? 'LCP' : '*' })),
  { kind: 'message-budget' as const, target: 'hour' },
  { kind: 'webhook-paused' as const, target: 'SIS' },
];
test.each(measures)('in English nothing is Chinese: $kind', ({ kind, target }) => {
  for (const state of states) {
    const made = alertText(
      {
        ...firing,
        state,
        ended_at: firing.began_at,
        rule: { ...firing.rule, kind, target },
        messages: { sent: 1, limit: 2, left: 1, ends_at: at },
      },
      { ...place, name: 'Mingde' },
      'en',
    );
    expect([made.title, ...made.lines].join('\n')).not.toMatch(/\p{sc=Han}|[：，。（）【】]/u);
  }
});

test('the end and missing data are told apart', () => {
  const ended = { ...firing, ended_at: firing.began_at + 60_000 };
  expect(alertText({ ...ended, state: 'resolved', value: 0 }, place, 'zh-CN').title).toBe(
    '【明德学堂】已恢复：Calls fail',
  );
  const none = alertText({ ...ended, state: 'no-data', value: null }, place, 'zh-CN');
  expect(none.title).toBe('【明德学堂】没有数据：Calls fail');
  expect(none.lines.join()).toContain('不代表问题已经解决');
  const changed = alertText({ ...ended, state: 'changed', value: null }, place, 'zh-CN');
  expect(changed.title).toBe('【明德学堂】警报停止：Calls fail');
  expect(changed.lines[1]).toBe('5 分钟内失败的请求（POST /user/v1/login）：阈值 5%');
  expect(alertText(testMessage(at), place, 'zh-CN').title).toBe('【明德学堂】测试消息：测试');
  const { rule } = firing;
  const tested = {
    ...rule,
    id: 7,
    window: 5,
    percentile: 0.75,
    product: 'school',
    least: 1,
    threshold: 0.05,
  };
  const test = testMessage(at, {
    ...tested,
    kind: 'failed-share',
    hours: null,
    channel: null,
    enabled: true,
    changed_at: at,
    firing_since: null,
  });
  expect(alertText(test, place, 'zh-CN')).toMatchObject({
    title: '【明德学堂】测试消息：Calls fail',
    lines: ['收到这条消息，说明警报可以发送到这里。', '5 分钟内失败的请求（POST /user/v1/login）：阈值 5%'],
  });
});

test('no name or target mentions people or breaks the lines of a message', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 100 }), fc.string({ minLength: 1 }), (name, target) => {
      const made = alertText({ ...firing, rule: { ...firing.rule, name, target } }, place, 'zh-CN');
      for (const line of [made.title, ...made.lines]) expect(line).not.toMatch(/[<>\n\r]/);
    }),
  );
});

describe('DingTalk', () => {
  test('a message is signed over the time in ms and the key', () => {
    const { url, body } = botRequest(
      'dingtalk',
      { token: 'abcdef0123', secret: 'SEC1' },
      OFFICIAL_URLS,
      text,
      at,
    );
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe('https://oapi.dingtalk.com/robot/send');
    expect(Object.fromEntries(searchParams)).toEqual({
      access_token: 'abcdef0123',
      timestamp: String(at),
      sign: createHmac('sha256', 'SEC1').update(`${at}\nSEC1`).digest('base64'),
    });
    expect(body).toMatchObject({ msgtype: 'markdown', markdown: { title: text.title } });
  });
  test('without a key it is not', () => {
    const { url } = botRequest('dingtalk', { token: 'abcdef0123' }, OFFICIAL_URLS, text, at);
    expect(url).toBe('https://oapi.dingtalk.com/robot/send?access_token=abcdef0123');
  });
});

test('Feishu: the token is in the path, the signature in the body', () => {
  const { url, body } = botRequest(
    'feishu',
    { token: 'abc-def-0123', secret: 'key' },
    OFFICIAL_URLS,
    text,
    at,
  );
  expect(url).toBe('https://open.feishu.cn/open-apis/bot/v2/hook/abc-def-0123');
  expect(body).toMatchObject({
    timestamp: '1763712000',
    sign: createHmac('sha256', '1763712000\nkey').update('').digest('base64'),
    msg_type: 'text',
    content: { text: [text.title, ...text.lines, text.url].join('\n') },
  });
});

test('WeCom: the key is in the query, and the longest message has less than 4,096 bytes', () => {
  const rule = { ...firing.rule, name: '警'.repeat(100), target: `POST /${'路'.repeat(230)}` };
  const longest = alertText({ ...firing, rule }, place, 'zh-CN');
  const { url, body } = botRequest('wecom', { token: 'abc-def-0123' }, OFFICIAL_URLS, longest, at);
  expect(url).toBe('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=abc-def-0123');
  const { content } = (body as { markdown: { content: string } }).markdown;
  expect(Buffer.byteLength(content)).toBeLessThan(4_096);
});

test('the address of a bot is the vendor’s own, and of its kind', () => {
  const dingtalk = 'https://oapi.dingtalk.com/robot/send?access_token=abcdef0123';
  const feishu = 'https://open.feishu.cn/open-apis/bot/v2/hook/abc-def-0123';
  const wecom = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=abc-def-0123';
  expect(tokenOf('dingtalk', dingtalk, OFFICIAL_URLS)).toBe('abcdef0123');
  expect(tokenOf('feishu', feishu, OFFICIAL_URLS)).toBe('abc-def-0123');
  expect(tokenOf('wecom', wecom, OFFICIAL_URLS)).toBe('abc-def-0123');
  const local = { ...OFFICIAL_URLS, feishu: 'http://127.0.0.1:8090/feishu' };
  expect(tokenOf('feishu', 'http://127.0.0.1:8090/feishu/open-apis/bot/v2/hook/abcdefgh', local)).toBe(
    'abcdefgh',
  );
  for (const [kind, address] of [
    ['dingtalk', feishu],
    ['feishu', wecom],
    ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send'],
    ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send/x?key=abc-def-0123'],
    ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=../../secret'],
    ['dingtalk', 'https://oapi.dingtalk.com@evil.example/robot/send?access_token=abcdef0123'],
    ['dingtalk', 'http://169.254.169.254/robot/send?access_token=abcdef0123'],
    ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/'],
    ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/a/../../../x'],
    ['feishu', 'abc'],
  ] as const) {
    expect([address, tokenOf(kind, address, OFFICIAL_URLS)]).toEqual([address, undefined]);
  }
});

test('an answer with status 200 may be a refusal', () => {
  expect(botFailure('dingtalk', 200, '{"errcode":0,"errmsg":"ok"}')).toBeUndefined();
  expect(botFailure('feishu', 200, '{"code":0,"msg":"success","data":{}}')).toBeUndefined();
  expect(botFailure('dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}')).toBe(
    '310000: sign not match',
  );
  expect(botFailure('feishu', 400, '{"code":19021,"msg":"sign match fail"}')).toBe('19021: sign match fail');
  expect(botFailure('wecom', 502, '<html>')).toBe('status 502');
  expect(botFailure('wecom', 200, '')).toBe('status 200');
});
