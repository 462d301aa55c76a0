// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const HOST = 'https://accounts.school.example';
const of = (host: string) => ({ params: { host } }) as Parameters<typeof isOriginRefused>[0];
let isOriginRefused: typeof import('./refused-origin.ts').isOriginRefused;
let requests: string[];
/** A server that answers requests with these credentials so that the page can read them. */
const answer = (readable: Partial<Record<RequestCredentials, number>>) =>
  vi.stubGlobal('fetch', async (url: URL, { credentials = 'same-origin' }: RequestInit) => {
    requests.push(`${credentials} ${url.href}`);
    const status = readable[credentials];
    if (status === undefined) throw new TypeError('Failed to fetch');
    return { ok: status < 300 };
  });

beforeEach(async () => {
  requests = [];
  vi.resetModules();
  ({ isOriginRefused } = await import('./refused-origin.ts'));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a server that is read without credentials only refuses the origin; the console says once what to set', async () => {
  answer({ omit: 200 });
  expect(await isOriginRefused(of(`${HOST}/`))).toBe(true);
  expect(await isOriginRefused(of(HOST))).toBe(true);
  expect(requests[0]).toBe(`omit ${HOST}/healthz`);
  const logged = vi.mocked(console.error).mock.calls;
  expect(logged).toHaveLength(1);
  expect(logged[0]?.[0]).toContain(location.origin);
  expect(logged[0]?.[0]).toContain('ROLLCALL_ORIGINS');
});

test.each([
  ['is not reached', {}],
  ['allows the origin, so that the network failed', { omit: 200, include: 200 }],
  ['is stopping, or a proxy answers for it', { omit: 503 }],
])('nothing is said of the origin where the server %s', async (_, readable) => {
  answer(readable);
  expect(await isOriginRefused(of(HOST))).toBe(false);
  expect(console.error).not.toHaveBeenCalled();
});

test('a page of the server itself asks nothing', async () => {
  answer({ omit: 200 });
  expect(await isOriginRefused(of(location.origin))).toBe(false);
  expect(await isOriginRefused(of(''))).toBe(false);
  expect(requests).toEqual([]);
});
