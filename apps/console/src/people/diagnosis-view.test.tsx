// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { drawn } from '../testing.tsx';
import { type Diagnosis, DiagnosisView } from './diagnosis-view.tsx';

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
