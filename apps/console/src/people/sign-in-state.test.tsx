// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { drawn } from '../testing.tsx';
import type { Diagnosis } from './diagnosis-view.tsx';
import { mainHindrance, SignInState } from './sign-in-state.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

const always = { until: null, of: null };
const since = Date.UTC(2026, 10, 28, 16, 50);
const failing = {
  kind: 'messages-failing' as const,
  until: null,
  of: 'phone',
  since,
  senders: ['aliyun', 'tencent'],
};
const said = (hindrances: Diagnosis['hindrances'], ways: Diagnosis['ways'], reachable = true) => {
  const diagnosis = { id: 'x', ways, hindrances, refusals: [] };
  const box = drawn(<SignInState diagnosis={diagnosis} reachable={reachable} />, 'zh-CN');
  return {
    text: box.querySelector('[data-state]')?.textContent ?? '',
    acts: [...box.querySelectorAll('a, button')].map(one => one.textContent),
  };
};

test('both vendors of text messages are told by name and time, with where to look', () => {
  const { text, acts } = said([failing], []);
  expect(text).toContain('暂时无法登录：阿里云、腾讯云自');
  expect(text).toContain('00:50 起均无法发送');
  expect(acts).toEqual(['查看失败原因与剩余额度']);
});

test('a way that is left is told beside what fails', () => {
  expect(said([failing], ['password']).text).toContain('可用密码登录');
});

test('waits are ended and blocks are lifted beside the sentence', () => {
  expect(said([{ kind: 'wrong-passwords', until: since, of: null }], []).acts).toEqual(['解除等待']);
  const { text, acts } = said([failing, { kind: 'blocked', ...always }], []);
  expect(text).toContain('账号已封禁');
  expect(acts).toEqual(['解封']);
  expect(said([{ kind: 'deletion-overdue', until: since, of: null }], []).acts).toEqual(['撤销注销']);
});

test('an act that can’t work is not offered', () => {
  const overdue = { kind: 'deletion-overdue' as const, until: since, of: null };
  expect(said([{ ...overdue, stays: 'guardian' }], []).acts).toEqual([]);
  const refused = { kind: 'verification-refused' as const, ...always, rule: 'NETEASE' };
  expect(said([refused], []).acts).toEqual(['发送密码重设链接']);
  expect(said([refused], [], false).acts).toEqual([]);
});

test('what keeps nobody out is no sentence of its own', () => {
  expect(
    mainHindrance({
      hindrances: [
        { kind: 'second-factor', ...always },
        { kind: 'no-password', ...always },
      ],
    }),
  ).toBe(undefined);
  expect(said([{ kind: 'second-factor', ...always }], ['phone-code']).text).toContain('可以登录');
});
