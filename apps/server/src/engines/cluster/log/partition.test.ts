import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import { writeMessage } from './message.ts';
import { JetStreamPartition } from './partition.ts';

const SUBJECT = 'test.events.0';

/** A replicated stream of one message, at a server that is connected to. @param sent sequences of what a consumer gets */
const world = (versions: readonly string[] = ['2.10.0'], sent: readonly number[] = []) => {
  let reconnect = () => {};
  /** Of the consumers, those that are not deleted. */
  const consumers = { made: 0, left: 0 };
  const fetch = async () => {
    let stop = () => {};
    const stopped = new Promise<void>(resolve => (stop = resolve));
    async function* nothing() {
      await stopped;
      yield* [];
    }
    // Nothing else arrives until it is stopped.
    async function* messages() {
      for (const seq of sent)
        yield { seq, data: writeMessage([Buffer.from(`${seq}`)]), info: { pending: 0 } };
      yield* nothing();
    }
    return { stop, status: nothing, [Symbol.asyncIterator]: messages };
  };
  const get = async () => {
    consumers.made += 1;
    consumers.left += 1;
    const gone = async () => {
      await setImmediate();
      consumers.left -= 1;
    };
    return { fetch, delete: gone };
  };
  const calls: string[] = [];
  const live = {
    jsm: {
      streams: {
        info: async () => ({
          config: { name: 'TEST', num_replicas: 3 },
          created: 'today',
          state: { last_seq: Math.max(1, ...sent) },
        }),
        getMessage: async () => (calls.length === 0 ? { seq: 1 } : null),
        purge: async () => calls.push('purge'),
        deleteMessage: async (_: string, sequence: number) => calls.push(`remove ${sequence}`),
      },
    },
    js: { consumers: { get } },
  };
  const connection = {
    live,
    versions: new Set(versions),
    ready: async () => live,
    onReconnect: (listener: () => void) => (reconnect = listener),
  } as unknown as Connection;
  const partition = new JetStreamPartition(connection, 'TEST', SUBJECT, async () => 'nats:TEST:today');
  return { partition, consumers, calls, reconnect: () => reconnect() };
};

test.each([false, true])(
  'two that ask for a partition at once have one consumer (after a reconnect: %s)',
  async again => {
    const { partition, consumers, reconnect } = world();
    if (again) reconnect();
    await Promise.all([partition.bytesAfter(1), partition.bytesAfter(1), partition.read(1, 1)]);
    expect(consumers.made).toBe(1);
    await partition.close();
    expect(consumers.left).toBe(0);
  },
);

test('who stops reading leaves no consumer, and can begin again', async () => {
  const { partition, consumers } = world();
  const asked = partition.bytesAfter(1);
  partition.stopReading();
  await asked;
  await expect.poll(() => consumers.left).toBe(0);
  await partition.bytesAfter(1);
  expect(consumers).toEqual({ made: 2, left: 1 });
  await partition.close();
});

test('a read that was waited for no longer opens no reader, and closing waits for the consumers', async () => {
  const { partition, consumers } = world();
  const read = partition.read(1, 1, 2);
  partition.stopReading();
  await expect(read).rejects.toThrow('no longer read');
  expect(consumers.made).toBe(0);
  await partition.bytesAfter(1);
  partition.stopReading();
  await partition.close();
  expect(consumers).toEqual({ made: 1, left: 0 });
});

test('a partition is removed at once only if no older server was connected to', async () => {
  const newer = world(['2.10.0']);
  const mixed = world(['2.9.10', '2.10.0']);
  for (const { partition } of [newer, mixed]) await partition.release(2);
  expect([newer.calls, mixed.calls]).toEqual([['purge'], ['remove 1']]);
});

test('what is removed is no longer kept here', async () => {
  const { partition, calls } = world(['2.9.10'], [1, 2, 3]);
  const read = async () =>
    (await partition.read(1, Number.POSITIVE_INFINITY)).records.map(({ bytes }) => String(bytes));
  await expect.poll(read).toEqual(['1', '2', '3']);
  await partition.release(4);
  // The last one goes by a look at what is left.
  expect(calls).toEqual(['remove 1', 'remove 2']);
  await partition.release(4);
  expect(calls).toHaveLength(2);
  await partition.close();
});
