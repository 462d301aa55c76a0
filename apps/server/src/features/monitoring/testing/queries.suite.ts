/** What every store has to answer about reports, whichever it is: one suite, run by a test file of each. */
import {
  getCallHealth,
  getErrorCounts,
  getErrorGroup,
  getResourceFailures,
  getVitals,
  getVitalTrend,
} from '@rollcall/contract/console';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dialect } from '../../../events/store/dialect.ts';
import { measure } from '../alert-measures.ts';
import { groupCounts } from '../group-counts.ts';
import {
  busiest,
  calls as callsOf,
  group,
  groupsOnPages,
  type QueryContext,
  ratingOf,
  resources,
  vitals,
} from '../queries.ts';
import { AT, report, type TestStore } from '../testing.ts';
import { vitalTrend } from '../vital-trend.ts';

/** @param open an empty store, and how its SQL is written */
export const monitorQueriesSuite = (
  name: string,
  open: () => Promise<{ readonly store: TestStore; readonly dialect: Dialect }>,
): void => {
  describe(`queries about reports: ${name}`, () => {
    let store: TestStore;
    let context: QueryContext;
    beforeAll(async () => {
      const { dialect, ...opened } = await open();
      ({ store } = opened);
      context = { client: store, dialect };
    });
    afterAll(() => store?.close());
    beforeEach(() => store.clear());

    const hour = { product: 'school', from: AT - 3_600_000, to: AT };
    const call = (name: string, status: number, value: number, weight = status < 400 ? 10 : 1) =>
      report({ kind: 'call', name, status, value, weight });

    test('calls: weighs outcomes by the sampling rate, leaves out aborted calls, and computes unbiased percentiles', async () => {
      await store.add([
        ...Array.from({ length: 9 }, (_, index) => call('POST /login', 200, 100 + index)),
        ...Array.from({ length: 8 }, () => call('POST /login', 400, 50)),
        call('POST /login', 503, 900),
        call('POST /login', 602, 20_000),
        call('POST /login', 603, 1),
        call('GET /grades', 304, 7),
        { ...call('GET /grades', 500, 7), product: 'other' },
        { ...call('GET /grades', 500, 7), received: AT },
      ]);
      const answer = await callsOf(context, hour);
      expect(v.parse(getCallHealth.answer, answer)).toEqual(answer);
      expect(answer.calls).toEqual([
        {
          call: 'POST /login',
          total: 101,
          succeeded: 90,
          business: 8,
          failed: 2,
          aborted: 1,
          success_share: 0.9,
          statuses: [
            { status: 200, count: 90 },
            { status: 400, count: 8 },
            { status: 503, count: 1 },
            { status: 602, count: 1 },
            { status: 603, count: 1 },
          ],
          // Of 99 that were answered: 8 of 50 ms, then ten of each of 100 to 108 ms, then one of 900 ms.
          p50: 104,
          p75: 106,
          p95: 108,
          p99: 900,
        },
        {
          call: 'GET /grades',
          total: 10,
          succeeded: 10,
          business: 0,
          failed: 0,
          aborted: 0,
          success_share: 1,
          statuses: [{ status: 304, count: 10 }],
          p50: 7,
          p75: 7,
          p95: 7,
          p99: 7,
        },
      ]);
    });

    test('the busiest product has the most reports of the time', async () => {
      expect(await busiest(context, hour)).toBeUndefined();
      await store.add([
        call('GET /a', 500, 1),
        { ...call('GET /a', 500, 1), product: 'contest' },
        { ...call('GET /b', 500, 1), product: 'contest' },
        ...[1, 2, 3].map(() => ({ ...call('GET /a', 500, 1), product: 'old', received: hour.from - 1 })),
      ]);
      expect(await busiest(context, hour)).toBe('contest');
    });

    test('calls: 400 to 499 is a business error, and no other status [9.business-error]', async () => {
      const statuses = [200, 304, 399, 400, 401, 499, 500, 503, 601, 602, 604];
      await store.add(statuses.map(status => call(`GET /${status}`, status, 1, 1)));
      const { calls } = await callsOf(context, hour);
      const business = calls.filter(one => one.business === 1).map(one => one.call);
      expect(business.toSorted()).toEqual(['GET /400', 'GET /401', 'GET /499']);
      const failed = calls.filter(one => one.failed === 1).map(one => one.call);
      expect(failed.toSorted()).toEqual(['GET /500', 'GET /503', 'GET /601', 'GET /602', 'GET /604']);
    });

    test('gives aborted calls neither share nor latency', async () => {
      await store.add([call('GET /a', 603, 5)]);
      expect((await callsOf(context, hour)).calls).toMatchObject([
        { success_share: null, p50: null, p99: null },
      ]);
    });

    test('rates web vitals by page and release against the thresholds [7.performance]', async () => {
      const lcp = (value: number, release = 'r1') =>
        report({ kind: 'performance', name: 'LCP', value, page: '/sign-in', release });
      await store.add([
        ...[1000, 2000, 2500, 3000, 5000].map(value => lcp(value)),
        lcp(900, 'r2'),
        report({ kind: 'performance', name: 'CLS', value: 0.3, page: '/' }),
        report({ kind: 'performance', name: 'loadEventEnd', value: 700, page: '/' }),
      ]);
      const answer = await vitals(context, hour);
      expect(v.parse(getVitals.answer, answer)).toEqual(answer);
      expect(answer.vitals).toEqual([
        {
          page: '/sign-in',
          release: 'r1',
          metric: 'LCP',
          samples: 5,
          p75: 3000,
          good: 3,
          needs_improvement: 1,
          poor: 1,
          rating: 'needs-improvement',
        },
        {
          page: '/',
          release: 'r1',
          metric: 'CLS',
          samples: 1,
          p75: 0.3,
          good: 0,
          needs_improvement: 0,
          poor: 1,
          rating: 'poor',
        },
        {
          page: '/',
          release: 'r1',
          metric: 'loadEventEnd',
          samples: 1,
          p75: 700,
          good: 0,
          needs_improvement: 0,
          poor: 0,
          rating: null,
        },
        {
          page: '/sign-in',
          release: 'r2',
          metric: 'LCP',
          samples: 1,
          p75: 900,
          good: 1,
          needs_improvement: 0,
          poor: 0,
          rating: 'good',
        },
      ]);
      expect((await vitals(context, { ...hour, release: 'r2' })).vitals).toHaveLength(1);
      expect(['LCP', 'INP', 'CLS', 'TTFB', 'FCP'].map(metric => ratingOf(metric, 0))).toEqual(
        Array(5).fill('good'),
      );
    });

    test('the percentiles of a web vital over time have a point for each step, narrowed to page and release', async () => {
      const minute = 60_000;
      const lcp = (value: number, before: number, more: { page?: string; release?: string } = {}) =>
        report({ kind: 'performance', name: 'LCP', value, received: AT - before, ...more });
      await store.add([
        ...Array.from({ length: 21 }, (_, index) => lcp(10 * index, 1)),
        lcp(900, 30 * minute, { page: '/a' }),
        lcp(700, 30 * minute, { page: '/a', release: 'r2' }),
        lcp(1, 60 * minute + 1),
        lcp(1, 0),
        report({ kind: 'performance', name: 'INP', value: 1 }),
        report({ kind: 'call', name: 'LCP', value: 1 }),
        { ...lcp(1, 1), product: 'other' },
      ]);
      const ask = async (more: object = {}) => {
        const answer = await vitalTrend(context, { ...hour, metric: 'LCP', ...more });
        expect(v.parse(getVitalTrend.answer, answer)).toEqual(answer);
        expect(answer.points).toHaveLength(60);
        return { ...answer, points: answer.points.filter(({ samples }) => samples > 0) };
      };
      const last = { at: AT - minute, samples: 21, p50: 100, p75: 150, p95: 190 };
      expect(await ask()).toEqual({
        step: minute,
        points: [{ at: AT - 30 * minute, samples: 2, p50: 800, p75: 850, p95: 890 }, last],
      });
      const alone = (value: number) => ({ samples: 1, p50: value, p75: value, p95: value });
      expect((await ask({ page: '/a', release: 'r2' })).points).toEqual([
        { at: AT - 30 * minute, ...alone(700) },
      ]);
      expect((await ask({ page: '/' })).points).toEqual([last]);
      expect((await ask({ page: "'" })).points).toEqual([]);
      // Not at a step's beginning, and a part of the last step.
      const odd = await vitalTrend(context, { ...hour, from: AT - 119_999, to: AT + 1, metric: 'LCP' });
      expect(odd.points).toEqual([
        { at: AT - 2 * minute, samples: 0, p50: null, p75: null, p95: null },
        last,
        { at: AT, ...alone(1) },
      ]);
    });

    test('web vitals are narrowed to a class of device and a network; reports without are unknown', async () => {
      const lcp = (value: number, data?: object) =>
        report({ kind: 'performance', name: 'LCP', value, ...(data ? { data: { ...data } } : {}) });
      await store.add([
        lcp(100, { navigation: 'navigate', device: 'phone', network: '3g' }),
        lcp(200, { navigation: 'navigate', device: 'tablet' }),
        report({ kind: 'performance', name: 'LCP', value: 800, release: 'unknown', data: { network: '4g' } }),
        lcp(300, { navigation: 'reload' }),
        lcp(500),
      ]);
      const ask = async (more: object) => {
        const query = { ...hour, ...more };
        const trend = await vitalTrend(context, { ...query, metric: 'LCP' });
        const [row] = (await vitals(context, query)).vitals;
        expect(trend.points.at(-1)).toMatchObject({ samples: row?.samples ?? 0, p75: row?.p75 ?? null });
        return row && [row.samples, row.p75];
      };
      expect(await ask({ device: 'phone' })).toEqual([1, 100]);
      expect(await ask({ device: 'unknown', release: 'r1' })).toEqual([2, 450]);
      expect(await ask({ device: 'desktop' })).toBeUndefined();
      expect(await ask({ network: '3g' })).toEqual([1, 100]);
      expect(await ask({ network: '3g', device: 'tablet' })).toBeUndefined();
      expect(await ask({ network: 'unknown' })).toEqual([3, 400]);
      expect(await ask({ release: 'unknown' })).toEqual([1, 800]);
    });

    test('failed resources are listed by chunk, with pages and releases', async () => {
      const chunk = (reason: string, page: string, release: string) =>
        report({
          kind: 'resource',
          name: '/static/12.js',
          page,
          release,
          data: { element: 'chunk', chunk: '12', reason },
        });
      await store.add([
        chunk('error', '/b', 'r1'),
        chunk('timeout', '/a', 'r2'),
        chunk('error', '/a', 'r2'),
        report({ kind: 'resource', name: '/a.png', data: { element: 'img', chunk: '', reason: 'error' } }),
      ]);
      const answer = await resources(context, hour);
      expect(v.parse(getResourceFailures.answer, answer)).toEqual(answer);
      expect(answer.resources).toMatchObject([
        {
          element: 'chunk',
          chunk: '12',
          address: '/static/12.js',
          count: 3,
          timeouts: 1,
          pages: ['/a', '/b'],
          releases: ['r1', 'r2'],
          last_seen: AT - 1000,
        },
        { element: 'img', chunk: '', count: 1, timeouts: 0 },
      ]);
    });

    test('counts the reports of an error group over time', async () => {
      const id = 'ab'.repeat(16);
      const error = (before: number, page: string, weight: number) =>
        report({ kind: 'error', name: id, received: AT - before, page, weight });
      await store.add([
        error(60_000, '/a', 3),
        error(61_000, '/b', 1),
        error(1_800_000, '/a', 2),
        report({ kind: 'error', name: 'cd'.repeat(16) }),
      ]);
      const answer = await group(context, { id, ...hour });
      expect(v.parse(v.pick(getErrorGroup.answer, ['step', 'counts', 'pages']), answer)).toEqual(answer);
      expect(answer).toEqual({
        step: 60_000,
        counts: [
          { at: AT - 1_800_000, count: 2 },
          { at: AT - 120_000, count: 1 },
          { at: AT - 60_000, count: 3 },
        ],
        pages: [
          { page: '/a', count: 5 },
          { page: '/b', count: 1 },
        ],
      });
    });

    test('counts groups of a product over the last seven days of the school, as many as a page has', async () => {
      const ids = Array.from({ length: 200 }, (_, index) => index.toString(16).padStart(32, '0'));
      const [one = '', other = ''] = ids;
      // 16:00 in the school's zone: the third point of the day has begun.
      const today = AT - 16 * 3_600_000;
      const first = today - 6 * 24 * 3_600_000;
      const error = (name: string, received: number, weight = 1) =>
        report({ kind: 'error', name, received, weight });
      await store.add([
        error(one, first - 1, 100),
        error(one, first, 2),
        error(one, today - 1, 3),
        error(one, today),
        error(one, AT - 1),
        error(one, AT),
        error(one, AT + 1, 100),
        error(other, first + 6 * 3_600_000 - 1),
        error('f'.repeat(32), AT),
        { ...error(one, AT, 100), product: 'other' },
        report({ kind: 'call', name: one, status: 200, value: 1, received: AT }),
      ]);
      const answer = await groupCounts(context, { product: 'school', ids, now: AT });
      expect(v.parse(getErrorCounts.answer, answer)).toEqual(answer);
      expect(answer).toMatchObject({ from: first, step: 6 * 3_600_000 });
      const points = Array.from({ length: 27 }, () => 0);
      expect(answer.groups.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        { id: one, counts: points.with(0, 2).with(23, 3).with(24, 1).with(26, 2) },
        { id: other, counts: points.with(0, 1) },
      ]);
    });

    test('finds groups by a word of the pages, in lower and upper case, each once', async () => {
      const error = (name: string, page: string) => report({ kind: 'error', name, page });
      await store.add([
        error('a', '/Übung/1'),
        error('a', '/übung/2'),
        error('b', '/kurs%20übung'),
        error('c', '/kurs'),
        report({ kind: 'call', name: 'd', page: '/übung', status: 200, value: 1 }),
      ]);
      expect(await groupsOnPages(context, { word: 'ÜBUNG', ...hour })).toEqual(['a', 'b']);
      expect(await groupsOnPages(context, { word: '%', ...hour })).toEqual(['b']);
      expect(await groupsOnPages(context, { word: "'", ...hour })).toEqual([]);
    });

    test.each([
      ['error-rate', '*', { value: 5 / 60, samples: 5 }],
      ['failed-share', '*', { value: 2 / 102, samples: 102 }],
      ['failed-share', 'GET /nothing', { value: null, samples: 0 }],
      ['failed-share', 'GET /fine', { value: 0, samples: 10 }],
      ['vital', 'LCP', { value: 4000, samples: 4 }],
      ['vital', 'INP', { value: null, samples: 0 }],
      ['call-latency', 'POST /login', { value: 500, samples: 91 }],
    ] as const)('an alert measures %s of %s, without sample data', async (kind, target, expected) => {
      await store.add([
        report({ kind: 'error', name: 'ab'.repeat(16), weight: 5 }),
        report({ kind: 'error', name: 'ab'.repeat(16), weight: 99, sample: true }),
        ...Array.from({ length: 9 }, (_, index) => call('POST /login', 200, 100 * (index > 7 ? 5 : 1))),
        call('POST /login', 500, 30_000),
        call('POST /login', 601, 1),
        call('POST /login', 603, 1),
        call('GET /fine', 200, 1),
        ...[1000, 2000, 3000, 4000].map(value => report({ kind: 'performance', name: 'LCP', value })),
      ]);
      expect(await measure(context, { kind, target, percentile: 0.95 }, hour)).toEqual(expected);
    });

    test('measures nothing in an empty period or without reports', async () => {
      expect(await callsOf(context, hour)).toEqual({ calls: [] });
      expect(await vitals(context, hour)).toEqual({ vitals: [] });
      expect(await resources(context, hour)).toEqual({ resources: [] });
      expect(await measure(context, { kind: 'error-rate', target: '*', percentile: 0.5 }, hour)).toEqual({
        value: 0,
        samples: 0,
      });
    });
  });
};
