import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { heldClock } from '../app/testing.ts';
import { cspViolations, namedHosts, readViolation } from './csp-violations.ts';
import { CSP_VIOLATIONS_PATH } from './security.ts';
import { type TestHttp, testHttp } from './testing.ts';

const now = heldClock();
let http: TestHttp | undefined;
afterEach(() => http?.close());

const reportOf = (blocked: unknown, directive = 'script-src-elem') => ({
  'csp-report': { 'blocked-uri': blocked, 'effective-directive': directive, 'document-uri': 'https://a.cn/' },
});

it.each([
  ['https://cf.aliyun.com/nocaptcha/analyze.jsonp?a=1', 'cf.aliyun.com'],
  ['wss://CF.aliyun.com:8443/', 'cf.aliyun.com'],
  ['inline', 'other'],
  ['data', 'other'],
  ['chrome-extension://abc/x.js', 'other'],
  [`https://${'a'.repeat(300)}.cn/`, 'other'],
  [7, 'other'],
])('reads the host of %o', (blocked, host) => {
  expect(readViolation(reportOf(blocked))).toEqual({ host, directive: 'script-src-elem' });
});

it.each([null, 7, [], {}, { 'csp-report': null }, { 'csp-report': 'x' }])('%o is no report', body => {
  expect(readViolation(body)).toBeUndefined();
});

it('one network names few hosts an hour, and shuts nobody out', () => {
  const nameOf = namedHosts(now);
  const made = Array.from({ length: 50 }, (_, n) => nameOf(`h${n}.example`, `203.0.113.${n}`));
  expect(made.filter(name => name !== 'other')).toHaveLength(5);
  expect(nameOf('h0.example', '203.0.113.200')).toBe('h0.example');
  expect(nameOf('cf.aliyun.com', '198.51.100.1')).toBe('cf.aliyun.com');
  const wide = Array.from({ length: 50 }, (_, n) => nameOf(`w${n}.example`, `2001:db8:1:${n}::1`));
  expect(wide.filter(name => name !== 'other')).toHaveLength(5);
  now.move(3600_000);
  expect(nameOf('h49.example', '203.0.113.1')).toBe('h49.example');
  const all = Array.from({ length: 1000 }, (_, n) => nameOf(`a${n}.example`, `10.${n >> 8}.${n & 255}.1`));
  expect(all.filter(name => name !== 'other')).toHaveLength(200 - 12);
});

it('counts what browsers report by host, and names each host once in the log', async () => {
  const logged: unknown[] = [];
  const feature = cspViolations({ now, log: { warn: (line: unknown) => void logged.push(line) } });
  http = await testHttp({}, { add: server => feature.addRoutes?.(server) });
  const { url } = http;
  const post = async (body: string, type = 'application/csp-report') => {
    const answer = await fetch(url + CSP_VIOLATIONS_PATH, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    return answer.status;
  };
  const report = JSON.stringify(reportOf('https://um.aliyun.com/x.js?token=1'));
  expect([await post(report), await post(report)]).toEqual([204, 204]);
  expect(await post(JSON.stringify(reportOf('inline')))).toBe(204);
  for (const wrong of ['', '{', 'null', '{"csp-report":1}']) expect(await post(wrong), wrong).toBe(400);
  expect(await post(report, 'text/plain')).toBe(415);
  expect(await post(JSON.stringify(reportOf('x'.repeat(20_000))))).toBe(413);
  const registry = new Registry();
  feature.addMetrics?.(registry);
  const text = await registry.metrics();
  expect(text).toContain('rollcall_csp_violations_total{host="um.aliyun.com"} 2');
  expect(text).toContain('rollcall_csp_violations_total{host="other"} 1');
  expect(logged).toEqual([{ host: 'um.aliyun.com', directive: 'script-src-elem' }]);
});
