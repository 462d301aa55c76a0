import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConsoleInput } from '../../../http/console-handler.ts';
import { openDuckStore } from '../../../engines/embedded/store/duck-store.ts';
import {
  QueryQueueFull,
  QueryCancelled,
  QueryTooLong,
  StoreDamaged,
  StoreUnavailable,
} from '../../../events/store/errors.ts';
import type { QueryClient } from '../../../events/store/query-client.ts';
import { duckQuestions } from '../../../engines/embedded/queries/question-dialect.ts';
import { duckStatements } from '../../../engines/embedded/queries/statements.ts';
import { usageQueryHandlers } from './handlers.ts';
import { usageQueriesSuite } from '../testing/queries.suite.ts';

usageQueriesSuite('DuckDB', async now => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-queries-'));
  const log = { info() {}, warn() {}, error() {} };
  const store = await openDuckStore({ folder, memory: 256 * 2 ** 20, log, now });
  return {
    store,
    statements: duckStatements,
    questions: duckQuestions,
    remove: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

const NOW = Date.UTC(2026, 10, 21, 12, 4);
const handlersOver = (query: QueryClient['query'], lag: () => Promise<number> = async () => 0) =>
  usageQueryHandlers({ client: { query }, statements: duckStatements, now: () => NOW, lag });

describe('a lag of the event store', () => {
  const input = { operator: { role: 'viewer' } } as unknown as ConsoleInput;
  const until = async (lag: number) => {
    const { until: found } = await handlersOver(
      async () => [],
      async () => lag,
    ).getUsageScope(input);
    return found;
  };

  it('is told from half a minute, as the time until when events are loaded', async () => {
    expect(await until(29_999)).toBeNull();
    expect(await until(60_000)).toBe(NOW - 60_000);
  });

  it('is told in place of a time-out alone', async () => {
    const late = () => Promise.reject(new QueryCancelled('time'));
    const asked = handlersOver(late, async () => 60_000).getUsageScope(input);
    await expect(asked).rejects.toMatchObject({
      refusal: 'TooBusy',
      detail: { data: { retry_after: 3, until: NOW - 60_000 } },
    });
  });

  it('that can not be told keeps no answer back', async () => {
    const unknown = () => Promise.reject(new Error('away'));
    const { until: found } = await handlersOver(async () => [], unknown).getUsageScope(input);
    expect(found).toBeNull();
  });
});

describe('a failure of the event store', () => {
  it.each([
    [new QueryQueueFull(), 0],
    [new QueryCancelled('time'), 0],
    [new StoreUnavailable('gone'), 0],
    [new StoreDamaged('broken'), 1],
  ])('is answered TooBusy: %s', async (failure, logged) => {
    const faults: unknown[] = [];
    const input = {
      operator: { role: 'viewer' },
      log: { error: (fault: unknown) => void faults.push(fault) },
    } as unknown as ConsoleInput;
    const params = handlersOver(() => Promise.reject(failure)).getUsageScope(input);
    await expect(params).rejects.toMatchObject({ refusal: 'TooBusy', detail: { data: { retry_after: 3 } } });
    expect(faults).toHaveLength(logged);
  });

  it('names the period that would fit where one is too long', async () => {
    const answer = handlersOver(() => Promise.reject(new QueryTooLong('2026-10-29'))).getUsageScope(
      {} as never,
    );
    await expect(answer).rejects.toMatchObject({
      refusal: 'InvalidRequest',
      detail: { message: expect.stringContaining('2026-10-29') as string, data: { field: 'from' } },
    });
  });

  it('throws the reason of the signal if the request was cancelled', async () => {
    const signal = AbortSignal.abort();
    const query: QueryClient['query'] = (_sql, _values, options) =>
      Promise.reject(options?.signal === signal ? new QueryCancelled('caller') : new Error('no signal'));
    const log = { error: expect.unreachable };
    const answer = handlersOver(query).getUsageScope({ log, signal } as never);
    await expect(answer).rejects.toBe(signal.reason);
  });

  it('is a fault if it is an unexpected error', async () => {
    const handlers = handlersOver(() => Promise.reject(new Error('a bug')));
    await expect(handlers.getUsageScope({} as never)).rejects.toThrow('a bug');
  });
});
