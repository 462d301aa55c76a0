import { expect, it } from 'vitest';
import { simulatorsOfFile } from '../testing.ts';

const running = await simulatorsOfFile();

const scripts = [
  '/geetest/static/js/gt.0.5.0.js',
  '/geetest/static/js/slide.7.9.2.js',
  '/tencent-captcha/TJCaptcha.js',
  '/tencent-captcha/TCaptcha.js',
  '/netease/load.min.js',
  '/nextdata/pr/v1.0.4/smcp.min.js',
  '/awsc/AWSC/AWSC/awsc.js',
];

it.each(scripts)('%s comes as a script that a strict content security policy lets run', async path => {
  const response = await fetch(running.url + path);
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  // What needs 'unsafe-eval' or an inline style, or takes markup.
  expect(text).not.toMatch(
    /\beval\(|new Function|innerHTML|insertAdjacentHTML|document\.write|cssText|'style'/,
  );
  expect(text.length).toBeGreaterThan(1000);
});

it.each([
  '/geetest/get.php',
  '/geetest/gettype.php',
  '/tencent-captcha/cap_union_prehandle',
  '/netease/api/v3/get',
  '/nextdata/ca/v1/register',
  '/awsc/nocaptcha/initialize.jsonp',
])('%s answers no callback that is more than a name', async path => {
  for (const callback of ['', 'alert(1)//', 'a.b', '<b>', 'x'.repeat(65)])
    expect((await running.get(`${path}?callback=${encodeURIComponent(callback)}`)).status).toBe(400);
  expect((await running.get(`${path}?callback=done`)).text).toMatch(/^\/\*\*\/done\(\{.*\}\);$/);
});
