import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from 'vitest';
import { type VerifiedWebhook, verifyWebhook, WebhookError } from './verify-webhook.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const [secret, other] = ['a', 'b'].map(text => `whsec_${Buffer.alloc(32, text).toString('base64')}`) as [
  string,
  string,
];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const body = (message: object = {}) =>
  JSON.stringify({
    type: 'account.updated',
    timestamp: '2026-11-21T08:00:00.000Z',
    data: { account_id: 'a', changed: ['grade'] },
    ...message,
  });
const headers = (text: string, { at = NOW, secrets = [secret], id = 'm1' } = {}) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': secrets.map(one => new Webhook(one).sign(id, new Date(at), text)).join(' '),
});

test('a message is read by its type', () => {
  const text = body();
  const message = verifyWebhook(headers(text), text, secret);
  expect(message).toEqual({
    id: 'm1',
    type: 'account.updated',
    timestamp: '2026-11-21T08:00:00.000Z',
    data: { account_id: 'a', changed: ['grade'] },
  });
  if (message.type === 'account.updated') expectTypeOf(message.data.changed).toEqualTypeOf<string[]>();
  expectTypeOf<Extract<VerifiedWebhook, { type: 'session.ended' }>['data']['session_id']>().toBeString();
});

test('headers of fetch and of Node, a body of bytes', () => {
  const text = body({ data: { account_id: 'a', changed: ['grade'], later: 1 } });
  const bytes = new TextEncoder().encode(text);
  expect(verifyWebhook(new Headers(headers(text)), bytes, secret)).toMatchObject({ id: 'm1' });
  expect(() => verifyWebhook({ ...headers(text), 'webhook-id': ['m1', 'm1'] }, text, secret)).toThrow(
    WebhookError,
  );
});

test('while a secret is replaced, whichever the receiver has verifies, and so do both', () => {
  const text = body();
  const both = headers(text, { secrets: [other, secret] });
  for (const known of [secret, other, [secret, other]])
    expect(verifyWebhook(both, text, known).id).toBe('m1');
  expect(verifyWebhook(headers(text), text, [other, secret]).id).toBe('m1');
  for (const known of [other, []])
    expect(() => verifyWebhook(headers(text), text, known)).toThrow(WebhookError);
});

test('a message that is sent again after five minutes, or from the future, is refused', () => {
  const text = body();
  for (const minutes of [-5, 5])
    expect(verifyWebhook(headers(text, { at: NOW + minutes * 60_000 }), text, secret).id).toBe('m1');
  for (const minutes of [-6, 6])
    expect(() => verifyWebhook(headers(text, { at: NOW + minutes * 60_000 }), text, secret)).toThrow(
      /timestamp/,
    );
});

test('what was changed, or is signed for another message, is refused', () => {
  const text = body();
  const good = headers(text);
  const forged = [
    [good, text.replace('grade', 'nickname')],
    [{ ...good, 'webhook-id': 'm2' }, text],
    [{ ...good, 'webhook-timestamp': String(NOW / 1000 + 1) }, text],
    [{ ...good, 'webhook-signature': '' }, text],
    [{ ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,') }, text],
    [{ ...good, 'webhook-timestamp': 'now' }, text],
    [{}, text],
  ] as const;
  for (const [given, sent] of forged) expect(() => verifyWebhook(given, sent, secret)).toThrow(WebhookError);
});

test('a signed text that is no message of the contract is refused', () => {
  for (const text of ['no json', '', '{}', body({ type: 'account.renamed' }), body({ data: {} })])
    expect(() => verifyWebhook(headers(text), text, secret)).toThrow(WebhookError);
});
