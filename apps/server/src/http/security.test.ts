import { afterEach, expect, it } from 'vitest';
import { type TestHttp, testHttp } from './testing.ts';

let http: TestHttp | undefined;
afterEach(() => http?.close());

const policy = async (env: Record<string, string>): Promise<string[]> => {
  http = await testHttp({}, { env });
  const { headers } = await fetch(`${http.url}/`);
  return (headers.get('content-security-policy') ?? '').split(';').map(part => part.trim());
};

it('lets nobody else in where WeChat is not configured', async () => {
  const parts = await policy({ ROLLCALL_QQ_APPS: '101:s' });
  expect(parts).toContain("script-src 'self'");
  expect(parts).toContain("frame-src 'self'");
});

it("lets WeChat's embedded sign-in in where WeChat is configured", async () => {
  const parts = await policy({ ROLLCALL_WECHAT_APPS: 'wxa:s' });
  expect(parts).toContain("script-src 'self' https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js");
  expect(parts).toContain("frame-src 'self' https://open.weixin.qq.com/connect/");
  // A service account opens a page of its own.
  expect(await policy({ ROLLCALL_WECHAT_SERVICE_APPS: 'wxs:s' })).toContain("frame-src 'self'");
});
