/** Lets equal queries share one run, and keeps answers until the data changes. */
import { LruCache } from '../../platform/lru-cache.ts';
import { QueryCancelled } from './errors.ts';
import type { ResultRow, Values, QueryClient, QueryOptions } from './query-client.ts';

/** Rows of the answers that are kept, together and of one; each answer counts as some more, for its SQL. */
const ALL_ROWS = 50_000;
const ROWS = 5_000;
const ANSWER = 250;

type Rows = readonly ResultRow[];

interface Run {
  readonly version: number;
  readonly rows: Promise<Rows>;
  readonly cancel: AbortController;
  /** Callers that wait for it. */
  callers: number;
}

export interface SharedQueriesOptions {
  readonly client: QueryClient;
  /**
   * A number that is another one as soon as the data may have changed. Absent where other processes write: then nothing is kept, and
   * only queries that run share.
   */
  readonly version?: () => number;
}

export class SharedQueries implements QueryClient {
  readonly #client: QueryClient;
  readonly #version: (() => number) | undefined;
  readonly #runs = new Map<string, Run>();
  readonly #answers = new LruCache<string, Rows>(ALL_ROWS, ({ length }) => length + ANSWER);
  /** What the answers are of. */
  #answered = 0;

  constructor({ client, version }: SharedQueriesOptions) {
    this.#client = client;
    this.#version = version;
  }

  /** A run is cancelled when its last caller leaves. The rows are those of every caller: they are not to be changed. */
  async query<Row extends ResultRow>(
    sql: string,
    values: Values = {},
    options: QueryOptions = {},
  ): Promise<readonly Row[]> {
    const { signal, ...rest } = options;
    if (signal?.aborted) throw new QueryCancelled('caller');
    const key = JSON.stringify([sql, values, rest]);
    const version = this.#version?.() ?? 0;
    this.#forgetOthers(version);
    const kept = this.#answers.get(key);
    if (kept) return kept as readonly Row[];
    const known = this.#runs.get(key);
    // A run that began before a change may lack it.
    const shared = known?.version === version ? known : undefined;
    const begin = () => this.#begin(key, version, sql, values, rest);
    const found = joined(shared ?? begin(), signal).catch((error: unknown) => {
      if (!shared || !(error instanceof QueryCancelled) || error.why !== 'time') throw error;
      // The time of who began the run is over; this caller came later.
      return joined(this.#runs.get(key) ?? begin(), signal);
    });
    return (await found) as readonly Row[];
  }

  /** Answers of other data are of no use any more. */
  #forgetOthers(version: number): void {
    if (version === this.#answered) return;
    this.#answers.clear();
    this.#answered = version;
  }

  #begin(key: string, version: number, sql: string, values: Values, options: QueryOptions): Run {
    const cancel = new AbortController();
    const rows = this.#client.query(sql, values, { ...options, signal: cancel.signal });
    const run: Run = { version, rows, cancel, callers: 0 };
    this.#runs.set(key, run);
    const over = () => {
      if (this.#runs.get(key) === run) this.#runs.delete(key);
    };
    const keep = (found: Rows): void => {
      over();
      if (this.#version?.() !== version || found.length > ROWS) return;
      this.#forgetOthers(version);
      this.#answers.set(key, found);
    };
    // Each caller has the error.
    rows.then(keep, over);
    // A later caller begins again.
    cancel.signal.addEventListener('abort', over);
    return run;
  }
}

/** The run's rows for one more caller. @throws QueryCancelled where the caller's signal is aborted before */
const joined = async (run: Run, signal: AbortSignal | undefined): Promise<Rows> => {
  run.callers += 1;
  let leave: (() => void) | undefined;
  const gone = new Promise<never>((_, reject) => {
    leave = () => reject(new QueryCancelled('caller'));
    signal?.addEventListener('abort', leave);
  });
  try {
    return await Promise.race([run.rows, gone]);
  } finally {
    if (leave) signal?.removeEventListener('abort', leave);
    run.callers -= 1;
    // Without an effect where it is over.
    if (run.callers === 0) run.cancel.abort();
  }
};
