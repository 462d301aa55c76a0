// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { drawn } from '../testing.tsx';
import { Health } from './health.tsx';
import type { HealthItem } from './health-words.ts';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

const since = Date.UTC(2026, 10, 28, 16, 50);
const sender = (name: string, state: HealthItem['state'], at: number | null = since): HealthItem => ({
  kind: 'sender',
  name,
  channel: 'sms',
  state,
  since: at,
  value: null,
});
const shown = (items: HealthItem[]) => {
  const box = drawn(<Health items={items} />, 'zh-CN');
  return {
    outage: box.querySelector('output')?.textContent ?? null,
    text: box.textContent ?? '',
    links: [...box.querySelectorAll('a')].map(link => link.getAttribute('href')),
  };
};

test('where nobody sends text messages, one sentence says who, since when all fail, and whom it concerns', () => {
  const { outage, links } = shown([
    sender('aliyun', 'bad', since - 3_600_000),
    sender('tencent', 'bad'),
    { kind: 'third-party', name: 'wechat', channel: null, state: 'good', since, value: null },
  ]);
  expect(outage).toContain('短信验证码无法发送。阿里云、腾讯云自');
  expect(outage).toContain('00:50 起均无法发送。');
  expect(outage).toContain('其他登录方式不受影响');
  expect(links[0]).toBe('/console/messages');
});

test('a sender whose work another one does is no outage, and what was not proved is not said to be well', () => {
  const { outage, text } = shown([sender('aliyun', 'warning'), sender('tencent', 'unknown', null)]);
  expect(outage).toBeNull();
  expect(text).toContain('已由其他服务商代发');
  expect(text).toContain('尚未使用');
  expect(shown([sender('aliyun', 'good')]).text).toContain('一切正常。');
  expect(shown([sender('aliyun', 'unknown', null)]).text).not.toContain('一切正常。');
});

test('where the state cannot be read, that is said, and nothing is said to be well', () => {
  const box = drawn(<Health items={null} />, 'zh-CN');
  expect(box.querySelector('output')?.textContent).toContain('无法读取学校状态');
  expect(box.textContent).not.toContain('正常');
});
