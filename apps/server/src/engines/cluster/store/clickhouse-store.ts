/** The event store in ClickHouse, for installations of several servers. Positions of the log and locks are in PostgreSQL. */
import { tracedQuery } from '../../../events/store/traced-query.ts';
import { randomUUID } from 'node:crypto';
import { HOUR } from '../../../events/store/counting.ts';
import { plainColumns } from '../../../events/store/columns.ts';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { DayOfEvents, ParquetContent, ParquetSource } from '../../../events/store/parquet-source.ts';
import { exportedDays, parquetSelect } from './parquet.ts';
import type { StoredReport } from '../../../events/record/stored-report.ts';
import type { Offset } from '../../../events/log/event-log.ts';
import type { Subject } from '../../../events/record/subject.ts';
import type { BatchRanges } from '../partitions/batch-ranges.ts';
import type { Batch, EventStore, PlaceOwner, Position } from '../../../events/store/event-store.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import type { ResultRow, Values, QueryClient, QueryOptions } from '../../../events/store/query-client.ts';
import { LONGEST_BEHIND } from '../../../events/record/event-time.ts';
import { StoreUnavailable } from '../../../events/store/errors.ts';
import type { PeopleChange } from '../../../events/store/people.ts';
import { goodEvent } from '../../../events/store/good-event.ts';
import { eventOf } from '../../../events/store/rows.ts';
import { ClickHouse } from './client.ts';
import { type ClickHouseSettingsOf, QUERY_TEXT } from './connections.ts';
import { type Layout, parts, truncate } from './ddl.ts';
import type { ErasureQueue } from './erasure-queue.ts';
import { expireRows, forgetErasedIds } from './expire.ts';
import { insertNew, type Records } from './load.ts';
import type { StoreLocks } from './locks.ts';
import type { Maintenance } from './maintenance.ts';
import { clearErased } from './night.ts';
import { isCurrent, migrate } from './migrations.ts';
import { digestOf, eventNames, eventRows } from './rows.ts';
import { changePeople, forgetPeople, peopleAt } from './known-people.ts';
import { eraseSampleRows } from './sample.ts';
import { kept, readsPeople, withoutErased } from './waiting.ts';

export interface ClickHouseStoreOptions extends ClickHouseSettingsOf {
  /** The cluster's name in the servers' configuration; undefined for one server. */
  readonly cluster: string | undefined;
  readonly ranges: Pick<BatchRanges, 'position' | 'begin' | 'finish' | 'moveTo'>;
  readonly locks: StoreLocks;
  readonly erasures: ErasureQueue;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds for the size of the tables, for which `/metrics` waits. */
const SIZE_TIMEOUT = 2_000;

/** Columns of an event as `eventOf` takes them. */
const exported = [
  ...plainColumns.flatMap(({ name, record }) => (record === undefined ? [] : [name])),
  'flags',
].join(', ');

/** Condition on rows of events, which names the subject's value. */
const whose = (subject: Subject): string =>
  'user' in subject ? 'user_id = {user:String}' : 'device = {device:String}';

const idsOf = ({ events, reports }: Records): readonly string[] =>
  [...events, ...reports].map(({ id }) => id);

export class ClickHouseStore implements EventStore, ParquetSource, QueryClient {
  readonly #options: ClickHouseStoreOptions;
  readonly #layout: Layout;
  readonly #client: ClickHouse;
  #opened: Promise<void> | undefined;
  /** The tables have this server's form. */
  #ready = false;
  #sizing: Promise<number | undefined> | undefined;
  #closed = false;
  readonly #loads = new Set<Promise<unknown>>();

  constructor(options: ClickHouseStoreOptions) {
    this.#options = options;
    this.#layout = { database: options.database, cluster: options.cluster };
    this.#client = new ClickHouse(options);
  }

  /** Makes the tables or brings them to this server's form, at the first use. @throws StoreDamaged, StoreUnavailable */
  start(): Promise<void> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the event store is closed'));
    this.#opened ??= this.#open().catch((error: unknown) => {
      // The next use tries again.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #open(): Promise<void> {
    const { url, cluster, locks } = this.#options;
    if (!(await isCurrent(this.#client))) {
      const server = new ClickHouse({ url, database: 'default', cluster });
      try {
        await locks.maintenance(() => migrate(server, this.#client, this.#layout));
      } finally {
        await server.close();
      }
    }
    this.#ready = true;
  }

  position(partition: number, log?: string): Promise<Position> {
    return this.#options.ranges.position(partition, log);
  }

  moveTo(partition: number, offset: Offset, owner?: PlaceOwner): Promise<void> {
    return this.#options.ranges.moveTo(partition, offset, owner);
  }

  load(batch: Batch): Promise<number> {
    return this.#loading(() => this.#load(batch));
  }

  async #load(batch: Batch): Promise<number> {
    const { ranges } = this.#options;
    await this.start();
    const token = await ranges.begin(batch);
    if (token === undefined) return 0;
    // Not by the ids: a consent that changes in between would make another block of the range.
    const known = await this.#insert(batch, token);
    await ranges.finish(batch);
    return known;
  }

  loadPart(part: Batch): Promise<number> {
    return this.#loading(async () => {
      await this.start();
      const token = await this.#options.ranges.begin(part);
      if (token === undefined) return part.events.length;
      return this.#insert(part, `${token}part:${digestOf(idsOf(part))}`);
    });
  }

  /** `close` waits for it. */
  async #loading<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#loads.add(running);
    try {
      return await running;
    } finally {
      this.#loads.delete(running);
    }
  }

  /** Loads events and reports that are in no log. Events and reports have to be marked `sample`. */
  async loadSample(events: readonly StoredEvent[], reports: readonly StoredReport[]): Promise<number> {
    if (events.some(event => !event.sample) || reports.some(report => !report.sample)) {
      throw new TypeError('sample data has to be marked as such');
    }
    await this.start();
    // The same data may be made again after it was removed.
    return this.#insert({ events, reports }, `sample:${randomUUID()}`);
  }

  #insert(records: Records, token: string): Promise<number> {
    const { locks, now } = this.#options;
    return insertNew({ store: this.#client, locks, now }, records, token);
  }

  async check(): Promise<void> {
    await this.start();
    await this.#client.insert('checks', eventNames, eventRows([goodEvent]), randomUUID());
    await this.#client.run(truncate('checks', this.#layout));
  }

  async products(): Promise<readonly string[]> {
    await this.start();
    const rows = await this.#client.lookUp<{ product: string }>('SELECT DISTINCT product FROM hourly');
    return rows.map(({ product }) => product);
  }

  async query<Row extends ResultRow>(
    sql: string,
    values?: Values,
    options?: QueryOptions,
  ): Promise<readonly Row[]> {
    await this.start();
    const asked = await this.#withoutErased(sql);
    return tracedQuery('clickhouse', sql, () => this.#client.query<Row>(asked, values, options));
  }

  /**
   * Bytes of the tables on the disks of all servers, replicas included; undefined before the first use, which makes the tables. Asked
   * once at a time, as the calls of a server that hangs would keep those who query waiting.
   * @throws QueryQueueFull, QueryCancelled where no answer comes in two seconds, StoreUnavailable
   */
  bytes(): Promise<number | undefined> {
    this.#sizing ??= this.#bytes().finally(() => {
      this.#sizing = undefined;
    });
    return this.#sizing;
  }

  async #bytes(): Promise<number | undefined> {
    if (!this.#ready) return undefined;
    const [total] = await this.#client.query<{ bytes: string }>(
      `SELECT toString(sum(bytes_on_disk)) AS bytes FROM ${parts(this.#layout)}
       WHERE active AND database = currentDatabase()`,
      {},
      { timeout: SIZE_TIMEOUT },
    );
    return Number(total?.bytes ?? 0);
  }

  async eventsOf(
    subject: Subject,
    after: string | undefined,
    limit: number,
  ): Promise<readonly StoredEvent[]> {
    await this.start();
    const rows = await this.#client.lookUp(
      await this.#withoutErased(
        `SELECT ${exported} FROM events
         WHERE ${whose(subject)} AND ${kept.rows} ${after === undefined ? '' : 'AND toUInt128(id) > toUInt128({after:UUID})'}
         ORDER BY toUInt128(id) LIMIT {limit:UInt32}`,
      ),
      {
        values: { ...subject, limit, ...(after === undefined ? {} : { after }) },
        settings: { max_query_size: String(QUERY_TEXT) },
      },
    );
    return rows.map(eventOf);
  }

  async exportedDays(before: string): Promise<readonly DayOfEvents[]> {
    await this.start();
    return exportedDays(async sql => this.#client.rows(await this.#withoutErased(sql)), before);
  }

  async writeParquet(path: string, content: ParquetContent, key: string): Promise<void> {
    await this.start();
    const bytes = await this.#client.parquet(await this.#withoutErased(parquetSelect(content, key)));
    await pipeline(bytes, createWriteStream(path));
  }

  async #withoutErased(sql: string): Promise<string> {
    return readsPeople(sql) ? withoutErased(sql, await this.#options.erasures.waiting()) : sql;
  }

  /** Leaves everything of the subject out of answers; the rows and the sums of hours follow in the night. */
  async erase(subject: Subject): Promise<number> {
    await this.start();
    const { erasures, now } = this.#options;
    if ('user' in subject) await forgetPeople({ store: this.#client, layout: this.#layout }, [subject.user]);
    const [found] = await this.#client.lookUp<{ events: number; last: number }>(
      await this.#withoutErased(
        `SELECT count() AS events, max(received) AS last FROM events WHERE ${whose(subject)} AND ${kept.rows}`,
      ),
      { values: { ...subject }, settings: { max_query_size: String(QUERY_TEXT) } },
    );
    const at = now();
    // A collector's clock may be ahead of this one.
    await erasures.add({ subject, until: Math.max(at, found?.last ?? 0), askedAt: at });
    return found?.events ?? 0;
  }

  async peopleAt(): Promise<number> {
    await this.start();
    return peopleAt({ store: this.#client });
  }

  async changePeople(change: PeopleChange): Promise<boolean> {
    await this.start();
    return changePeople({ store: this.#client, layout: this.#layout }, change);
  }

  async eraseSample(): Promise<number> {
    await this.start();
    return eraseSampleRows(this.#maintenance);
  }

  async clear(): Promise<number> {
    await this.start();
    return clearErased(this.#maintenance);
  }

  async expire(before: number): Promise<void> {
    await this.start();
    await expireRows(this.#maintenance, Math.floor(before / HOUR));
  }

  /** Forgets ids of erased events that are no longer sent again. Sums need no maintenance. */
  async compact(): Promise<void> {
    await this.start();
    await forgetErasedIds(this.#maintenance, this.#options.now() - LONGEST_BEHIND);
  }

  get #maintenance(): Maintenance {
    const { locks, erasures, now } = this.#options;
    return { store: this.#client, layout: this.#layout, locks, erasures, now };
  }

  /** Lets running loads finish. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#loads);
    await this.#client.close();
  }
}
