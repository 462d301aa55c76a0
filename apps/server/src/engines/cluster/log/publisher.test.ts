import type { PubAck } from '@nats-io/jetstream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LogFull } from '../../../events/log/event-log.ts';
import type { Connection } from './connection.ts';
import { Publisher } from './publisher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream that acknowledges with these sequences, then with the last one again and again. @returns how it was asked, too */
const answering = (...sequences: readonly number[]) => {
  const publish = vi.fn(async (_subject: string, _message: Buffer, _options: { msgID: string }) => {
    const seq = sequences[Math.min(publish.mock.calls.length, sequences.length) - 1] ?? 0;
    return { stream: 'TEST', seq, duplicate: publish.mock.calls.length > 1 } satisfies Omit<PubAck, 'domain'>;
  });
  const publisher = new Publisher({ live: { js: { publish } } } as unknown as Connection, 'TEST');
  return { publish, publisher };
};

test('a message that a leader only holds in mind is published again by its id, until it has a sequence', async () => {
  const { publish, publisher } = answering(0, 0, 7);
  const published = publisher.publish('TEST.0', Buffer.from('a'));
  await vi.runAllTimersAsync();
  expect(await published).toBe(7);
  expect(new Set(publish.mock.calls.map(([, , { msgID }]) => msgID)).size).toBe(1);
});

test('one that never gets a sequence is not acknowledged', async () => {
  const { publisher } = answering(0);
  const published = publisher.publish('TEST.0', Buffer.from('a'));
  await Promise.all([expect(published).rejects.toThrow(LogFull), vi.runAllTimersAsync()]);
});
