import { afterAll, beforeAll, describe } from 'vitest';
import { eventLogSuite } from '../../features/usage/testing/event-log.suite.ts';
import { JetStreamLog } from './jetstream-log.ts';
import { type Nats, startNats } from './testing/nats.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} } as never;
let streams = 0;
const openOn = async (nats: Nats, more: { bytes?: number; partitions?: number; replicas?: number } = {}) => {
  const own = new JetStreamLog({
    servers: nats.servers,
    stream: `TEST${++streams}`,
    partitions: 4,
    replicas: 1,
    bytes: 1 << 26,
    ...more,
    log,
  });
  await own.connected();
  return own;
};

describe('the event log in JetStream', () => {
  let nats: Nats;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats?.close());

  eventLogSuite('of one server', async bytes => {
    const own = await openOn(nats, { bytes });
    return { log: own, close: () => own.close() };
  });
});
