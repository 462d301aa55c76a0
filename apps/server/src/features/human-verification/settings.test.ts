import { describe, expect, test } from 'vitest';
import { readConfig } from '../../app/config.ts';
import { vendorNames } from './settings.ts';

const secret = { ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef' };
const production = {
  ...secret,
  ROLLCALL_ENV: 'prod',
  ROLLCALL_ISSUER: 'https://accounts.school.example',
  ROLLCALL_PIDS: 'school',
  ROLLCALL_PRODUCTS: 'school',
};
const nextdata = { ROLLCALL_NEXTDATA_ORGANIZATION: 'org', ROLLCALL_NEXTDATA_ACCESS_KEY: 'key' };
const geetest = { ROLLCALL_GEETEST_ID: 'id', ROLLCALL_GEETEST_KEY: 'key' };

test('with nothing set there is no vendor; only prod limits the messages to a prefix', () => {
  const { humanVerification: captcha, codes } = readConfig(secret);
  expect(captcha).toEqual({ order: [], timeoutMs: 3_000 });
  expect(codes.prefixLimit).toBe(0);
  expect(readConfig(production).codes.prefixLimit).toBe(200);
});

test('a vendor that is not listed is not read', () => {
  expect(readConfig({ ...secret, ...geetest }).humanVerification.geetest).toBeUndefined();
});

test.each(vendorNames)('%s: a missing setting is named', name => {
  expect(() => readConfig({ ...secret, ROLLCALL_CAPTCHA_VENDORS: name })).toThrow(/is not set; expected/);
});

test('the order is as listed, each once', () => {
  const env = { ...secret, ...nextdata, ...geetest, ROLLCALL_CAPTCHA_VENDORS: 'nextdata, geetest,nextdata' };
  expect(readConfig(env).humanVerification.order).toEqual(['nextdata', 'geetest']);
});

test('an unknown name or a key with a space is refused without showing the value', () => {
  expect(() => readConfig({ ...secret, ROLLCALL_CAPTCHA_VENDORS: 'hcaptcha' })).toThrow(
    'names out of geetest',
  );
  const env = { ...secret, ...geetest, ROLLCALL_CAPTCHA_VENDORS: 'geetest', ROLLCALL_GEETEST_KEY: 'se cret' };
  expect(() => readConfig(env)).toThrow(/ROLLCALL_GEETEST_KEY is "\(not shown\)"/);
});

describe('in prod', () => {
  const listed = { ...production, ...geetest, ...nextdata, ROLLCALL_CAPTCHA_VENDORS: 'geetest,nextdata' };
  test.each(['http://127.0.0.1:8090/geetest', 'https://localhost:8090', 'http://api.geetest.com'])(
    'no simulator, and no way in clear: %s',
    url => {
      expect(() => readConfig({ ...listed, ROLLCALL_GEETEST_URL: url })).toThrow('ROLLCALL_GEETEST_URL');
      expect(() => readConfig({ ...listed, ROLLCALL_GEETEST_SCRIPT_URL: url })).toThrow('SCRIPT_URL');
    },
  );
  test('http is allowed for the vendor that documents it', () => {
    expect(readConfig(listed).humanVerification.nextdata?.url).toBe('http://captcha-s.fengkongcloud.com');
    const local = { ...listed, ROLLCALL_NEXTDATA_URL: 'http://127.0.0.1:1' };
    expect(() => readConfig(local)).toThrow('ROLLCALL_NEXTDATA_URL');
  });
});
