import { expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import { JetStreamPartition } from './partition.ts';

const SUBJECT = 'test.events.0';

/** A stream of one message, at a server that is connected to. */
const world = () => {
  let reconnect = () => {};
  /** Of the consumers, those that are not deleted. */
  const consumers = { made: 0, left: 0 };
  const fetch = async () => {
    let stop = () => {};
    const stopped = new Promise<void>(resolve => (stop = resolve));
    return {
      stop,
      // Nothing arrives until it is stopped.
      async *[Symbol.asyncIterator]() {
        await stopped;
      },
      async *status() {
        await stopped;
      },
    };
  };
  const get = async () => {
    consumers.made += 1;
    consumers.left += 1;
    return { fetch, delete: async () => (consumers.left -= 1) };
  };
  const live = {
    jsm: {
      streams: {
        info: async () => ({ config: { name: 'TEST' }, created: 'today', state: { last_seq: 1 } }),
        getMessage: async () => ({ seq: 1 }),
      },
    },
    js: { consumers: { get } },
  };
  const connection = {
    live,
    ready: async () => live,
    onReconnect: (listener: () => void) => (reconnect = listener),
  } as unknown as Connection;
  const partition = new JetStreamPartition(connection, 'TEST', SUBJECT, async () => 'nats:TEST:today');
  return { partition, consumers, reconnect: () => reconnect() };
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
