import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient, TIMEOUT_MS, writeQuery } from './client.ts';
import { Refused, worthRetrying } from './refused.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

const caught = async (promise: Promise<unknown>): Promise<Refused> => {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Refused)) throw new Error(`not refused: ${String(thrown)}`);
  return thrown;
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a call goes to its path by its method, with query and body', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer(200, { data: { items: [], next: null } }));
  const client = createClient({ fetch });
  expect(await client.call('listPeople', { query: { q: '138 +&', blocked: true, sort: 'oldest' } })).toEqual({
    items: [],
    next: null,
  });
  expect(fetch.mock.calls[0]?.[0]).toBe('/console/v1/people?q=138+%2B%26&blocked=true&sort=oldest');
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', credentials: 'same-origin' });
  fetch.mockResolvedValueOnce(answer(200, { data: {} }));
  await client.call('unblockPerson', { body: { id: 'x' } });
  expect(fetch.mock.calls[1]?.[1]).toMatchObject({ method: 'POST', body: '{"id":"x"}' });
});

test('empty values are left out of the query', () => {
  expect(writeQuery({ a: '', b: undefined, c: null, d: 0, e: false })).toBe('?d=0&e=false');
  expect(writeQuery({})).toBe('');
});

test('a refusal has its name, its seconds and its field', async () => {
  const client = createClient({
    fetch: async () => answer(429, { code: 'RC_54', msg: 'later', data: { retry_after: 4.2 } }),
  });
  const refused = await caught(client.call('signInOperator', { body: { name: 'a', password: 'b' } }));
  expect(refused).toMatchObject({ name: 'TooManyAttempts', seconds: 5, status: 429 });
  expect(worthRetrying(refused)).toBe(false);
});

test('the same code is another refusal at another status', async () => {
  const client = createClient({ fetch: async () => answer(503, { code: 'RC_54', msg: '' }) });
  expect((await caught(client.call('getOperator', {}))).name).toBe('TooBusy');
});

test('gives a fault its request id; treats the page of a proxy as a fault too', async () => {
  const fault = createClient({ fetch: async () => answer(500, { code: 'RC_500', request_id: 'r1' }) });
  expect(await caught(fault.call('getOperator', {}))).toMatchObject({ name: 'Fault', requestId: 'r1' });
  const proxy = createClient({
    fetch: async () => answer(502, '<html>Bad gateway</html>', { 'x-request-id': 'r2' }),
  });
  expect(await caught(proxy.call('getOperator', {}))).toMatchObject({ name: 'Fault', requestId: 'r2' });
});

test('treats a 200 without our envelope as a fault', async () => {
  const client = createClient({ fetch: async () => answer(200, '<html>Sign in to the network</html>') });
  expect((await caught(client.call('getOperator', {}))).name).toBe('Unknown');
});

test('an ended session is reported once, but not by calls before sign-in', async () => {
  const onSignedOut = vi.fn<() => void>();
  const client = createClient({ fetch: async () => answer(401, { code: 'RC_401', msg: '' }), onSignedOut });
  expect((await caught(client.call('getOperator', {}))).name).toBe('OperatorRequired');
  expect(onSignedOut).toHaveBeenCalledTimes(1);
  await caught(client.call('getConsoleState', {}));
  expect(onSignedOut).toHaveBeenCalledTimes(1);
});

const hanging: typeof globalThis.fetch = (_, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

test(`after ${TIMEOUT_MS} ms a call is given up`, async () => {
  const pending = caught(createClient({ fetch: hanging }).call('getOperator', {}));
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect((await pending).name).toBe('TimedOut');
  expect(vi.getTimerCount()).toBe(0);
});

test('a call that waits for vendors has their time', async () => {
  const body = { channel: 'sms', to: '13812345678', purpose: 'login', language: 'en' } as const;
  const pending = caught(createClient({ fetch: hanging }).call('sendTestMessage', { body }));
  // two senders, each as slow as a setting allows
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await pending).name).toBe('TimedOut');
});

test('an abort is passed on with its reason and leaves no timer', async () => {
  const controller = new AbortController();
  const pending = createClient({ fetch: hanging }).call('getOperator', {}, controller.signal);
  const reason = new Error('navigated');
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});

test('names a failed connection', async () => {
  const client = createClient({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  expect((await caught(client.call('getOperator', {}))).name).toBe('Unreachable');
});
