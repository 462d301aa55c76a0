/** The client of the API against answers of a made-up network: what is sent, what is sent again, and what is thrown. */
import { refusals, type RefusalName } from '@rollcall/contract';
import { expect, test } from 'vitest';
import { createApi } from './api.ts';

const id = '00000000-0000-4000-8000-000000000001';

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
  readonly redirect: string | undefined;
}
type Answer = () => Response;

const data =
  (value: unknown): Answer =>
  () =>
    Response.json({ data: value });
const refused =
  (name: RefusalName, headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json(
      { code: refusals[name].code, msg: refusals[name].message, data: { field: 'id' } },
      { status: refusals[name].status, headers: { 'x-request-id': 'request-1', ...headers } },
    );
const broken: Answer = () => {
  throw new TypeError('fetch failed');
};

/** A client whose requests get these answers in turn. */
const client = (...answers: Answer[]) => {
  const sent: Sent[] = [];
  const waited: number[] = [];
  const api = createApi({
    url: 'https://accounts.school.example',
    token: 'rcst_test',
    wait: async ms => void waited.push(ms),
    fetch: async (url, { method = '', headers, body, redirect } = {}) => {
      sent.push({
        method,
        url: new URL(String(url)),
        headers: new Headers(headers),
        redirect,
        body: body === undefined ? undefined : JSON.parse(body as string),
      });
      const next = answers.shift();
      if (!next) throw new Error('More was sent than expected.');
      return next();
    },
  });
  return { api, sent, waited };
};

test('a read has the token and its query, and no key', async () => {
  const { api, sent } = client(data({ id }));
  expect(await api.getPerson({ id })).toEqual({ id });
  const [request] = sent;
  expect(request?.url.href).toBe(`https://accounts.school.example/api/v1/person?id=${id}`);
  expect(request?.headers.get('authorization')).toBe('Bearer rcst_test');
  expect(request?.headers.has('idempotency-key')).toBe(false);
});

test('a write that gets no answer is sent again under the same key, with the same body', async () => {
  const { api, sent, waited } = client(broken, () => new Response('', { status: 502 }), data({}));
  await api.blockPerson({ id });
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  expect(sent.map(({ body }) => body)).toEqual([{ id }, { id }, { id }]);
  expect(waited).toEqual([500, 1000]);
});

test('a success that is cut off is asked for again under its key; a redirection is not followed', async () => {
  const cut: Answer = () => new Response('{"data": {', { status: 200 });
  const { api, sent } = client(cut, data({ ended: 1 }));
  expect(await api.endPersonSessions({ id })).toEqual({ ended: 1 });
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  expect(sent[0]?.redirect).toBe('error');
});

test('two writes have two keys; one that is chosen is used, and is no part of the body', async () => {
  const { api, sent } = client(data({}), data({}), data({}));
  await api.blockPerson({ id });
  await api.blockPerson({ id });
  await api.unblockPerson({ id, idempotencyKey: 'chosen' });
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).not.toBe(keys[1]);
  expect(keys[2]).toBe('chosen');
  expect(sent[2]?.body).toEqual({ id });
});

test('the time that the server says is waited, a minute at most', async () => {
  const { api, waited } = client(
    refused('TooManyAttempts', { 'retry-after': '7' }),
    refused('TooBusy', { 'retry-after': '3600' }),
    data({ items: [], next: null }),
  );
  await api.listPeople();
  expect(waited).toEqual([7000, 60_000]);
});

test('a refusal is thrown by its name, and not sent again', async () => {
  const { api, sent } = client(refused('NotFound'));
  await expect(api.getPerson({ id })).rejects.toMatchObject({
    name: 'ApiError',
    refusal: 'NotFound',
    status: 404,
    field: 'id',
    requestId: 'request-1',
  });
  expect(sent).toHaveLength(1);
});

test('tries end, and the last problem is thrown', async () => {
  const { api, sent } = client(broken, broken, broken, broken);
  await expect(api.getPerson({ id })).rejects.toMatchObject({ status: 0, refusal: undefined });
  expect(sent).toHaveLength(4);
});

test('a list is read page by page, only as far as it is iterated', async () => {
  const pages = [
    data({ items: [{ id: 'a' }, { id: 'b' }], next: 'two' }),
    data({ items: [], next: 'three' }),
    data({ items: [{ id: 'c' }], next: null }),
  ];
  const whole = client(...pages);
  const ids: string[] = [];
  for await (const person of whole.api.all('listPeople', { sort: 'oldest' })) ids.push(person.id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(whole.sent.map(({ url }) => url.search)).toEqual([
    '?sort=oldest',
    '?sort=oldest&cursor=two',
    '?sort=oldest&cursor=three',
  ]);
  const part = client(...pages);
  for await (const person of part.api.all('listPeople')) if (person.id === 'b') break;
  expect(part.sent).toHaveLength(1);
});
