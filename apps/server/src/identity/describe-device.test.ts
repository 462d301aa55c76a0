import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDevice } from './describe-device.ts';

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
  ['curl/8.5.0', { browser: null, system: null, kind: 'other' }],
  ['', { browser: null, system: null, kind: 'other' }],
])('%s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toEqual(device);
});

test('the answer has its form for any user agent', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'binary' }), userAgent => {
      const { browser, system, kind } = describeDevice(userAgent);
      for (const name of [browser, system]) expect(name === null || typeof name === 'string').toBe(true);
      expect(['desktop', 'phone', 'tablet', 'other']).toContain(kind);
    }),
  );
});
