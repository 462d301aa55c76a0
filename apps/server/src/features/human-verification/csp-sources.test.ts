import { expect, test } from 'vitest';
import { readConfig } from '../../app/config.ts';
import { pageOrigins } from './csp-sources.ts';
import { vendorNames } from './settings.ts';

const originsOf = (env: Record<string, string>): string[] =>
  pageOrigins(
    readConfig({ ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef', ...env }).humanVerification,
  );
const geetest = {
  ROLLCALL_CAPTCHA_VENDORS: 'geetest',
  ROLLCALL_GEETEST_ID: 'id',
  ROLLCALL_GEETEST_KEY: 'key',
};

test('without a vendor nothing is allowed; with one, its own hosts [4.csp]', () => {
  expect(originsOf({})).toEqual([]);
  expect(originsOf(geetest)).toEqual([
    'https://*.geetest.com',
    'https://*.geevisit.com',
    'https://*.gsensebot.com',
  ]);
});

test('a script that the site keeps itself: that place, and the vendor’s own for what the script loads [4.csp]', () => {
  const env = { ...geetest, ROLLCALL_GEETEST_SCRIPT_URL: 'https://static.school.example/gt.js?v=1' };
  expect(originsOf(env)).toEqual([
    'https://static.school.example',
    'https://*.geetest.com',
    'https://*.geevisit.com',
    'https://*.gsensebot.com',
  ]);
});

test('a simulator’s: that place alone [4.csp]', () => {
  const env = { ...geetest, ROLLCALL_GEETEST_SCRIPT_URL: 'http://127.0.0.1:8090/geetest/gt.js' };
  expect(originsOf(env)).toEqual(['http://127.0.0.1:8090']);
});

test.each([
  ['geetest', 'https://static.geetest.com/static/js/gt.0.5.0.js'],
  ['tencent', 'https://turing.captcha.qcloud.com/TJCaptcha.js'],
  ['tencent', 'https://ssl.captcha.qq.com/TCaptcha.js'],
  ['netease', 'https://cstaticdun.126.net/load.min.js'],
  ['netease', 'https://cstaticdun1.126.net/load.min.js'],
  ['nextdata', 'https://castatic.fengkongcloud.cn/pr/v1.0.4/smcp.min.js'],
  ['aliyun', 'https://g.alicdn.com/AWSC/AWSC/awsc.js'],
])(
  '%s: the documented script %s is allowed where that vendor is configured, and else not [4.csp]',
  (vendor, script) => {
    const keys = Object.fromEntries(
      [
        'GEETEST_ID',
        'GEETEST_KEY',
        'TENCENT_CAPTCHA_APP_SECRET',
        'TENCENT_CAPTCHA_SECRET_ID',
        'TENCENT_CAPTCHA_SECRET_KEY',
        'NETEASE_CAPTCHA_ID',
        'NETEASE_CAPTCHA_SECRET_ID',
        'NETEASE_CAPTCHA_SECRET_KEY',
        'NEXTDATA_ORGANIZATION',
        'NEXTDATA_ACCESS_KEY',
        'ALIYUN_CAPTCHA_APP_KEY',
        'ALIYUN_CAPTCHA_ACCESS_KEY_ID',
        'ALIYUN_CAPTCHA_ACCESS_KEY_SECRET',
      ].map(name => [`ROLLCALL_${name}`, 'key']),
    );
    const allows = (vendors: string[]) =>
      originsOf({
        ...keys,
        ROLLCALL_TENCENT_CAPTCHA_APP_ID: '1',
        ROLLCALL_CAPTCHA_VENDORS: vendors.join(','),
      }).some(origin => {
        const pattern = `^${origin.replaceAll('.', '\\.').replace('*', '[\\w.-]+')}$`;
        return new RegExp(pattern).test(new URL(script).origin);
      });
    expect(allows([vendor])).toBe(true);
    expect(allows(vendorNames.filter(name => name !== vendor))).toBe(false);
  },
);

test('Aliyun: exact hosts alone, and those that the school adds [4.csp]', () => {
  const aliyun = {
    ROLLCALL_CAPTCHA_VENDORS: 'aliyun',
    ROLLCALL_ALIYUN_CAPTCHA_APP_KEY: 'key',
    ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_ID: 'key',
    ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_SECRET: 'key',
  };
  const known = ['https://g.alicdn.com', 'https://cf.aliyun.com', 'https://ynuf.aliapp.org'];
  expect(originsOf(aliyun)).toEqual(known);
  const more = { ...aliyun, ROLLCALL_ALIYUN_CAPTCHA_HOSTS: 'um.aliyun.com, AEIS.alicdn.com' };
  expect(originsOf(more)).toEqual([...known, 'https://um.aliyun.com', 'https://aeis.alicdn.com']);
  for (const wrong of [
    '*.aliyuncs.com',
    'https://a.cn',
    'a.cn:443',
    'aliyun',
    'a.cn/x',
    '127.0.0.1',
    'a..cn',
  ])
    expect(() => originsOf({ ...aliyun, ROLLCALL_ALIYUN_CAPTCHA_HOSTS: wrong }), wrong).toThrow(
      'ROLLCALL_ALIYUN_CAPTCHA_HOSTS',
    );
});
