import { describe, expect, test } from 'vitest';
import { ConfigError, Reader } from '../../../../platform/config-reader.ts';
import { thirdPartySettings } from './settings.ts';

const read = (env: Record<string, string>, production = false) => {
  const reader = new Reader(env);
  const settings = thirdPartySettings(reader, { production, issuer: 'https://id.school.example' });
  reader.end();
  return settings;
};
const problems = (env: Record<string, string>, production = false): readonly string[] => {
  try {
    read(env, production);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('the settings of third parties', () => {
  test("without any, no app is configured and the endpoints are the vendors' own", () => {
    expect(read({}, true)).toEqual({
      wechat: {
        apps: [],
        serviceApps: [],
        apiUrl: 'https://api.weixin.qq.com',
        openUrl: 'https://open.weixin.qq.com',
        scriptUrl: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js',
      },
      qq: {
        apps: [],
        url: 'https://graph.qq.com',
        redirectUri: 'https://id.school.example/oauth/qq',
      },
      convert: undefined,
      timeoutMs: 5_000,
    });
  });

  test('apps and other addresses', () => {
    const { wechat, qq } = read({
      ROLLCALL_WECHAT_APPS: 'wxa:s1, wxb:s:2',
      ROLLCALL_WECHAT_SERVICE_APPS: 'wxs:s3',
      ROLLCALL_WECHAT_URL: 'http://127.0.0.1:8090/wechat/',
      ROLLCALL_WECHAT_OPEN_URL: 'http://127.0.0.1:8090/wechat',
      ROLLCALL_QQ_APPS: '101:s',
    });
    expect(wechat).toEqual({
      apps: [
        { appid: 'wxa', secret: 's1' },
        { appid: 'wxb', secret: 's:2' },
      ],
      serviceApps: [{ appid: 'wxs', secret: 's3' }],
      apiUrl: 'http://127.0.0.1:8090/wechat',
      openUrl: 'http://127.0.0.1:8090/wechat',
      scriptUrl: 'http://127.0.0.1:8090/wechat/connect/zh_CN/htmledition/js/wxLogin.js',
    });
    expect(qq.apps).toEqual([{ appid: '101', secret: 's' }]);
  });

  test('an app id is of one kind', () => {
    expect(problems({ ROLLCALL_WECHAT_APPS: 'wxa:hush', ROLLCALL_WECHAT_SERVICE_APPS: 'wxa:hush' })).toEqual([
      expect.stringMatching(/^ROLLCALL_WECHAT_SERVICE_APPS.*wxa/),
    ]);
  });

  test('a wrong app is refused without showing its secret', () => {
    const [problem] = problems({ ROLLCALL_QQ_APPS: 'hush-hush' });
    expect(problem).toContain('ROLLCALL_QQ_APPS');
    expect(problem).not.toContain('hush');
  });

  test.each(['http://graph.qq.com', 'https://127.0.0.1:8090', 'https://localhost/qq', 'https://x.localhost'])(
    'in production %s is refused: it may be a simulator',
    url => {
      expect(problems({ ROLLCALL_QQ_URL: url }, true)).toEqual([expect.stringContaining('no simulator')]);
      expect(problems({ ROLLCALL_QQ_URL: url })).toEqual([]);
    },
  );

  test('an older site has one way of recognition, and two are refused', () => {
    const cookie = { ROLLCALL_CONVERT_COOKIE: 'sid' };
    const secret = { ROLLCALL_CONVERT_SECRET: 'x'.repeat(16) };
    const url = { ROLLCALL_CONVERT_URL: 'http://127.0.0.1/whoami' };
    expect(read({ ...cookie, ...secret }).convert).toEqual({ cookie: 'sid', secret: 'x'.repeat(16) });
    expect(read({ ...cookie, ...url }).convert).toEqual({ cookie: 'sid', url: 'http://127.0.0.1/whoami' });
    expect(problems({ ...cookie, ...secret, ...url })).toEqual([expect.stringContaining('not both')]);
    expect(problems(cookie)).toEqual([expect.stringContaining('ROLLCALL_CONVERT_SECRET is not set')]);
    expect(problems(url)).toEqual([expect.stringContaining('ROLLCALL_CONVERT_COOKIE is not set')]);
    const [short] = problems({ ...cookie, ROLLCALL_CONVERT_SECRET: 'tooshort' });
    expect(short).toContain('8 characters');
    expect(short).not.toContain('tooshort');
  });
});
