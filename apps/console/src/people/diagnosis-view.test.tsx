// @vitest-environment jsdom
import { afterAll, expect, test, vi } from 'vitest';
import type { Diagnosis } from './diagnosis-view.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: (props: { to: string; params?: { id: string }; search?: { act?: string }; children: string }) => (
    <a href={`${props.to.replace('$id', props.params?.id ?? '')}?act=${props.search?.act}`}>
      {props.children}
    </a>
  ),
}));

// Another file may have loaded them with the router itself.
vi.resetModules();
const { drawn } = await import('../testing.tsx');
const { DiagnosisView } = await import('./diagnosis-view.tsx');
afterAll(() => {
  vi.resetModules();
});

const written = (diagnosis: Partial<Diagnosis>) =>
  drawn(
    <DiagnosisView diagnosis={{ id: 'x', ways: [], hindrances: [], refusals: [], ...diagnosis }} />,
    'zh-CN',
  ).textContent;
const since = Date.UTC(2001, 4, 5, 16, 50);

test('vendors that are down are told with the time, and not as no restriction', () => {
  const text = written({ hindrances: [{ kind: 'messages-failing', until: null, of: 'phone', since }] });
  expect(text).toContain('消息发送失败（手机号）');
  expect(text).toContain('自 2001年5月6日 00:50 起没有一条消息发送成功。');
  expect(text).toContain('现在没有可用的登录方式。');
  expect(text).not.toContain('当前没有限制');
});

test('names the third party and the vendor, and the ways that work', () => {
  const text = written({
    ways: ['email-code', 'password'],
    hindrances: [
      { kind: 'third-party-failing', until: null, of: null, since, provider: 'qq' },
      { kind: 'verification-failing', until: null, of: null, since, rule: 'GEETEST' },
      { kind: 'no-phone', until: null, of: null },
    ],
  });
  expect(text).toContain('第三方登录无法使用（QQ）');
  expect(text).toContain('安全验证服务无法判定（极验）');
  expect(text).toContain('现在可用的登录方式：邮箱验证码、密码。');
});

test('beside what the operator can end stands the act, of the person whom what was typed names', () => {
  const acts = (identity: string | undefined, id: string | null = 'x') => {
    const hindrances: Diagnosis['hindrances'] = [
      { kind: 'blocked', until: null, of: null },
      { kind: 'deletion-due', until: since, of: null },
      { kind: 'agreements-unsigned', until: null, of: null, pids: ['club'] },
    ];
    const diagnosis = { id, ways: [], hindrances, refusals: [] };
    const box = drawn(<DiagnosisView diagnosis={diagnosis} {...(identity ? { identity } : {})} />, 'zh-CN');
    return [...box.querySelectorAll('a')].map(link => `${link.textContent} ${link.getAttribute('href')}`);
  };
  expect(acts('13900000000')).toEqual([
    '解封 /console/people/x?act=unblock',
    '撤销注销 /console/people/x?act=keep',
  ]);
  // the person's own page has these acts as its buttons
  expect(acts(undefined)).toEqual([]);
  expect(acts('13900000000', null)).toEqual([]);
});
