import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../../../tools/testing/until.ts';
import { eventLogSuite, readAll } from '../../../features/usage/testing/event-log.suite.ts';
import { LogFull, LogRestored, ofPartitions, partitionOf } from '../../../events/log/event-log.ts';
import { Connection } from './connection.ts';
import { JetStreamLog, type JetStreamLogOptions } from './jetstream-log.ts';
import { type Nats, startNats } from './testing/nats.ts';
import { startTcpProxy } from '../../../platform/testing/tcp-proxy.ts';

const said: string[] = [];
const say = (_: unknown, text: string) => void said.push(text);
const log = { info: say, warn: say, error: say } as unknown as JetStreamLogOptions['log'];
let streams = 0;
const open = (servers: readonly string[], more: Partial<JetStreamLogOptions> = {}) =>
  new JetStreamLog({
    servers,
    stream: `TEST${++streams}`,
    partitions: 4,
    replicas: 1,
    bytes: 1 << 26,
    ...more,
    log,
  });
const bytes = (text: string) => [Buffer.from(text)];
/** Reads again where servers that elect a leader did not answer in time, as a loader does. */
const readSoon = (...of: Parameters<typeof readAll>) => until(() => readAll(...of));
const everything = async (own: JetStreamLog) =>
  (await ofPartitions(own, partition => readSoon(partition))).flat();

/** Appends `count` texts, so many at a time, each of its own key. @returns those that were acknowledged, and the refusals */
const appendAll = async (own: JetStreamLog, count: number, atOnce = 100, name = '') => {
  const kept: string[] = [];
  const errors: unknown[] = [];
  let next = 0;
  const publisher = async () => {
    while (next < count) {
      const text = `${name}${next++}`;
      try {
        await own.append(bytes(text), text);
        kept.push(text);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, publisher));
  return { kept, errors };
};

const direct = async (servers: readonly string[]) => {
  const connection = await connect({ servers: [...servers] });
  // No immediate call, which a cluster without a leader would not answer.
  return { connection, jsm: await jetstreamManager(connection, { checkAPI: false }) };
};

/** A key whose appends go to a partition. */
const keyOf = (number: number, partitions: number): string => {
  let n = 0;
  while (partitionOf(`${n}`, partitions) !== number) n += 1;
  return `${n}`;
};

/** Tries to append until it is kept; it may be there twice, where an attempt was taken for one that failed. */
const appendSoon = async (own: JetStreamLog, text: string, key = text): Promise<void> => {
  await expect
    .poll(
      () =>
        own.append(bytes(text), key).then(
          () => 'kept',
          (error: unknown) => error,
        ),
      { interval: 200 },
    )
    .toBe('kept');
};

/** Waits until each server has all of the stream: the next one may be killed, as two are left that can elect each other. */
const settled = async (servers: readonly string[], stream: string): Promise<void> => {
  const { jsm, connection } = await direct(servers);
  const behind = async () => {
    const { cluster } = await jsm.streams.info(stream);
    const replicas = cluster?.replicas ?? [];
    return (
      replicas.filter(({ current, offline }) => !current || offline).length +
      servers.length -
      1 -
      replicas.length
    );
  };
  await expect.poll(() => behind().catch((error: unknown) => error)).toBe(0);
  await connection.close();
};

describe('the event log in JetStream', () => {
  let nats: Nats;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats?.close());

  eventLogSuite('of one server', async diskBytes => {
    const own = open(nats.servers, { bytes: diskBytes });
    await own.connected();
    return { log: own, close: () => own.close() };
  });

  test('takes what 100 publishers append at once, each once', async () => {
    const own = open(nats.servers);
    await own.connected();
    const { kept, errors } = await appendAll(own, 3000);
    expect(errors).toEqual([]);
    expect((await everything(own)).sort()).toEqual(kept.sort());
    await own.close();
  });

  test('keeps an append once if its acknowledgement was lost', async () => {
    const proxy = await startTcpProxy(nats.servers[0] ?? '');
    const own = open([proxy.address]);
    await own.connected();
    proxy.silent = true;
    const appended = Promise.all(['a', 'b', 'c'].map(text => own.append(bytes(text), text)));
    const direct = open(nats.servers, { stream: `TEST${streams}` });
    await direct.connected();
    // They are in the stream, and nobody was told.
    await expect.poll(async () => (await everything(direct)).length).toBe(3);
    proxy.silent = false;
    proxy.cut();
    await appended;
    expect((await everything(direct)).sort()).toEqual(['a', 'b', 'c']);
    await own.close();
    await direct.close();
    await proxy.close();
  });

  test('remembers the version of a server that it is no longer connected to', async () => {
    const proxy = await startTcpProxy(nats.servers[0] ?? '');
    const other = (text: string) => text.replace(/"version":"[^"]*"/, '"version":"2.0.0"');
    proxy.change = sent => Buffer.from(other(sent.toString('latin1')), 'latin1');
    const settings = { servers: [proxy.address], stream: `TEST${++streams}`, partitions: 1, replicas: 1 };
    const connection = new Connection({ ...settings, bytes: 1 << 20 }, log);
    await connection.ready();
    expect([...connection.versions]).toEqual(['2.0.0']);
    proxy.change = sent => sent;
    proxy.cut();
    await expect.poll(() => connection.versions.size).toBe(2);
    expect(connection.versions).toContain('2.0.0');
    await connection.close();
    await proxy.close();
  });

  test('waits for a slow server, for so many appends and bytes as fit in memory, and refuses others at once', async () => {
    const proxy = await startTcpProxy(nats.servers[0] ?? '');
    const own = open([proxy.address], { limits: { waiting: 20, bytes: 1000 } });
    await own.connected();
    proxy.delay = 300;
    const { kept, errors } = await appendAll(own, 25, 25);
    expect([kept.length, errors.length]).toEqual([20, 5]);
    for (const error of errors) expect(error).toBeInstanceOf(LogFull);
    await expect(own.append([Buffer.alloc(1001)], 'key')).rejects.toThrow(LogFull);
    expect((await everything(own)).sort()).toEqual(kept.sort());
    await own.close();
    await proxy.close();
  });

  test('is another log once its stream was made anew, and says so to who reads', async () => {
    const own = open(nats.servers, { partitions: 1 });
    await own.connected();
    const identity = await own.identity();
    const partition = own.partition(0);
    expect(await partition.identity()).toBe(identity);
    await own.append(bytes('a'), 'a');
    expect(await readAll(partition)).toEqual(['a']);
    const { jsm, connection } = await direct(nats.servers);
    const stream = `TEST${streams}`;
    const { config } = await jsm.streams.info(stream);
    await jsm.streams.delete(stream);
    await jsm.streams.add(config);
    for (const text of ['b', 'c', 'd']) await own.append(bytes(text), text);
    expect(await own.identity()).not.toBe(identity);
    // What was loaded of the old stream is no reason to remove anything of the new one.
    await expect(partition.release(3, identity)).rejects.toThrow(LogRestored);
    // The reader of the old stream ends first.
    await expect
      .poll(() => partition.read(0, 100, 3).catch((error: unknown) => error))
      .toBeInstanceOf(LogRestored);
    expect((await partition.read(0, 100, 3)).records.map(({ bytes: of }) => String(of))).toEqual(['b', 'c']);
    await connection.close();
    await own.close();
  });

  test('reads what is left of a range whose last message is gone, once a later one has come', async () => {
    const own = open(nats.servers, { partitions: 1 });
    await own.connected();
    for (const text of ['a', 'b', 'c']) await own.append(bytes(text), text);
    const { jsm, connection } = await direct(nats.servers);
    const stream = `TEST${streams}`;
    const read = async (to: number) => {
      const again = open(nats.servers, { stream, partitions: 1 });
      await again.connected();
      const { records, next } = await again.partition(0).read(1, 100, to);
      await again.close();
      return [records.map(({ bytes: of }) => String(of)), next];
    };
    await jsm.streams.deleteMessage(stream, 2);
    expect(await read(3)).toEqual([['a'], 3]);
    await jsm.streams.deleteMessage(stream, 1);
    expect(await read(3)).toEqual([[], 3]);
    await connection.close();
    await own.close();
  });

  test('refuses another number of partitions, and says what to do about other settings', async () => {
    const own = open(nats.servers);
    await own.connected();
    const stream = `TEST${streams}`;
    said.length = 0;
    const larger = open(nats.servers, { stream, bytes: 1 << 27 });
    await larger.connected();
    expect(said).toContainEqual(expect.stringContaining('another max_bytes'));
    const other = open(nats.servers, { stream, partitions: 8 });
    await expect.poll(() => said).toContain('the event log in NATS cannot be used now');
    await expect(other.append(bytes('a'), 'a')).rejects.toThrow(LogFull);
    for (const each of [own, larger, other]) await each.close();
  });
});

describe('the event log in JetStream, with a server that ends,', () => {
  let nats: Nats;
  let own: JetStreamLog;
  afterEach(async () => {
    await own?.close();
    await nats?.close();
  });

  test('has everything that was acknowledged after a kill and a restart, and goes on by itself', async () => {
    nats = await startNats();
    own = open(nats.servers);
    await own.connected();
    const all: string[] = [];
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const [{ kept, errors }] = await Promise.all([
        appendAll(own, 400, 20, signal),
        nats.nodes[0]?.kill(signal),
      ]);
      for (const error of errors) expect(error).toBeInstanceOf(LogFull);
      all.push(...kept);
      await expect(own.append(bytes('lost'), 'key')).rejects.toThrow(LogFull);
      expect(own.available).toBe(false);
      await nats.nodes[0]?.start();
      await appendSoon(own, `after ${signal}`);
      all.push(`after ${signal}`);
    }
    const found = await everything(own);
    expect(found).toEqual([...new Set(found)]);
    // What was not acknowledged may be there.
    expect(all.filter(text => !found.includes(text))).toEqual([]);
  });

  test('starts while no server is there, refuses events, and takes them once one is', async () => {
    nats = await startNats();
    await nats.nodes[0]?.kill();
    own = open(nats.servers);
    await expect(own.append(bytes('early'), 'key')).rejects.toThrow(LogFull);
    expect(await own.partition(0).bytesAfter(0)).toBe(0);
    await nats.nodes[0]?.start();
    await appendSoon(own, 'a');
    expect(await everything(own)).toEqual(['a']);
  });

  test('that is silent refuses events after a while, and keeps none of the others twice', async () => {
    nats = await startNats();
    own = open(nats.servers);
    await own.connected();
    await own.append(bytes('before'), 'before');
    await nats.nodes[0]?.pause();
    const { kept, errors } = await appendAll(own, 10, 10);
    expect([kept.length, errors.length]).toEqual([0, 10]);
    for (const error of errors) expect(error).toBeInstanceOf(LogFull);
    nats.nodes[0]?.resume();
    await appendSoon(own, 'after');
    const found = await everything(own);
    expect(found).toEqual([...new Set(found)]);
    expect(found).toEqual(expect.arrayContaining(['before', 'after']));
  });

  test('says that it was restored where the stream ends before what was read', async () => {
    nats = await startNats();
    own = open(nats.servers);
    await own.connected();
    const end = await own.append(bytes('a'), 'key');
    const connection = await connect({ servers: [...nats.servers] });
    await (await jetstreamManager(connection)).streams.delete(`TEST${streams}`);
    await connection.close();
    await nats.nodes[0]?.kill();
    await nats.nodes[0]?.start();
    await expect
      .poll(() => ofPartitions(own, each => each.bytesAfter(end)).catch((error: unknown) => error))
      .toBeInstanceOf(LogRestored);
    await appendSoon(own, 'b');
    expect(await everything(own)).toEqual(['b']);
  });

  test('is read again where the stream lost its end and grew beyond what was read before anybody looked', async () => {
    nats = await startNats();
    own = open(nats.servers, { partitions: 1 });
    await own.connected();
    const partition = own.partition(0);
    const store = join(nats.folder, '0');
    const copy = join(nats.folder, 'copy');
    const [node] = nats.nodes;
    const restart = async (files: () => Promise<unknown>) => {
      await node?.kill('SIGTERM');
      await files();
      await node?.start();
      await expect.poll(() => own.available).toBe(true);
    };
    for (const text of ['a', 'b']) await appendSoon(own, text);
    await restart(() => cp(store, copy, { recursive: true }));
    for (const text of ['lost', 'lost too']) await appendSoon(own, text);
    const end = await partition.end();
    expect(await readSoon(partition)).toEqual(['a', 'b', 'lost', 'lost too']);
    await partition.release(end);
    expect(await partition.rereadFrom(end, end)).toBeUndefined();
    await restart(async () => {
      await rm(store, { recursive: true });
      await rename(copy, store);
    });
    for (const text of ['c', 'd', 'e']) await appendSoon(own, text);
    expect(await partition.end()).toBeGreaterThan(end);
    await expect(partition.bytesAfter(end)).rejects.toThrow(LogRestored);
    expect(await partition.rereadFrom(end, end)).toBe(1);
    expect(await readSoon(partition, 1)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('on three servers that are restarted, keeps the other partitions when messages of one were removed', async () => {
    nats = await startNats(3);
    own = open(nats.servers, { replicas: 3, partitions: 2 });
    await own.connected();
    const [loaded, kept] = [keyOf(0, 2), keyOf(1, 2)];
    for (const key of [kept, loaded, loaded]) await appendSoon(own, key);
    await own.partition(0).release(await own.partition(0).end());
    for (const node of nats.nodes) {
      await node.kill();
      await node.start();
      await appendSoon(own, node.name, loaded);
      await settled(nats.servers, `TEST${streams}`);
    }
    expect(new Set(await readSoon(own.partition(1)))).toEqual(new Set([kept]));
    expect(new Set(await readSoon(own.partition(0)))).toEqual(new Set(nats.nodes.map(({ name }) => name)));
  });

  test('is read on where the server that a partition was read from stands still', async () => {
    nats = await startNats(3);
    const [first = '', ...others] = nats.servers;
    own = open([first], { replicas: 3, partitions: 16 });
    await own.connected();
    const keys = Array.from({ length: own.partitions }, (_, number) => keyOf(number, own.partitions));
    for (const key of keys) await appendSoon(own, key);
    expect((await everything(own)).sort()).toEqual(keys.toSorted());
    const ends = await ofPartitions(own, partition => partition.end());
    await ofPartitions(own, (partition, number) => partition.release(ends[number] ?? 0));
    const { jsm, connection } = await direct(nats.servers);
    // Of each partition, the server that it is read from.
    const from = new Map<number, string | undefined>();
    for await (const { config, cluster } of jsm.consumers.list(`TEST${streams}`))
      from.set(Number(config.filter_subject?.split('.').at(-1)), cluster?.leader);
    await connection.close();
    const still = nats.nodes.find(
      ({ name, url }) => others.includes(url) && [...from.values()].includes(name),
    );
    await still?.pause();
    const concerned = [...from].flatMap(([number, leader]) => (leader === still?.name ? number : []));
    expect(concerned).not.toEqual([]);
    for (const number of concerned) await appendSoon(own, keys[number] ?? '');
    const read = async (number: number) => {
      const { records } = await own.partition(number).read(ends[number] ?? 0, 1 << 20);
      return records.map(({ bytes: of }) => String(of));
    };
    for (const number of concerned)
      await expect.poll(() => read(number).catch((error: unknown) => error)).toContain(keys[number]);
    still?.resume();
  });

  test('on three servers of which any one is killed at a time, has everything that was acknowledged, once', async () => {
    nats = await startNats(3);
    own = open(nats.servers, { replicas: 3 });
    await own.connected();
    const all: string[] = [];
    for (const node of nats.nodes) {
      const [{ kept, errors }] = await Promise.all([appendAll(own, 500, 50, node.name), node.kill()]);
      for (const error of errors) expect(error).toBeInstanceOf(LogFull);
      all.push(...kept);
      await appendSoon(own, `after ${node.name}`);
      all.push(`after ${node.name}`);
      await node.start();
      await appendSoon(own, `with ${node.name}`);
      all.push(`with ${node.name}`);
      await settled(nats.servers, `TEST${streams}`);
    }
    const found = await everything(own);
    expect(found).toEqual([...new Set(found)]);
    expect(all.filter(text => !found.includes(text))).toEqual([]);
  });
});
