import { JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import { describe, expect, test } from 'vitest';
import { purgesOneSubject, removeEach } from './removal.ts';

test('a replicated stream is purged by subject only by servers that repeat such a purge as it was', () => {
  const versions = [
    '2.9.10',
    '2.9.17',
    '2.9.18',
    '2.9.25',
    '2.10.0',
    '2.8.4',
    '3.0.0',
    '2.11.0-RC.1',
    'unknown',
  ];
  expect(versions.filter(version => purgesOneSubject(new Set([version]), 3))).toEqual([
    '2.9.18',
    '2.9.25',
    '2.10.0',
    '3.0.0',
    '2.11.0-RC.1',
  ]);
  expect(purgesOneSubject(new Set(['2.9.10']), 1)).toBe(true);
  expect(purgesOneSubject(new Set(['2.10.0', '2.11.0']), 3)).toBe(true);
  // The older one has the stream too.
  expect(purgesOneSubject(new Set(['2.10.0', '2.9.10']), 3)).toBe(false);
});

describe('messages that are removed one by one', () => {
  /** A stream whose servers refuse what is not there, as they do. */
  const streamOf = (count: number, stuck?: number) => {
    const there = new Set(Array.from({ length: count }, (_, n) => n + 1));
    const removed: number[] = [];
    /** How many were there when it was asked to remove one. */
    const left = new Map<number, number>();
    const deleteMessage = async (_: string, sequence: number) => {
      left.set(sequence, there.size);
      // The other one's request is on its way too.
      await Promise.resolve();
      if (sequence === stuck || !there.delete(sequence))
        throw new JetStreamApiError({ code: 400, err_code: 10_057, description: 'sequence not found' });
      removed.push(sequence);
      return true;
    };
    const jsm = { streams: { deleteMessage } } as unknown as JetStreamManager;
    const next = async () => [...there].toSorted((a, b) => a - b)[0];
    return {
      remove: (known: readonly number[]) => removeEach(jsm, 'TEST', known, next),
      there,
      removed,
      left,
    };
  };

  test('may be removed by two at once', async () => {
    const stream = streamOf(600);
    await Promise.all([stream.remove([]), stream.remove([]), stream.remove([1, 2, 3])]);
    expect([...stream.there]).toEqual([]);
    expect(stream.removed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
  });

  test('end with the last, which a reader of the range would wait for', async () => {
    const stream = streamOf(600);
    await stream.remove(Array.from({ length: 600 }, (_, n) => n + 1));
    expect([stream.removed.length, stream.left.get(600)]).toEqual([600, 1]);
  });

  test('say so where one stays', async () => {
    const stream = streamOf(3, 2);
    await expect(stream.remove([1, 2, 3])).rejects.toThrow('sequence not found');
    expect([...stream.there]).toEqual([2, 3]);
  });
});
