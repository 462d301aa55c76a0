import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { heldClock } from '../../app/testing.ts';
import type { StoredReport } from '../record/stored-report.ts';
import { type ConsentState, consentChange, permitted } from './consent-rules.ts';
import type { Batch, Position } from '../store/event-store.ts';
import { NewNames } from '../../platform/new-names.ts';
import { BatchGap, LeaseLost, StoreCrashed, StoreUnavailable } from '../store/errors.ts';
import { ContentError } from '../record/content-error.ts';
import { Loader, type LoaderOptions } from './loader.ts';
import type { Quarantined } from './quarantine.ts';
import { dataRecord, reportsRecord } from '../record/record.ts';
import type { StoredEvent } from '../record/stored-event.ts';
import { newEvent } from '../../features/usage/testing/batches.ts';
import { MemoryLog } from '../../features/usage/testing/memory-log.ts';

const now = heldClock();

/** A store that fails on request, and pauses that the test ends. */
const world = (options: { busy?: () => boolean } = {}) => {
  const log = new MemoryLog();
  const loaded: Batch[] = [];
  const stored: StoredEvent[] = [];
  const storedReports: StoredReport[] = [];
  const logged: string[] = [];
  const quarantined: (Quarantined & { readonly reason: string })[] = [];
  const state = {
    broken: false,
    refusesAll: false,
    /** Its process ends at every record. */
    crashesAll: false,
    /** Its process ends at the next so many loads. */
    crashes: 0,
    /** It takes one event at a time. */
    refusesMany: false,
    quarantineBroken: false,
    /** The answers of the next so many loads are lost, after they were committed. */
    lostAnswers: 0,
    /** How often its process ended. */
    ended: 0,
    loadedTo: undefined as number | undefined,
    /** A batch that an earlier loader left. */
    unfinished: undefined as Position['unfinished'],
    /** The batch that an earlier loader loaded last. */
    last: undefined as Position['last'],
    leaseLost: false,
  };
  const names = new NewNames(2);
  let lose = () => {};
  const lost = new Promise<void>(resolve => (lose = resolve));
  const pauses: { ms: number; end: () => void }[] = [];
  const store = {
    position: async (): Promise<Position> => ({
      loadedTo: state.loadedTo ?? loaded.at(-1)?.to ?? 0,
      ...(state.unfinished ? { unfinished: state.unfinished } : {}),
      ...(state.last ? { last: state.last } : {}),
    }),
    moveTo: async (_: number, offset: number) => {
      state.loadedTo = offset;
    },
    products: async () => [],
    check: async () => {
      if (state.refusesAll) throw new ContentError('out of range');
      if (state.crashesAll) throw new StoreCrashed('ended: SIGSEGV');
    },
    loadPart: async ({ events, reports }: Pick<Batch, 'events' | 'reports'>) => {
      await store.check();
      if (state.broken) throw new Error('the store is not there');
      if (state.crashes > 0 || events.some(({ key }) => key === 'crash')) {
        state.crashes -= 1;
        state.ended += 1;
        throw new StoreCrashed('ended: SIGSEGV');
      }
      if (
        (state.refusesMany && events.length > 1) ||
        events.some(({ key }) => key === 'poison') ||
        reports.some(({ id }) => id === 'poison')
      )
        throw new ContentError('out of range');
      const known = new Set(stored.map(({ id }) => id));
      const fresh = events.filter(({ id }) => !known.has(id));
      stored.push(...fresh);
      storedReports.push(...reports);
      return events.length - fresh.length;
    },
    load: async (batch: Batch) => {
      if (state.leaseLost) throw new LeaseLost('another loader has it');
      const { loadedTo: at } = await store.position();
      if (batch.from !== at) throw new BatchGap(`${batch.from} to ${batch.to}, but it goes on at ${at}`);
      const known = await store.loadPart(batch);
      loaded.push(batch);
      state.loadedTo = undefined;
      if (state.lostAnswers > 0) {
        state.lostAnswers -= 1;
        throw new StoreUnavailable('the answer was lost');
      }
      return known;
    },
  };
  const open = (more: Pick<LoaderOptions, 'lease'> = {}) =>
    new Loader({
      ...more,
      onLost: () => lose(),
      log: log.partition(0),
      partition: 0,
      store,
      quarantine: {
        add: async entries => {
          if (state.quarantineBroken) throw new Error('the disk is full');
          quarantined.push(...entries);
          return 0;
        },
      },
      productNames: {
        know: () => {},
        admitted: async (products, at) => new Set([...products].filter(product => names.admit(product, at))),
      },
      consents: {
        record: async events => {
          if (events.some(({ key }) => key === 'bad consent')) throw new ContentError('invalid json');
        },
        permitted: async events => events.filter(({ key }) => key !== 'withdrawn'),
      },
      now,
      busy: options.busy ?? (() => false),
      logger: {
        warn: (_: unknown, text?: string) => void logged.push(text ?? ''),
        error: (_: unknown, text?: string) => void logged.push(text ?? ''),
      } as never,
      pause: (ms, signal) =>
        new Promise(resolve => {
          pauses.push({ ms, end: resolve });
          signal.addEventListener('abort', () => resolve());
          if (signal.aborted) resolve();
        }),
    });
  const meta = { device_type: 1, product_code: 'school', is_dev: false, heatmap: false } as const;
  const report = (...keys: string[]) =>
    log.append([dataRecord(now(), { meta, ext: [{}], body: keys.map(e => newEvent({ e })) })]);
  const keys = () => stored.map(({ key }) => key);
  return { log, loaded, stored, storedReports, quarantined, logged, state, pauses, open, report, keys, lost };
};
const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

describe('the loader', () => {
  test('quarantines nothing while the store refuses a good event too, and loads all once it is repaired', async () => {
    const { report, open, keys, quarantined, logged, state, pauses } = world();
    state.refusesAll = true;
    const loader = open();
    await report('a', 'b');
    await settled();
    // The first pause gathers events, the second one follows the failure.
    pauses.shift()?.end();
    await settled();
    expect([quarantined, keys(), logged.length]).toEqual([[], [], 1]);
    state.refusesAll = false;
    pauses.shift()?.end();
    await settled();
    pauses.shift()?.end();
    await settled();
    expect([quarantined, keys()]).toEqual([[], ['a', 'b']]);
    await loader.close();
  });

  test('loads every record in order, once, and releases it', async () => {
    const { log, report, open, keys, loaded } = world();
    const loader = open();
    await report('a', 'b', 'withdrawn');
    await log.append([reportsRecord([{ id: 'r', received: now() } as StoredReport])]);
    await loader.reached(await log.partition(0).end());
    await report('c');
    await loader.reached(await log.partition(0).end());
    expect(keys()).toEqual(['a', 'b', 'c']);
    expect(loaded.map(({ from, to }) => [from, to])).toEqual([
      [0, loaded[0]?.to],
      [loaded[0]?.to, await log.partition(0).end()],
    ]);
    expect(loader.counts).toEqual({ events: 3, reports: 1, known: 0, withdrawn: 1, failures: 0, rereads: 0 });
    expect(await log.bytes()).toBe(0);
    expect([await loader.lagBytes(), loader.lag()]).toEqual([0, 0]);
    await loader.close();
  });

  test.each(['closed', 'told that another loader has the partition'])(
    'reads nothing ahead once it is %s',
    async end => {
      const { log, report, open, state, lost } = world();
      const stops = vi.spyOn(log.partition(0), 'stopReading');
      const loader = open();
      await report('a');
      await loader.reached(await log.partition(0).end());
      expect(stops).not.toHaveBeenCalled();
      if (end !== 'closed') {
        state.leaseLost = true;
        await report('b');
        loader.reached(await log.partition(0).end()).catch(() => undefined);
        await lost;
      }
      await loader.close();
      expect(stops).toHaveBeenCalledOnce();
    },
  );

  test('does not take the same offset of another log for reached', async () => {
    const { log, report, open } = world();
    const loader = open();
    await report('a');
    await loader.reached(await log.partition(0).end());
    const over = new AbortController();
    const other = loader.reached(1, 'another log', over.signal).then(
      () => 'reached',
      () => 'left',
    );
    await report('b');
    await loader.reached(await log.partition(0).end());
    over.abort();
    expect(await other).toBe('left');
    await loader.close();
  });

  test('keeps nothing of a wait or a pause that is over', async () => {
    const { log, report, open, pauses } = world();
    // It leaves a reference in each signal that lives on.
    const any = vi.spyOn(AbortSignal, 'any');
    const loader = open();
    const { signal } = new AbortController();
    for (const key of ['a', 'b', 'c']) {
      await report(key);
      // It pauses, so that more may gather, until somebody waits.
      await settled();
      await loader.reached(await log.partition(0).end(), undefined, signal);
    }
    expect(pauses.length).toBeGreaterThan(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(any).not.toHaveBeenCalled();
    any.mockRestore();
    await loader.close();
  });

  test('continues where an earlier loader ended', async () => {
    const { log, report, open, keys } = world();
    const first = open();
    await report('a');
    await first.reached(await log.partition(0).end());
    await first.close();
    await report('b');
    const second = open();
    await second.reached(await log.partition(0).end());
    await second.close();
    expect(keys()).toEqual(['a', 'b']);
  });

  test.each([
    ['an unfinished batch', { unfinished: { from: 0, to: 1 } }],
    ['the last batch', { loadedTo: 1, last: { from: 0, digest: 'another' } }],
  ])('ends at once while the records of %s do not arrive', async (_, left) => {
    const { log, state, open, report, loaded } = world();
    await report('a');
    Object.assign(state, left);
    const partition = log.partition(0);
    let ask = () => {};
    const asked = new Promise<void>(resolve => (ask = resolve));
    Object.assign(partition, {
      rereadFrom: async () => ('last' in left ? 0 : undefined),
      read: () => {
        ask();
        return new Promise(() => {});
      },
    });
    const loader = open();
    await asked;
    await loader.close();
    expect(loaded).toEqual([]);
  });

  test('first loads exactly the batch that an earlier loader left unfinished', async () => {
    const { log, report, open, keys, loaded, state } = world();
    await report('a');
    await report('b');
    const to = await log.partition(0).end();
    await report('c');
    state.unfinished = { from: 0, to };
    const loader = open();
    await loader.reached(await log.partition(0).end());
    await loader.close();
    expect(keys()).toEqual(['a', 'b', 'c']);
    expect(loaded.map(({ from, to }) => [from, to])).toEqual([
      [0, to],
      [to, await log.partition(0).end()],
    ]);
  });

  test('stops when another loader owns its partition', async () => {
    const { log, report, open, keys, state, lost, pauses } = world();
    state.leaseLost = true;
    const loader = open();
    await report('a');
    void loader.reached(await log.partition(0).end());
    await lost;
    expect([keys(), await log.bytes(), pauses.length]).toEqual([[], expect.any(Number), 0]);
    expect(await log.bytes()).toBeGreaterThan(0);
    await loader.close();
  });

  test('loads a log that was restored from an older copy from its start', async () => {
    const { log, report, open, keys, state, loaded } = world();
    const first = open();
    await report('a');
    await first.reached(await log.partition(0).end());
    await first.close();
    state.loadedTo = 1_000_000;
    await report('b');
    const second = open();
    await second.reached(await log.partition(0).end());
    await second.close();
    expect([keys(), loaded.at(-1)?.from]).toEqual([['a', 'b'], 0]);
  });

  test('reads again what a log that lost its end was given at places before the position', async () => {
    const { log, report, open, keys, state, loaded, logged } = world();
    await report('loaded');
    const first = open();
    await first.reached(await log.partition(0).end());
    await first.close();
    expect(first.counts.rereads).toBe(0);
    const [from = 0, digest = ''] = [loaded[0]?.to, loaded[0]?.digest];
    // The position is behind what a power cut took, and others stand there since.
    await report('new', 'newer');
    state.loadedTo = await log.partition(0).end();
    state.last = { from, digest };
    log.partition(0).rereadFrom = async () => from;
    await report('newest');
    const second = open();
    await second.reached(await log.partition(0).end());
    await second.close();
    expect(keys()).toEqual(['loaded', 'new', 'newer', 'newest']);
    expect([second.counts.rereads, loaded.at(-1)?.from]).toEqual([1, from]);
    expect(logged).toContainEqual(expect.stringContaining('lost its end'));
  });

  test('removes what is loaded, and reads it no more, after an earlier loader ended before it had', async () => {
    const { log, report, open, keys, state, loaded, logged } = world();
    const release = log.partition(0).release.bind(log.partition(0));
    log.partition(0).release = () => Promise.reject(new Error('ended'));
    await report('loaded');
    const first = open();
    void first.reached(await log.partition(0).end());
    await expect.poll(() => loaded.length).toBe(1);
    await first.close();
    log.partition(0).release = release;
    state.last = { from: 0, digest: loaded[0]?.digest ?? '' };
    log.partition(0).rereadFrom = async () => 0;
    await report('new');
    logged.length = 0;
    const second = open();
    await second.reached(await log.partition(0).end());
    await second.close();
    expect([keys(), second.counts.rereads, logged]).toEqual([['loaded', 'new'], 0, []]);
    expect(loaded.map(({ events }) => events.length)).toEqual([1, 1]);
    expect(await log.bytes()).toBe(0);
  });

  test('loads no second batch while the log does not let go of the first', async () => {
    const { log, report, open, keys, loaded, pauses } = world();
    const partition = log.partition(0);
    const release = partition.release.bind(partition);
    partition.release = () => Promise.reject(new Error('nobody leads the stream'));
    const loader = open();
    await report('first');
    void loader.reached(await partition.end());
    await expect.poll(() => pauses.length).toBe(1);
    await report('second');
    const reached = loader.reached(await partition.end());
    pauses[0]?.end();
    await expect.poll(() => pauses.length).toBe(2);
    expect(keys()).toEqual(['first']);
    partition.release = release;
    pauses[1]?.end();
    await reached;
    expect([keys(), loaded.length, await log.bytes()]).toEqual([['first', 'second'], 2, 0]);
    await loader.close();
  });

  test('loads nothing of a log that was made anew by its lease of the one before', async () => {
    const { log, report, open, loaded, lost } = world();
    const loader = open({ lease: { lease: 1, log: 'memory' } });
    log.name = 'made anew';
    await report('a');
    void loader.reached(await log.partition(0).end());
    await lost;
    await loader.close();
    expect([loaded, (await log.bytes()) > 0]).toEqual([[], true]);
  });

  test('names a batch by what the log holds there', async () => {
    const digests = await Promise.all(
      [['a'], ['b']].map(async keys => {
        const { log, report, open, loaded } = world();
        await report(...keys);
        const loader = open();
        await loader.reached(await log.partition(0).end());
        await loader.close();
        return loaded[0]?.digest;
      }),
    );
    expect(digests).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(String)]);
    expect(digests[0]).not.toBe(digests[1]);
  });

  test('gathers events for a while, and sends the store nothing without events', async () => {
    const { report, open, keys, pauses } = world();
    const loader = open();
    await settled();
    expect(pauses).toEqual([]);
    await report('a');
    await settled();
    await report('b');
    expect(pauses.map(({ ms }) => ms)).toEqual([2000]);
    expect(keys()).toEqual([]);
    pauses[0]?.end();
    await settled();
    expect(keys()).toEqual(['a', 'b']);
    await loader.close();
  });

  test('waits longer each time that the store fails, and loses nothing', async () => {
    const { log, report, open, keys, pauses, state, logged } = world();
    state.broken = true;
    const loader = open();
    await report('a');
    const reached = loader.reached(await log.partition(0).end());
    for (let n = 0; n < 8; n++) {
      await settled();
      pauses.at(-1)?.end();
    }
    await settled();
    expect(pauses.map(({ ms }) => ms)).toEqual(
      [1, 2, 4, 8, 10, 10, 10, 10, 10].map(seconds => seconds * 1000),
    );
    expect(logged[0]).toContain('could not be loaded');
    expect([(await log.bytes()) > 0, loader.counts.failures]).toEqual([true, 9]);
    now.move(400_000);
    expect(loader.lag()).toBe(400);
    state.broken = false;
    pauses.at(-1)?.end();
    await reached;
    expect(keys()).toEqual(['a']);
    await loader.close();
  });

  test('continues after a load whose answer was lost, and loads nothing twice', async () => {
    const { log, report, open, keys, loaded, state, pauses } = world();
    state.lostAnswers = 1;
    const loader = open();
    await report('a');
    await settled();
    pauses.shift()?.end();
    await settled();
    expect(keys()).toEqual(['a']);
    await report('b');
    for (let n = 0; n < 6; n += 1) {
      pauses.shift()?.end();
      await settled();
    }
    expect(keys()).toEqual(['a', 'b']);
    expect(loaded.map(({ events }) => events.map(({ key }) => key))).toEqual([['a'], ['b']]);
    expect([await log.bytes(), await loader.lagBytes()]).toEqual([0, 0]);
    await loader.close();
  });

  test('quarantines a record that cannot be stored, before the log releases it, and loads the others', async () => {
    const { log, report, open, keys, quarantined, state, pauses, storedReports } = world();
    state.quarantineBroken = true;
    const loader = open();
    await report('a', 'poison', 'b', 'bad consent', 'c');
    const reports = [{ id: 'r' }, { id: 'poison' }] as StoredReport[];
    await log.append([reportsRecord(reports)]);
    const reached = loader.reached(await log.partition(0).end());
    for (let n = 0; n < 3; n++) await settled();
    expect((await log.bytes()) > 0).toBe(true);
    state.quarantineBroken = false;
    pauses.at(-1)?.end();
    await reached;
    expect(keys()).toEqual(['a', 'b', 'c']);
    expect(storedReports.map(({ id }) => id)).toContain('r');
    expect(quarantined).toMatchObject([
      { event: { key: 'bad consent' }, reason: 'invalid json' },
      { event: { key: 'poison' }, reason: 'out of range' },
      { report: { id: 'poison' }, reason: 'out of range' },
    ]);
    await loader.close();
  });

  /** Ends pauses until everything is loaded. */
  const finish = async ({ pauses }: Pick<ReturnType<typeof world>, 'pauses'>, reached: Promise<void>) => {
    for (let turn = 0; turn < 60; turn += 1) {
      await settled();
      for (const { end } of pauses.splice(0)) end();
    }
    await reached;
  };

  test('quarantines a record after it crashed the store alone three times', async () => {
    const context = world();
    const loader = context.open();
    await context.report('a', 'b', 'crash', 'c');
    await finish(context, loader.reached(await context.log.partition(0).end()));
    expect(context.keys()).toEqual(['a', 'b', 'c']);
    expect(context.quarantined).toMatchObject([{ event: { key: 'crash' }, reason: 'ended: SIGSEGV' }]);
    expect(loader.counts).toMatchObject({ events: 3, failures: 2 });
    await loader.close();
  });

  test('quarantines nothing while the store crashes at every load', async () => {
    for (let crashes = 1; crashes <= 6; crashes += 1) {
      const context = world();
      context.state.crashes = crashes;
      const loader = context.open();
      await context.report('a', 'b');
      await finish(context, loader.reached(await context.log.partition(0).end()));
      expect([context.keys(), context.quarantined]).toEqual([['a', 'b'], []]);
      await loader.close();
    }
  });

  test('quarantines nothing while the store crashes at a good event too', async () => {
    const context = world();
    context.state.crashesAll = true;
    const loader = context.open();
    await context.report('a', 'b');
    const reached = loader.reached(await context.log.partition(0).end());
    for (let n = 0; n < 10; n += 1) {
      await settled();
      for (const { end } of context.pauses.splice(0)) end();
    }
    expect([context.keys(), context.quarantined]).toEqual([[], []]);
    context.state.crashesAll = false;
    await finish(context, reached);
    expect([context.keys(), context.quarantined]).toEqual([['a', 'b'], []]);
    await loader.close();
  });

  test('loads a batch in parts if it fails only as a whole', async () => {
    const context = world();
    context.state.refusesMany = true;
    const loader = context.open();
    await context.report('a', 'b', 'c');
    await finish(context, loader.reached(await context.log.partition(0).end()));
    expect([context.keys(), context.quarantined]).toEqual([['a', 'b', 'c'], []]);
    expect(await context.log.bytes()).toBe(0);
    await loader.close();
  });

  test('quarantines a record once, however often its batch is retried', async () => {
    const { log, report, open, quarantined, state, pauses } = world();
    state.broken = true;
    const loader = open();
    await report('bad consent');
    const reached = loader.reached(await log.partition(0).end());
    for (let n = 0; n < 4; n++) {
      await settled();
      pauses.at(-1)?.end();
    }
    state.broken = false;
    pauses.at(-1)?.end();
    await settled();
    pauses.at(-1)?.end();
    await reached;
    expect(quarantined).toHaveLength(1);
    await loader.close();
  });

  test('counts new products beyond so many an hour as other', async () => {
    const { log, open, stored } = world();
    const loader = open();
    for (const product_code of ['one', 'two', 'three', 'one']) {
      const meta = { device_type: 1, product_code, is_dev: false, heatmap: false } as const;
      await log.append([dataRecord(now(), { meta, ext: [{}], body: [newEvent()] })]);
    }
    await loader.reached(await log.partition(0).end());
    expect(stored.map(({ product }) => product)).toEqual(['one', 'two', 'other', 'one']);
    await loader.close();
  });

  test('skips a malformed record and loads the others', async () => {
    const { log, report, open, keys, logged, quarantined } = world();
    const loader = open();
    await log.append([Buffer.from('b        {')]);
    await report('a');
    await loader.reached(await log.partition(0).end());
    expect([keys(), logged]).toEqual([
      ['a'],
      ['records of the event log cannot be stored; they are in quarantine'],
    ]);
    expect(quarantined).toMatchObject([{ text: 'b        {' }]);
    await loader.close();
  });

  test('leaves a busy server time for its requests, however many events wait', async () => {
    const { log, report, open, pauses, loaded } = world({ busy: () => true });
    const loader = open();
    for (let n = 0; n < 10; n++)
      await log.append([Buffer.concat([Buffer.from('r'), Buffer.from(`[]${' '.repeat(900_000)}`)])]);
    await report('a');
    for (let n = 0; loaded.length < 2; n++) {
      await settled();
      expect(loaded.length).toBeLessThanOrEqual(n);
      pauses[n]?.end();
      await settled();
    }
    expect(pauses.every(({ ms }) => ms === 2000)).toBe(true);
    await loader.close();
  });
});

const event = (more: Partial<StoredEvent>): StoredEvent => ({
  id: 'id',
  product: 'school',
  time: 100,
  deviceTime: 100,
  received: 100,
  sequence: 0,
  kind: 0,
  key: 'a',
  ...more,
});
const state = (at: number, kinds: readonly string[], record = 'r'): ConsentState => ({
  record,
  at,
  granted: Object.fromEntries(kinds.map(kind => [kind, { version: '1', at: 1 }])),
});

describe('a consent to usage reporting', () => {
  test('is read from a consent event, and from no other event', () => {
    const data = {
      r: 'record',
      n: 3,
      g: { event: ['2026-09', 5, 3], view: 'yes', other: ['1', 1, 1], user: ['\0', 1, 1] },
    };
    expect(consentChange(event({ kind: 3, data, user: 'u', device: 'd\0' }))).toEqual({
      eventId: 'id',
      record: 'record',
      product: 'school',
      at: 100,
      received: 100,
      granted: { event: { version: '2026-09', at: 5 } },
      user: 'u',
    });
    for (const wrong of [
      undefined,
      {},
      { r: '', g: {} },
      { r: 'a', g: null },
      { r: 'x'.repeat(129), g: {} },
      { r: '\0', g: {} },
    ]) {
      expect(consentChange(event({ kind: 3, ...(wrong && { data: wrong }) }))).toBeUndefined();
    }
    expect(consentChange(event({ kind: 0, data }))).toBeUndefined();
  });

  test.each([
    ['custom', 0, ['event']],
    ['view', 1, ['view']],
    ['click', 2, ['event', 'view']],
    ['dropped', 4, ['event']],
  ] as const)('covers a %s event only if it has the kinds that the event needs', (_, kind, kinds) => {
    const all = ['event', 'view', 'user', 'app', 'device'];
    const given = event({ kind, device: 'd' });
    expect(permitted(given, { device: [state(50, all)] })).toBe(given);
    for (const missing of kinds) {
      expect(
        permitted(given, {
          device: [
            state(
              50,
              all.filter(one => one !== missing),
            ),
          ],
        }),
      ).toBeUndefined();
    }
    // Withdrawn later than the event, or unknown.
    expect(permitted(given, { device: [state(50, all), state(101, [])] })).toBe(given);
    expect(permitted(given, { device: [state(101, [])] })).toBe(given);
    expect(permitted(given, {})).toBe(given);
  });

  test('that was withdrawn removes the facts of its kind from events', () => {
    const given = event({ device: 'd', ip: '203.0.113.7', user: 'u', process: 'p', cpu: 4 });
    const left = permitted(given, { device: [state(50, ['event'])] });
    expect(left).toEqual(event({}));
  });

  test('that is granted again counts from then on', () => {
    const states = [state(10, ['event']), state(20, []), state(30, ['event'])];
    const at = (time: number) => permitted(event({ device: 'd', time }), { device: states }) !== undefined;
    expect([at(15), at(20), at(25), at(30)]).toEqual([true, false, false, true]);
  });

  test('that one browser of a user granted is not withdrawn in another browser', () => {
    const one = state(10, [], 'one');
    const given = event({ user: 'u' });
    expect(permitted(given, { user: [one, state(10, ['event', 'user'], 'other')] })).toEqual(given);
    expect(permitted(given, { user: [one, state(500, [], 'later')] })).toEqual(given);
    expect(permitted(given, { user: [one, state(20, [], 'other')] })).toBeUndefined();
  });
});
