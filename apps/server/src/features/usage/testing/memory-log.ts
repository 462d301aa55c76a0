/** For tests: an event log that is gone with the process. */
import {
  type EventLog,
  LogFull,
  type LogRecord,
  type NewRecord,
  type Offset,
  recordLength,
} from '../../../events/log/event-log.ts';

export class MemoryLog implements EventLog {
  #records: LogRecord[] = [];
  #end = 0;
  /** The next appends fail so. */
  failure: Error | undefined;
  /** Appends wait for it. */
  gate: Promise<void> = Promise.resolve();

  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  async append(records: readonly NewRecord[]): Promise<Offset> {
    if (records.length === 0) throw new RangeError('An append of no records.');
    await this.gate;
    if (this.failure) throw this.failure;
    const bytes = records.reduce((sum, one) => sum + recordLength(one), 0);
    if (this.bytes() + bytes > this.most) throw new LogFull('The log is full.');
    for (const record of records) {
      const bytes = Buffer.concat(Buffer.isBuffer(record) ? [record] : record);
      this.#records.push({ offset: this.#end, bytes });
      this.#end += bytes.length + 1;
    }
    return this.#end;
  }

  async read(from: Offset, limit: number): Promise<{ records: readonly LogRecord[]; next: Offset }> {
    const records: LogRecord[] = [];
    let bytes = 0;
    let next = from;
    for (const record of this.#records) {
      if (record.offset < from) continue;
      if (bytes >= limit && records.length > 0) break;
      records.push(record);
      bytes += record.bytes.length;
      next = record.offset + record.bytes.length + 1;
    }
    return { records, next };
  }

  end(): Offset {
    return this.#end;
  }

  bytes(): number {
    return this.#records.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  async release(before: Offset): Promise<void> {
    this.#records = this.#records.filter(({ offset }) => offset >= before);
  }

  async roll(): Promise<Offset> {
    return this.#end;
  }

  async close(): Promise<void> {}
}
