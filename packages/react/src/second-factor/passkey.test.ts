import { expect, test } from 'vitest';
import { deviceName } from './passkey.ts';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15', 'iPhone'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114', 'HarmonyOS'],
  ['Mozilla/5.0 (Linux; Android 14; HarmonyOS) AppleWebKit/537.36', 'HarmonyOS'],
  ['Mozilla/5.0 (Linux; Android 14; 23127PN0CC) AppleWebKit/537.36', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'Mac'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36', 'ChromeOS'],
  ['curl/8', undefined],
])('a passkey that is given no name gets that of the device: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
