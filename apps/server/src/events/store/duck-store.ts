/** The embedded event store, as the server sees it: DuckDB in a process of its own (`process.ts`). */
import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import { forkModule } from '../../platform/child-process.ts';
import type { StoredReport } from '../record/stored-report.ts';
import type { Offset } from '../log/event-log.ts';
import type { Subject } from '../record/subject.ts';
import type { Batch, EventStore } from './event-store.ts';
import type { StoredEvent } from '../record/stored-event.ts';
import type {
  FromProcess,
  ResultRow,
  StoreCallName,
  StoreCalls,
  StoreSettings,
  ToProcess,
  Values,
} from './protocol.ts';
import { eventCells, eventOf, reportCells } from './rows.ts';
import { whose } from './subject.ts';
import { QueryQueueFull, QueryCancelled, received, StoreUnavailable } from './errors.ts';

/** Milliseconds that a query may take, waiting included. */
const QUERY_TIMEOUT = 10_000;
/** Queries that run or wait. */
const QUERIES = 32;
/** Events that are handed over at once, so that the server's own thread is never held for long. */
const PART = 500;
/** Milliseconds without a load after which there is time for `compact`, and how long it is put off at most. */
const QUIET = 5_000;
const PUT_OFF = 60_000;
/** Milliseconds to wait for a file that a process which was killed a moment ago still holds. */
const FILE_HELD = 10_000;
const FILE_HELD_STEP = 100;

export interface DuckStoreOptions extends StoreSettings {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface QueryOptions {
  /** Milliseconds instead of QUERY_TIMEOUT. */
  readonly timeout?: number;
  /** Cancels the query: a waiting one leaves the queue, a running one is interrupted. */
  readonly signal?: AbortSignal;
}

/** Where queries run in SQL; whole numbers go in and come out as 64-bit integers, text beyond 2^53. */
export interface QueryClient {
  /** @throws QueryQueueFull, QueryCancelled, StoreUnavailable */
  query<Row extends ResultRow>(sql: string, values?: Values, options?: QueryOptions): Promise<readonly Row[]>;
}

/**
 * Opens the store in `folder`, which is made where it is missing.
 * @throws StoreDamaged in words for the operator; StoreUnavailable where another process has the file open
 */
export const openDuckStore = async (options: DuckStoreOptions): Promise<DuckStore> => {
  const store = new DuckStore(options);
  try {
    await store.start();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};

interface PendingRequest {
  resolve(out: unknown): void;
  reject(error: unknown): void;
}

/** One life of the process. */
interface Life {
  readonly process: ChildProcess;
  readonly asked: Map<number, PendingRequest>;
  readonly ready: Promise<Offset>;
  over: boolean;
}

export class DuckStore implements EventStore, QueryClient {
  readonly #options: DuckStoreOptions;
  #life: Life | undefined;
  #ids = 0;
  #loads = 0;
  #running = 0;
  #closing = false;
  #loading: Promise<unknown> = Promise.resolve();
  #quiet: NodeJS.Timeout | undefined;
  #uncompactedSince: number | undefined;

  /** Use `openDuckStore`. */
  constructor(options: DuckStoreOptions) {
    this.#options = options;
  }

  /** The running process, for tests that end it. */
  get process(): ChildProcess | undefined {
    return this.#life?.process;
  }

  /** Brings the process up; later calls do it again where it ended. */
  async start(): Promise<void> {
    await this.#alive();
  }

  async loadedTo(): Promise<Offset> {
    return this.#ask('loadedTo', undefined);
  }

  moveTo(offset: Offset): Promise<void> {
    return this.#ask('moveTo', offset);
  }

  async check(events: readonly StoredEvent[], reports: readonly StoredReport[]): Promise<void> {
    await this.#load(events, reports, undefined, true);
  }

  async products(): Promise<readonly string[]> {
    const rows = await this.query<{ product: string }>('select distinct product from hourly');
    return rows.map(({ product }) => product);
  }

  load(batch: Batch): Promise<number> {
    return this.#load(batch.events, batch.reports, { from: batch.from, to: batch.to });
  }

  /** Loads what stands in no log. Events and reports have to be marked `sample`. */
  loadSample(events: readonly StoredEvent[], reports: readonly StoredReport[]): Promise<number> {
    if (events.some(event => !event.sample) || reports.some(report => !report.sample)) {
      throw new TypeError('sample data has to be marked as such');
    }
    return this.#load(events, reports, undefined);
  }

  async query<Row extends ResultRow>(
    sql: string,
    values: Values = {},
    { timeout = QUERY_TIMEOUT, signal }: QueryOptions = {},
  ): Promise<readonly Row[]> {
    if (signal?.aborted) throw new QueryCancelled('caller');
    if (this.#running >= QUERIES) throw new QueryQueueFull();
    this.#running += 1;
    let stop: (() => void) | undefined;
    try {
      const life = await this.#alive();
      // Aborted while the process started.
      if (signal?.aborted) throw new QueryCancelled('caller');
      const { id, answer } = this.#send(life, 'query', { sql, values, timeout });
      stop = () => this.#tell(life, { cancel: id });
      signal?.addEventListener('abort', stop);
      return (await answer) as readonly Row[];
    } finally {
      if (stop) signal?.removeEventListener('abort', stop);
      this.#running -= 1;
    }
  }

  async eventsOf(
    subject: Subject,
    after: string | undefined,
    limit: number,
  ): Promise<readonly StoredEvent[]> {
    const rows = await this.query(
      `select * exclude (id, person, x, y, w, h), id::varchar as id from events
       where ${whose(subject)} ${after === undefined ? '' : 'and events.id > $after::uuid'}
       order by events.id limit $limit`,
      { limit, ...(after === undefined ? {} : { after }) },
      // A person's own data, page by page, in a background job.
      { timeout: 10 * QUERY_TIMEOUT },
    );
    return rows.map(eventOf);
  }

  erase(subject: Subject): Promise<number> {
    return this.#ask('erase', subject);
  }

  eraseSample(): Promise<number> {
    return this.#ask('eraseSample', undefined);
  }

  expire(before: number): Promise<void> {
    return this.#ask('expire', before);
  }

  /** Does what waits for a quiet moment now: merges rollups, counts moves, makes a checkpoint. */
  compact(): Promise<void> {
    clearTimeout(this.#quiet);
    this.#uncompactedSince = undefined;
    return this.#ask('compact', this.#options.now());
  }

  /** Lets the running load finish, writes everything into the file and ends the process. */
  async close(): Promise<void> {
    if (this.#closing) return;
    clearTimeout(this.#quiet);
    await this.#loading.catch(() => undefined);
    this.#closing = true;
    const life = this.#life;
    if (!life || life.over) return;
    const ended = new Promise<void>(resolve => life.process.once('exit', () => resolve()));
    await this.#send(life, 'close', undefined).answer.catch((error: unknown) => {
      if (!life.over) this.#options.log.warn({ err: error }, 'the event store did not close in good order');
    });
    if (life.process.connected) life.process.disconnect();
    if (!life.over) await ended;
  }

  async #load(
    events: readonly StoredEvent[],
    reports: readonly StoredReport[],
    range: { readonly from: Offset; readonly to: Offset } | undefined,
    trial = false,
  ): Promise<number> {
    // One after the other: two batches must not be put aside together.
    const run = this.#loading.then(() => this.#loadNow(events, reports, range, trial));
    this.#loading = run.catch(() => undefined);
    return run;
  }

  async #loadNow(
    events: readonly StoredEvent[],
    reports: readonly StoredReport[],
    range: { readonly from: Offset; readonly to: Offset } | undefined,
    trial: boolean,
  ): Promise<number> {
    const load = ++this.#loads;
    const life = await this.#alive();
    for (let at = 0; at < Math.max(events.length, reports.length); at += PART) {
      await this.#send(life, 'stage', {
        load,
        events: eventCells(events.slice(at, at + PART)),
        reports: reportCells(reports.slice(at, at + PART)),
      }).answer;
    }
    const known = (await this.#send(life, 'load', { load, range, trial }).answer) as number;
    this.#compactSoon();
    return known;
  }

  #compactSoon(): void {
    if (this.#closing) return;
    const now = this.#options.now();
    this.#uncompactedSince ??= now;
    // A clock that jumps back must not put it off for ever.
    const waited = Math.max(0, now - this.#uncompactedSince);
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(
      () => {
        this.compact().catch((error: unknown) => {
          if (!this.#closing) this.#options.log.warn({ err: error }, 'the event store could not be settled');
        });
      },
      Math.max(0, Math.min(QUIET, PUT_OFF - waited)),
    );
    this.#quiet.unref();
  }

  async #ask<Name extends StoreCallName>(
    call: Name,
    given: StoreCalls[Name]['in'],
  ): Promise<StoreCalls[Name]['out']> {
    return this.#send(await this.#alive(), call, given).answer as Promise<StoreCalls[Name]['out']>;
  }

  async #alive(): Promise<Life> {
    if (this.#closing) throw new StoreUnavailable('the event store is closed');
    if (!this.#life || this.#life.over) this.#life = this.#begin();
    const life = this.#life;
    await life.ready;
    return life;
  }

  #begin(): Life {
    const child = forkModule({
      from: import.meta.url,
      source: './process.ts',
      built: './event-store.mjs',
    });
    const asked = new Map<number, PendingRequest>();
    let life: Life;
    const end = (why: string) => {
      if (life.over) return;
      life.over = true;
      if (!this.#closing) this.#options.log.error(`the event store's process ended: ${why}`);
      for (const { reject } of asked.values()) {
        reject(new StoreUnavailable(`the event store's process ended: ${why}`));
      }
      asked.clear();
    };
    child.on('message', (message: FromProcess) => {
      const waiting = asked.get(message.id);
      asked.delete(message.id);
      if ('error' in message) waiting?.reject(received(message.error));
      else waiting?.resolve(message.out);
    });
    child.on('error', error => end(error.message));
    child.on('exit', (code, signal) => end(signal ?? `code ${code}`));
    const opening = async (): Promise<Offset> => {
      try {
        return await this.#openFile(life);
      } catch (error) {
        // Whoever asks next begins anew.
        life.over = true;
        if (child.connected) child.disconnect();
        throw error;
      }
    };
    // Filled in before anything can be answered: messages arrive in a later turn.
    life = { process: child, asked, over: false, ready: Promise.resolve(0) };
    life = Object.assign(life, { ready: opening() });
    // Every caller hears it by `#alive`.
    life.ready.catch(() => undefined);
    return life;
  }

  /** The process of a server that was killed a moment ago may hold the file still. */
  async #openFile(life: Life): Promise<Offset> {
    const { folder, memory } = this.#options;
    for (let waited = 0; ; waited += FILE_HELD_STEP) {
      try {
        return (await this.#send(life, 'open', { folder, memory }).answer) as Offset;
      } catch (error) {
        if (life.over || !(error instanceof StoreUnavailable) || waited >= FILE_HELD) throw error;
        await new Promise(resolve => setTimeout(resolve, FILE_HELD_STEP));
      }
    }
  }

  #send<Name extends StoreCallName>(
    life: Life,
    call: Name,
    given: StoreCalls[Name]['in'],
  ): { readonly id: number; readonly answer: Promise<unknown> } {
    const id = ++this.#ids;
    const answer = new Promise<unknown>((resolve, reject) => {
      if (life.over) {
        reject(new StoreUnavailable("the event store's process is not there"));
        return;
      }
      life.asked.set(id, { resolve, reject });
      this.#tell(life, { id, call, in: given });
    });
    return { id, answer };
  }

  #tell(life: Life, message: ToProcess): void {
    // Where it could not be sent the process is ending, which its `exit` says.
    if (life.process.connected) life.process.send(message, () => {});
  }
}
