/** One partition of the log in the stream: the messages of one subject; their sequences are its offsets. */
import {
  ensureSame,
  type LogPartition,
  type LogRecord,
  LogRestored,
  type Offset,
} from '../../../events/log/event-log.ts';
import type { Connected, Connection } from './connection.ts';
import { Reader } from './reader.ts';
import { purgesOneSubject, removeEach } from './removal.ts';
import { identityOf } from './stream.ts';

/** Milliseconds that messages which are in the stream may take to arrive. */
const ARRIVAL = 30_000;

export class JetStreamPartition implements LogPartition {
  readonly #connection: Connection;
  readonly #stream: string;
  readonly #subject: string;
  readonly #listeners = new Set<() => void>();
  #reader: Reader | undefined;
  /** Of the stream when the last reader was made. */
  #identity: string | undefined;
  /** The reader that was asked for last. */
  #opening: Promise<unknown> = Promise.resolve();
  /** The connection was lost since anybody compared the stream with what was read of it. */
  #doubted = false;
  #closed = false;
  /** How often reading was stopped. */
  #stops = 0;
  /** Readers that were given up, until they have ended. */
  readonly #ending = new Set<Promise<void>>();

  constructor(
    connection: Connection,
    stream: string,
    subject: string,
    readonly identity: () => Promise<string>,
  ) {
    this.#connection = connection;
    this.#stream = stream;
    this.#subject = subject;
    connection.ready().then(
      () => this.#wake(),
      () => undefined,
    );
    // A server that was restarted may have lost the last messages: where reading goes on is looked up again.
    connection.onReconnect(() => {
      this.#giveUpReader();
      this.#doubted = true;
      this.#wake();
    });
  }

  async read(
    from: Offset,
    limit: number,
    to?: Offset,
  ): Promise<{ records: readonly LogRecord[]; next: Offset }> {
    if (to === undefined) return (await this.#readerAt(from)).take(from, limit);
    const stops = this.#stops;
    const last = await this.#lastSequence();
    // Nobody would stop the reader.
    if (stops !== this.#stops) throw new Error('The stream is no longer read.');
    if (to > last + 1) throw new LogRestored(`The stream ends at ${last}, before ${to}.`);
    const reader = await this.#readerAt(from);
    reader.want(to);
    const records: LogRecord[] = [];
    for (let at = from; at < to; ) {
      const arrived = this.#arrival();
      // Nobody may wait for it.
      arrived.catch(() => undefined);
      const taken = reader.take(at, Number.POSITIVE_INFINITY, to);
      records.push(...taken.records);
      if (taken.next === at) {
        if (reader.passed(to)) break;
        if (reader.ended) throw reader.error ?? new Error('The stream is no longer read.');
        await arrived;
      }
      at = taken.next;
    }
    return { records, next: to };
  }

  async bytesAfter(from: Offset): Promise<number> {
    // Once it is connected, who listens is woken.
    if (!this.#connection.live || this.#closed) return 0;
    return (await this.#readerAt(from)).bytesAfter(from);
  }

  async rereadFrom(loadedTo: Offset, readTo: Offset): Promise<Offset | undefined> {
    const [last, first] = [await this.#lastSequence(), await this.#first()];
    this.#doubted = false;
    if (readTo > last + 1) return 0;
    // What is loaded is removed: what stands before is new, or was about to be removed.
    return first !== undefined && first < loadedTo ? first : undefined;
  }

  async end(): Promise<Offset> {
    const { jsm } = this.#connected();
    const last = await jsm.streams.getMessage(this.#stream, { last_by_subj: this.#subject });
    return last ? last.seq + 1 : 0;
  }

  /** When the first record from an offset on was appended, in milliseconds since 1970; undefined: there is none. */
  async appendedAt(from: Offset): Promise<number | undefined> {
    return (await this.#firstFrom(from))?.time.getTime();
  }

  /** The first offset that has a record; undefined: there is none. */
  async #first(): Promise<Offset | undefined> {
    return (await this.#firstFrom(1))?.seq;
  }

  #firstFrom(from: Offset) {
    const { jsm } = this.#connected();
    const next = { seq: Math.max(1, from), next_by_subj: this.#subject };
    return jsm.streams.getMessage(this.#stream, next);
  }

  roll(): Promise<Offset> {
    return this.end();
  }

  async release(before: Offset, log?: string): Promise<void> {
    // 0 would mean everything.
    if (before <= 1) return;
    if (log !== undefined) await ensureSame(this, log);
    await this.#remove(before);
    // Not only with the next batch, which may be long in coming.
    this.#reader?.drop(before);
  }

  async #remove(before: Offset): Promise<void> {
    const { jsm } = this.#connected();
    const { config } = await jsm.streams.info(this.#stream);
    if (purgesOneSubject(this.#connection.versions, config.num_replicas))
      return void (await jsm.streams.purge(this.#stream, { filter: this.#subject, seq: before }));
    await removeEach(jsm, this.#stream, this.#reader?.before(before) ?? [], async () => {
      const first = await this.#first();
      return first !== undefined && first < before ? first : undefined;
    });
  }

  onAppend(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => this.#listeners.delete(wake);
  }

  stopReading(): void {
    this.#stops += 1;
    // After a reader that is being made.
    this.#opening = this.#opening.then(() => this.#giveUpReader());
  }

  #giveUpReader(): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (!reader) return;
    const ending = reader.stop().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening;
    this.#giveUpReader();
    await Promise.all(this.#ending);
  }

  #wake(): void {
    for (const wake of this.#listeners) wake();
  }

  #connected(): Connected {
    const { live } = this.#connection;
    if (!live) throw new Error('NATS cannot be reached now.');
    return live;
  }

  async #lastSequence(): Promise<Offset> {
    const { state } = await this.#connected().jsm.streams.info(this.#stream);
    return state.last_seq;
  }

  /**
   * The reader that has an offset, or gets it next; another one than before where it is elsewhere. One caller after
   * the other: of two readers that were made concurrently nobody would stop the first.
   */
  #readerAt(from: Offset): Promise<Reader> {
    const reader = this.#opening.then(() => this.#readerInTurn(from));
    this.#opening = reader.catch(() => undefined);
    return reader;
  }

  async #readerInTurn(from: Offset): Promise<Reader> {
    if (this.#reader?.gone) {
      // The server that it read from may have ended, and another one lead the stream now.
      this.#reader = undefined;
      this.#doubted = true;
    }
    if (this.#doubted) await this.#compare(from);
    const reader = this.#reader;
    if (reader && !reader.ended && reader.has(from)) return reader;
    if (reader?.error !== undefined) {
      // The reader waits before the next attempt.
      this.#reader = undefined;
      throw reader.error;
    }
    return this.#open(from, reader);
  }

  /** @throws LogRestored where the stream has messages before what is read next */
  async #compare(from: Offset): Promise<void> {
    const first = from === 0 ? undefined : await this.#first();
    if (first !== undefined && first < from)
      throw new LogRestored(`The stream has a message at ${first}, before ${from}.`);
    this.#doubted = false;
  }

  async #open(from: Offset, before: Reader | undefined): Promise<Reader> {
    await before?.stop();
    const info = await this.#connected().jsm.streams.info(this.#stream);
    const last = info.state.last_seq;
    const identity = identityOf(info);
    const known = this.#identity ?? identity;
    this.#identity = identity;
    if (identity !== known) throw new LogRestored(`The stream ${this.#stream} was made anew.`);
    if (from > last + 1) throw new LogRestored(`The stream ends at ${last}, before ${from}.`);
    this.#reader = new Reader(this.#connected(), this.#stream, this.#subject, from, () => this.#wake());
    return this.#reader;
  }

  /** Resolves with the next message. */
  #arrival(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const stop = this.onAppend(end);
      const timer = setTimeout(() => {
        stop();
        reject(new Error('Messages of the stream do not arrive.'));
      }, ARRIVAL);
    });
  }
}
