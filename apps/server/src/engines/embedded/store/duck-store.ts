/** Client of the embedded event store: DuckDB in a child process (`process.ts`). */
import { tracedQuery } from '../../../events/store/traced-query.ts';
import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import { createSerialQueue } from '../../../platform/serial-queue.ts';
import type { StoredReport } from '../../../events/record/stored-report.ts';
import type { Offset } from '../../../events/log/event-log.ts';
import type { Subject } from '../../../events/record/subject.ts';
import type { Batch, EventStore, PlaceOwner, Position } from '../../../events/store/event-store.ts';
import type { DayOfEvents, ParquetContent, ParquetSource } from '../../../events/store/parquet-source.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import type { LogRange, StoreCallName, StoreCalls, StoreSettings } from './protocol.ts';
import {
  type ResultRow,
  type Values,
  QUERY_TIMEOUT,
  type QueryClient,
  type QueryOptions,
} from '../../../events/store/query-client.ts';
import { goodEvent } from '../../../events/store/good-event.ts';
import { isTimeToClear } from '../../../events/store/clearing.ts';
import { type PeopleChange, peopleCells, personsOf } from '../../../events/store/people.ts';
import { eventCells, eventOf, reportCells } from '../../../events/store/rows.ts';
import { copyToParquet, exportedDays, TIMEOUT } from './parquet.ts';
import { whose } from './subject.ts';
import { CompactionTimer } from './compaction-timer.ts';
import { Erasures } from './erasures.ts';
import { Queries } from './queries.ts';
import { StageLost, StoreUnavailable } from '../../../events/store/errors.ts';
import { StoreProcess } from './store-process.ts';

/** Events in one message to the process, so that the server's thread is not blocked for long. */
const PART = 500;
export interface DuckStoreOptions extends StoreSettings {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
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

export class DuckStore implements EventStore, ParquetSource, QueryClient {
  readonly #options: DuckStoreOptions;
  /** Loads, one at a time: the process stages one batch. */
  readonly #loading = createSerialQueue();
  readonly #erasures = new Erasures(take =>
    this.#erase(() => this.#request('erase', { subjects: take(), at: this.#options.now() })),
  );
  #process: StoreProcess | undefined;
  #loads = 0;
  #version = 0;
  readonly #queries = new Queries(() => this.#alive());
  #closing = false;
  readonly #compaction: CompactionTimer;

  /** Use `openDuckStore`. */
  constructor(options: DuckStoreOptions) {
    this.#options = options;
    this.#compaction = new CompactionTimer(options.now, () => {
      this.compact().catch((error: unknown) => {
        if (!this.#closing) options.log.warn({ err: error }, 'the event store could not be compacted');
      });
    });
  }

  /** The running process, for tests that end it. */
  get process(): ChildProcess | undefined {
    return this.#process?.child;
  }

  /** Another number as soon as a load or a removal has begun, and again once it is over. */
  get version(): number {
    return this.#version;
  }

  /** Starts the process. Later calls start it again if it ended. */
  async start(): Promise<void> {
    await this.#alive();
  }

  async position(partition: number, log = ''): Promise<Position> {
    return { loadedTo: await this.#request('loadedTo', { partition, log }) };
  }

  /** The store is of one process, so leases mean nothing to it. */
  moveTo(partition: number, offset: Offset, { log = '' }: PlaceOwner = {}): Promise<void> {
    return this.#request('moveTo', { partition, log, offset });
  }

  async check(): Promise<void> {
    await this.#load([goodEvent], [], undefined, true);
  }

  async products(): Promise<readonly string[]> {
    const rows = await this.query<{ product: string }>('select distinct product from hourly');
    return rows.map(({ product }) => product);
  }

  load(batch: Batch): Promise<number> {
    const { partition, log = '', from, to } = batch;
    return this.#load(batch.events, batch.reports, { partition, log, from, to });
  }

  loadPart({ events, reports }: Batch): Promise<number> {
    return this.#load(events, reports, undefined);
  }

  /** Loads events and reports that are in no log. Events and reports have to be marked `sample`. */
  loadSample(events: readonly StoredEvent[], reports: readonly StoredReport[]): Promise<number> {
    if (events.some(event => !event.sample) || reports.some(report => !report.sample)) {
      throw new TypeError('sample data has to be marked as such');
    }
    return this.#load(events, reports, undefined);
  }

  query<Row extends ResultRow>(
    sql: string,
    values?: Values,
    options?: QueryOptions,
  ): Promise<readonly Row[]> {
    return tracedQuery('duckdb', sql, () => this.#queries.run<Row>(sql, values, options));
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

  exportedDays(before: string): Promise<readonly DayOfEvents[]> {
    return exportedDays(this, before);
  }

  async writeParquet(path: string, content: ParquetContent, key: string): Promise<void> {
    await this.#queries.run(copyToParquet(path, content, key), {}, TIMEOUT);
  }

  erase(subject: Subject): Promise<number> {
    return this.#erasures.erase(subject);
  }

  peopleAt(): Promise<number> {
    return this.#request('peopleAt', undefined);
  }

  changePeople({ people, gone, ...change }: PeopleChange): Promise<boolean> {
    return this.#erase(() =>
      this.#request('changePeople', {
        ...change,
        people: peopleCells(people),
        gone: personsOf(gone),
        at: this.#options.now(),
      }),
    );
  }

  eraseSample(): Promise<number> {
    return this.#erase(() => this.#request('eraseSample', { at: this.#options.now() }));
  }

  async clear(): Promise<number> {
    const now = this.#options.now();
    const since = await this.#request('erasedSince', undefined);
    if (since === 0) return now;
    if (!isTimeToClear(now, since)) return since;
    await this.rewrite();
    return this.clearedTo();
  }

  /** As `clear` answers, without a rewrite. */
  async clearedTo(): Promise<number> {
    const now = this.#options.now();
    return (await this.#request('erasedSince', undefined)) || now;
  }

  /** Rewrites the file without erased events. */
  async rewrite(): Promise<void> {
    await this.#request('rewrite', undefined);
  }

  async expire(before: number): Promise<void> {
    const written = await this.#change(() => this.#request('expire', before));
    if (!written) this.#compactSoon();
  }

  /** Merges rollups, counts transitions and makes a checkpoint now, instead of after a while without a load. */
  async compact(): Promise<void> {
    this.#compaction.clear();
    // A query that still ran kept the checkpoint back.
    if (!(await this.#request('compact', this.#options.now()))) this.#compactSoon();
  }

  /** Lets the running load finish, writes everything into the file and ends the process. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#compaction.clear();
    await this.#loading.run(async () => undefined);
    this.#closing = true;
    await this.#process?.close().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the event store could not be closed in good order');
    });
  }

  /** @param trial rolls back, so nothing is stored */
  #load(
    events: readonly StoredEvent[],
    reports: readonly StoredReport[],
    range: LogRange | undefined,
    trial = false,
  ): Promise<number> {
    return this.#loading.run(async () => {
      const running = await this.#alive();
      const put = async () => {
        const load = ++this.#loads;
        let parts = 0;
        for (let at = 0; at < Math.max(events.length, reports.length); at += PART) {
          await running.send('stage', {
            load,
            events: eventCells(events.slice(at, at + PART)),
            reports: reportCells(reports.slice(at, at + PART)),
          }).answer;
          parts += 1;
        }
        const add = () => running.send('load', { load, parts, range, trial }).answer;
        return trial ? add() : this.#change(add);
      };
      // The file was rewritten meanwhile, which is seldom.
      const known = await put().catch((error: unknown) => {
        if (error instanceof StageLost) return put();
        throw error;
      });
      this.#compactSoon();
      return known;
    });
  }

  /** Runs what changes the data. */
  async #change<T>(work: () => Promise<T>): Promise<T> {
    this.#version += 1;
    try {
      return await work();
    } finally {
      this.#version += 1;
    }
  }

  /** Without loads its write-ahead log would only grow. */
  async #erase<T>(erase: () => Promise<T>): Promise<T> {
    const erased = await this.#change(erase);
    this.#compactSoon();
    return erased;
  }

  #compactSoon(): void {
    if (!this.#closing) this.#compaction.start();
  }

  async #request<Name extends StoreCallName>(
    call: Name,
    given: StoreCalls[Name]['in'],
  ): Promise<StoreCalls[Name]['out']> {
    return (await this.#alive()).send(call, given).answer;
  }

  /** The running process; a new one if it ended. */
  async #alive(): Promise<StoreProcess> {
    if (this.#closing) throw new StoreUnavailable('the event store is closed');
    if (!this.#process || this.#process.ended)
      this.#process = new StoreProcess(this.#options, this.#options.log);
    const running = this.#process;
    await running.ready;
    return running;
  }
}
