import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSteps, type UsageConsoleCalls, usageConsoleCalls, writeSteps } from '@rollcall/contract/console';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleInput } from '../../../http/console-handler.ts';
import { validateInput } from '../../../http/validate.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { SampleData } from '../sample/sample-data.ts';
import { type DuckStore, openDuckStore } from '../../../events/store/duck-store.ts';
import {
  QueryQueueFull,
  QueryCancelled,
  StoreDamaged,
  StoreUnavailable,
} from '../../../events/store/errors.ts';
import { usageQueryHandlers } from './handlers.ts';
import { DuckQueries, type UsageQueries } from './queries.ts';

/** 2026-11-21 20:10 in Shanghai. */
const NOW = Date.UTC(2026, 10, 21, 12, 10);
/** The queries; products.test.ts has the list of products. */
const names = (Object.keys(usageConsoleCalls) as (keyof UsageConsoleCalls)[]).filter(
  name => name !== 'listUsageProducts',
);
const options = { seed: 3, days: 30, pupils: 60 } as const;
/** What a call can't do without. */
const needed: Partial<Record<keyof UsageConsoleCalls, Record<string, string>>> = {
  getUsageFunnel: { steps: 'view:%2F,custom:lesson.open,custom:lesson.done' },
  getUsageHeatmap: { page: '/' },
  listUsageProperties: { key: 'lesson.open' },
};

describe('the usage queries over sample data', () => {
  let folder: string;
  let store: DuckStore;
  let handlers: ReturnType<typeof usageQueryHandlers>;
  const faults: unknown[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-queries-'));
    const log = { info() {}, warn() {}, error: (fault: unknown) => void faults.push(fault) };
    store = await openDuckStore({ folder, memory: 256 * 2 ** 20, log, now: () => NOW });
    const sample = new SampleData(store, () => NOW);
    await sample.make(options);
    handlers = usageQueryHandlers(new DuckQueries({ client: store, now: () => NOW }));
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (name: keyof UsageConsoleCalls, query: Record<string, unknown> = {}) => {
    const row = usageConsoleCalls[name];
    const input = {
      query: 'query' in row ? validateInput(row.query, { ...needed[name], ...query }) : undefined,
      operator: { role: 'viewer' },
      log: { error: (fault: unknown) => void faults.push(fault) },
    } as unknown as ConsoleInput;
    const data: unknown = await (handlers[name] as (input: ConsoleInput) => Promise<unknown>)(input);
    // Exactly what the contract declares, and it survives the wire.
    expect(v.parse(row.answer, data), name).toEqual(data);
    expect(JSON.parse(JSON.stringify(data)), name).toEqual(data);
    return data as Record<string, unknown>;
  };

  it.each(names)(
    '%s answers by the contract, reports that it counted sample data, and is not empty',
    async name => {
      const answer = await ask(name);
      expect(answer['sample']).toBe(true);
      expect(JSON.stringify(answer).length).toBeGreaterThan(100);
      expect(JSON.stringify(answer).length).toBeLessThan(100_000);
    },
  );

  it.each(names.filter(name => name !== 'getUsageScope'))(
    '%s counts no sample data if it is excluded',
    async name => {
      const answer = await ask(name, { sample: 'without', product: 'sample-school' });
      expect(answer['sample']).toBe(false);
      expect(
        Object.values(answer)
          .flat(3)
          .filter(value => typeof value === 'number' && value > 0 && value < 1e12),
      ).toEqual([]);
    },
  );

  it.each([
    ['getUsageTrend', { step: 'hour', from: '2026-10-01' }, 'from'],
    ['getUsageTrend', { from: '2026-02-30' }, 'from'],
    ['getUsageTrend', { by: 'biz_data' }, 'by'],
    ['getUsageTrend', { top: '21' }, 'top'],
    ['getUsageUsers', { zone: 'Asia/Kolkata' }, 'zone'],
    ['getUsageUsers', { zone: 'Nowhere/Else' }, 'zone'],
    ['getUsageUsers', { from: '2026-11-21', to: '2026-11-20' }, 'from'],
    ['getUsageFunnel', { steps: 'custom:a' }, 'steps'],
    ['getUsageFunnel', { steps: 'custom:a,consent:b' }, 'steps'],
    ['getUsageFunnel', { window: '1' }, 'window'],
    ['getUsageHeatmap', { page: '' }, 'page'],
    ['getUsageLive', { sample: 'some' }, 'sample'],
  ] as const)('%s refuses %j by the field %s', async (name, query, field) => {
    const error: unknown = await ask(name, query).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ refusal: 'InvalidRequest', detail: { data: { field } } });
  });

  it('accept any text as a key, a product or a field', async () => {
    const hostile = "'; drop table events; --";
    await ask('getUsageTrend', { key: hostile, product: hostile, platform: hostile, by: `data.${hostile}` });
    await ask('getUsageTrend', { key: 'lesson.open', by: 'data.a"b\\c.d/e~f$', measure: 'people' });
    await ask('getUsagePaths', { page: hostile });
    await ask('listUsageKeys', { search: '%_\\' });
    await ask('getUsageFunnel', {
      steps: writeSteps([
        { kind: 'view', key: hostile },
        { kind: 'custom', key: '一:二,三' },
      ]),
    });
    expect((await ask('getUsageScope'))['events']).toBeGreaterThan(1000);
    expect(faults).toEqual([]);
  });
});

describe('a failure of the event store', () => {
  it.each([
    [new QueryQueueFull(), 0],
    [new QueryCancelled('time'), 0],
    [new StoreUnavailable('gone'), 0],
    [new StoreDamaged('broken'), 1],
  ])('is answered TooBusy: %s', async (failure, logged) => {
    const queries = { scope: () => Promise.reject(failure) } as unknown as UsageQueries;
    const faults: unknown[] = [];
    const input = {
      operator: { role: 'viewer' },
      log: { error: (fault: unknown) => void faults.push(fault) },
    } as unknown as ConsoleInput;
    const params = usageQueryHandlers(queries).getUsageScope(input);
    await expect(params).rejects.toMatchObject({ refusal: 'TooBusy', detail: { data: { retry_after: 3 } } });
    expect(faults).toHaveLength(logged);
  });

  it('throws the reason of the signal if the request was cancelled', async () => {
    const signal = AbortSignal.abort();
    const queries = {
      scope: (options: { signal: AbortSignal }) =>
        Promise.reject(options.signal === signal ? new QueryCancelled('caller') : new Error('no signal')),
    } as unknown as UsageQueries;
    const log = { error: expect.unreachable };
    const answer = usageQueryHandlers(queries).getUsageScope({ log, signal } as never);
    await expect(answer).rejects.toBe(signal.reason);
  });

  it('is a fault if it is an unexpected error', async () => {
    const queries = { scope: () => Promise.reject(new Error('a bug')) } as unknown as UsageQueries;
    await expect(usageQueryHandlers(queries).getUsageScope({} as never)).rejects.toThrow('a bug');
  });
});

describe("the text of a funnel's steps", () => {
  it('returns the same steps', () => {
    const step = fc.record({
      kind: fc.constantFrom('custom' as const, 'view' as const, 'click' as const),
      key: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), steps => {
        expect(readSteps(writeSteps(steps))).toEqual(steps);
      }),
    );
  });

  it('is refused in any other form', () => {
    for (const text of [
      '',
      'custom',
      'custom:',
      'custom:a,',
      'custom:a:b',
      'custom:%',
      'Custom:a',
      'toString:a',
    ]) {
      expect(readSteps(text), text).toBeUndefined();
    }
  });
});
