import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDevice, nameDevice } from './describe-device.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36',
    { browser: 'Chrome 128', system: 'Windows 10', kind: 'desktop' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x1800322b) NetType/WIFI Language/zh_CN',
    { browser: 'WeChat 8', system: 'iOS 17', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    { browser: 'Safari 16', system: 'iOS 16', kind: 'tablet' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; V2183A Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20240404 MMWEBID/8833 MicroMessenger/8.0.49.2600(0x2800313D) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
    { browser: 'WeChat 8', system: 'Android 13', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 wxwork/4.1.30 MicroMessenger/7.0.1 Language/zh ColorScheme/Light',
    { browser: 'WeCom 4', system: 'iOS 17', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0.5304.110 Safari/537.36 wxwork/4.1.30 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron WeMail embeddisk wwmver/3.26.13.660',
    { browser: 'WeCom 4', system: 'Windows 10', kind: 'desktop' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; NOH-AN00 Build/HUAWEINOH-AN00; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/98.0.4758.102 MQQBrowser/6.2 TBS/046317 Mobile Safari/537.36 V1_AND_SQ_8.9.28_3700_YYB_D QQ/8.9.28.10155 NetType/WIFI WebP/0.3.0',
    { browser: 'QQ 8', system: 'Android 12', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Linux; U; Android 12; zh-cn; M2007J1SC Build/SKQ1.220303.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/89.0.4389.72 MQQBrowser/13.5 Mobile Safari/537.36 COVC/046333',
    { browser: 'QQ Browser 13', system: 'Android 12', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.71 Safari/537.36 Core/1.94.202.400 QQBrowser/11.9.5355.400',
    { browser: 'QQ Browser 11', system: 'Windows 10', kind: 'desktop' },
  ],
  [
    'Mozilla/5.0 (Linux; U; Android 11; zh-CN; V2031A Build/RP1A.200720.012) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/15.0.6.1196 Mobile Safari/537.36',
    { browser: 'UC Browser 15', system: 'Android 11', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/55.0.2883.87 UBrowser/6.2.4098.3 Safari/537.36',
    { browser: 'UC Browser 6', system: 'Windows 10', kind: 'desktop' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.13.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/14.0.3.311 Mobile Safari/537.36',
    { browser: 'Huawei Browser 14', system: 'Android 12', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.4240.198 Safari/537.36 QIHU 360SE',
    { browser: '360 Browser', system: 'Windows 10', kind: 'desktop' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.95 Safari/537.36 QIHU 360EE',
    { browser: '360 Browser', system: 'Windows 10', kind: 'desktop' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; MI 9 Build/QKQ1.190825.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/83.0.4103.106 Mobile Safari/537.36 360 Aphone Browser (10.0.1.105)',
    { browser: '360 Browser 10', system: 'Android 10', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.0 Mobile/15E148 Safari/604.1 QihooBrowser/5.2.2',
    { browser: '360 Browser 5', system: 'iOS 15', kind: 'phone' },
  ],
  ['curl/8.5.0', { browser: null, system: null, kind: 'other' }],
  ['', { browser: null, system: null, kind: 'other' }],
])('%s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toEqual(device);
});

test('without numbers devices have few names', () => {
  expect(
    nameDevice(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
    ),
  ).toEqual({ browser: 'Edge', system: 'Windows', kind: 'desktop' });
  expect(
    nameDevice(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN',
    ),
  ).toEqual({ browser: 'WeChat', system: 'iOS', kind: 'phone' });
  for (const userAgent of ['', 'curl/8.5.0'])
    expect(nameDevice(userAgent)).toEqual({ browser: null, system: null, kind: 'other' });
});

test('the answer has its form for any user agent', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'binary' }), userAgent => {
      for (const { browser, system, kind } of [describeDevice(userAgent), nameDevice(userAgent)]) {
        for (const name of [browser, system]) expect(name === null || typeof name === 'string').toBe(true);
        expect(['desktop', 'phone', 'tablet', 'other']).toContain(kind);
      }
    }),
  );
});
