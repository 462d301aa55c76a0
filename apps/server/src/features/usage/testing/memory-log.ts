/** For tests: an event log that is gone with the process. */
import {
  ensureSame,
  type EventLog,
  LogFull,
  type LogPartition,
  type LogRecord,
  LogRestored,
  type NewRecord,
  type Offset,
  partitionOf,
  recordLength,
} from '../../../events/log/event-log.ts';

class MemoryPartition implements LogPartition {
  #records: LogRecord[] = [];
  #end = 0;
  readonly #listeners = new Set<() => void>();

  get size(): number {
    return this.#records.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  constructor(readonly identity: () => Promise<string>) {}

  append(records: readonly NewRecord[]): Offset {
    for (const record of records) {
      const bytes = Buffer.concat(Buffer.isBuffer(record) ? [record] : record);
      this.#records.push({ offset: this.#end, bytes });
      this.#end += bytes.length + 1;
    }
    for (const wake of this.#listeners) wake();
    return this.#end;
  }

  async read(
    from: Offset,
    limit: number,
    to?: Offset,
  ): Promise<{ records: readonly LogRecord[]; next: Offset }> {
    if (Math.max(from, to ?? 0) > this.#end) throw new LogRestored('The log is shorter.');
    const records: LogRecord[] = [];
    let bytes = 0;
    let next = from;
    for (const record of this.#records) {
      if (record.offset < from) continue;
      if (to === undefined ? bytes >= limit && records.length > 0 : record.offset >= to) break;
      records.push(record);
      bytes += record.bytes.length;
      next = record.offset + record.bytes.length + 1;
    }
    return { records, next: to ?? next };
  }

  async bytesAfter(from: Offset): Promise<number> {
    if (from > this.#end) throw new LogRestored('The log is shorter.');
    return this.#records.reduce((sum, { offset, bytes }) => sum + (offset < from ? 0 : bytes.length), 0);
  }

  async rereadFrom(_: Offset, readTo: Offset): Promise<Offset | undefined> {
    return readTo > this.#end ? 0 : undefined;
  }

  async end(): Promise<Offset> {
    return this.#end;
  }

  async roll(): Promise<Offset> {
    return this.#end;
  }

  async release(before: Offset, log?: string): Promise<void> {
    if (log !== undefined) await ensureSame(this, log);
    this.#records = this.#records.filter(({ offset }) => offset >= before);
  }

  onAppend(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => this.#listeners.delete(wake);
  }

  stopReading(): void {}
}

export class MemoryLog implements EventLog {
  readonly #partitions: readonly MemoryPartition[];
  readonly #most: number;
  readonly available = true;
  /** Changes with the log that it stands for. */
  name = 'memory';
  readonly identity = async (): Promise<string> => this.name;
  /** The next appends fail so. */
  failure: Error | undefined;
  /** Appends wait for it. */
  gate: Promise<void> = Promise.resolve();

  /** @param most bytes */
  constructor(most = Number.POSITIVE_INFINITY, partitions = 1) {
    this.#most = most;
    this.#partitions = Array.from({ length: partitions }, () => new MemoryPartition(this.identity));
  }

  get partitions(): number {
    return this.#partitions.length;
  }

  async connected(): Promise<void> {}

  async append(records: readonly NewRecord[], key = ''): Promise<Offset> {
    if (records.length === 0) throw new RangeError('An append of no records.');
    await this.gate;
    if (this.failure) throw this.failure;
    const bytes = records.reduce((sum, one) => sum + recordLength(one), 0);
    if (this.#bytes() + bytes > this.#most) throw new LogFull('The log is full.');
    return this.partition(partitionOf(key, this.partitions)).append(records);
  }

  partition(number: number): MemoryPartition {
    const partition = this.#partitions[number];
    if (!partition) throw new RangeError(`There is no partition ${number}.`);
    return partition;
  }

  #bytes(): number {
    return this.#partitions.reduce((sum, { size }) => sum + size, 0);
  }

  async bytes(): Promise<number> {
    return this.#bytes();
  }

  async close(): Promise<void> {}
}
