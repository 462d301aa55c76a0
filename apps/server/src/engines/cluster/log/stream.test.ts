import { JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import { expect, test } from 'vitest';
import { createSerialQueue } from '../../../platform/serial-queue.ts';
import { ensureStream } from './stream.ts';

const settings = { stream: 'EVENTS', partitions: 2, replicas: 3, bytes: 1024 };
const log = { info: () => {}, warn: () => {} };

/** Servers that make a stream some time after they were asked to. */
const servers = () => {
  let config: object | undefined;
  let made = 0;
  const streams = {
    info: async () => {
      if (config) return { config };
      throw new JetStreamApiError({ code: 404, err_code: 10_059, description: 'stream not found' });
    },
    add: async (wanted: object) => {
      made += 1;
      await new Promise(resolve => setImmediate(resolve));
      config = wanted;
    },
  };
  return { jsm: { streams } as unknown as JetStreamManager, made: () => made };
};

test('processes that begin at once make one stream', async () => {
  const { jsm, made } = servers();
  const queue = createSerialQueue();
  const begin = () => ensureStream(jsm, settings, log, work => queue.run(work));
  await Promise.all([begin(), begin(), begin()]);
  expect(made()).toBe(1);
});

test('a stream that is there is compared at once', async () => {
  const { jsm, made } = servers();
  await ensureStream(jsm, settings, log, work => work());
  await ensureStream(jsm, settings, log, () => Promise.reject(new Error('nobody is to wait')));
  expect(made()).toBe(1);
});
