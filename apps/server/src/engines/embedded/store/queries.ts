/** Queries to the store's process: how many run or wait, for how long, and how one is cancelled. */
import { QueryCancelled, QueryQueueFull } from '../../../events/store/errors.ts';
import {
  QUERY_TIMEOUT,
  type QueryOptions,
  type ResultRow,
  type Values,
} from '../../../events/store/query-client.ts';
import type { StoreProcess } from './store-process.ts';

/** Queries that run or wait; light ones are counted apart. */
const QUERIES = 32;

/** What a promise resolves to. @throws QueryCancelled where it takes longer than `timeout` (ms) or the signal is aborted meanwhile */
const beforeTimeout = async <T>(
  promise: Promise<T>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<T> => {
  let [timer, abort]: [NodeJS.Timeout | undefined, (() => void) | undefined] = [undefined, undefined];
  const cancelled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueryCancelled('time')), timeout);
    abort = () => reject(new QueryCancelled('caller'));
    signal?.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, cancelled]);
  } finally {
    clearTimeout(timer);
    if (abort) signal?.removeEventListener('abort', abort);
  }
};

export class Queries {
  readonly #alive: () => Promise<StoreProcess>;
  readonly #running = { heavy: 0, light: 0 };

  /** @param alive gives the running process */
  constructor(alive: () => Promise<StoreProcess>) {
    this.#alive = alive;
  }

  /** @throws QueryQueueFull where too many run or wait; QueryCancelled by the caller's signal or after `timeout` (ms) */
  async run<Row extends ResultRow>(
    sql: string,
    values: Values = {},
    { timeout = QUERY_TIMEOUT, signal, light = false }: QueryOptions = {},
  ): Promise<readonly Row[]> {
    if (signal?.aborted) throw new QueryCancelled('caller');
    const lane = light ? 'light' : 'heavy';
    if (this.#running[lane] >= QUERIES) throw new QueryQueueFull();
    this.#running[lane] += 1;
    let cancel: (() => void) | undefined;
    try {
      const begun = performance.now();
      const running = await beforeTimeout(this.#alive(), timeout, signal);
      const left = Math.max(1, Math.ceil(timeout - (performance.now() - begun)));
      const { id, answer } = running.send('query', { sql, values, timeout: left, light });
      cancel = () => running.cancel(id);
      signal?.addEventListener('abort', cancel);
      return (await answer) as readonly Row[];
    } finally {
      if (cancel) signal?.removeEventListener('abort', cancel);
      this.#running[lane] -= 1;
    }
  }
}
