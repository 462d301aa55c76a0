import { expect, it } from 'vitest';
import { platformConfig, testCspSources } from './testing.ts';
import { pagePolicy } from './security.ts';

const policy = (env: Record<string, string>): string[] =>
  pagePolicy('/static/', testCspSources(platformConfig(env)))('N').split(';');

it('lets nobody else in where WeChat is not configured', () => {
  const parts = policy({ ROLLCALL_QQ_APPS: '101:s' });
  expect(parts).toContain("script-src 'nonce-N'");
  expect(parts).toContain("frame-src 'self'");
});

it("lets WeChat's embedded sign-in in where WeChat is configured", () => {
  const parts = policy({ ROLLCALL_WECHAT_APPS: 'wxa:s' });
  expect(parts).toContain(
    "script-src 'nonce-N' https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js",
  );
  expect(parts).toContain("frame-src 'self' https://open.weixin.qq.com/connect/");
  // A service account opens a page of its own.
  expect(policy({ ROLLCALL_WECHAT_SERVICE_APPS: 'wxs:s' })).toContain("frame-src 'self'");
});
