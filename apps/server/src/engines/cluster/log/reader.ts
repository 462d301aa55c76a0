/** Reads a partition's messages ahead, from a sequence on, by an ordered consumer of its own. */
import { type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import type { LogRecord, Offset } from '../../../events/log/event-log.ts';
import type { Connected } from './connection.ts';
import { readMessage } from './message.ts';

/** Messages of one request to the servers; the client ends a request by bytes only when it expires. */
const FETCH = 128;
/** Bytes beyond what was read from which no more are requested. */
const AHEAD = 2 * 1024 * 1024;
/** Milliseconds that a request waits for messages. */
const EXPIRES = 20_000;
/** Milliseconds between two signs of life of a consumer that has nothing to send; without two of them it is taken for gone. */
const HEARTBEAT = 2_000;
/** What the client says of a consumer that it would look for again and again. It is on one server alone, and may have gone with it. */
const GONE: ReadonlySet<string> = new Set([
  'heartbeats_missed',
  'reset',
  'consumer_not_found',
  'stream_not_found',
  'no_responders',
]);
/** Milliseconds after which the servers remove a consumer that nobody asks. */
const INACTIVE = 60_000;

interface Message {
  readonly offset: Offset;
  readonly records: readonly LogRecord[];
  readonly bytes: number;
  /** Messages of the partition after it, when it was sent. */
  readonly pending: number;
}

export class Reader {
  /** The first offset that is kept here. */
  #start: Offset;
  /** Behind the last message that arrived. */
  #next: Offset;
  /** Read so far: what is before may be dropped. */
  #read: Offset;
  /** An offset that has to arrive, however much is kept. */
  #wanted: Offset = 0;
  readonly #messages: Message[] = [];
  readonly #stopping = new AbortController();
  #resume: () => void = () => {};
  readonly #onArrival: () => void;
  /** Never rejects. */
  readonly running: Promise<void>;
  /** Why it ended, unless it was stopped. */
  error: unknown;
  /** It ended as its consumer is gone: another reader may go on immediately. */
  gone = false;

  /**
   * @param from where to begin
   * @param onArrival called with each message, and once the reader ended
   */
  constructor(connected: Connected, stream: string, subject: string, from: Offset, onArrival: () => void) {
    this.#start = this.#next = this.#read = from;
    this.#onArrival = onArrival;
    this.running = this.#runToEnd(connected, stream, subject);
  }

  async #runToEnd(connected: Connected, stream: string, subject: string): Promise<void> {
    try {
      await this.#run(connected, stream, subject);
    } catch (error) {
      if (!this.ended) this.error = error;
    }
    this.#stopping.abort();
    this.#onArrival();
  }

  get ended(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Whether what is at an offset is kept here, or arrives next. */
  has(offset: Offset): boolean {
    return offset >= this.#start && offset <= this.#next;
  }

  /** Whether a message behind an offset arrived, so that no further one before it does. */
  passed(offset: Offset): boolean {
    return this.#next > offset;
  }

  /** The messages from an offset on that are here, of about so many bytes; what is before it is dropped. */
  take(from: Offset, limit: number, to = Number.POSITIVE_INFINITY) {
    const records: LogRecord[] = [];
    let next = from;
    let bytes = 0;
    this.drop(from);
    for (const message of this.#messages) {
      if (message.offset >= to || (bytes >= limit && records.length > 0)) break;
      records.push(...message.records);
      bytes += message.bytes;
      next = message.offset + 1;
    }
    this.#read = Math.max(this.#read, next);
    this.#resume();
    return { records, next };
  }

  /** Those of the messages before an offset that are here still: what was read last. */
  before(offset: Offset): readonly Offset[] {
    return this.#messages.flatMap(message => (message.offset < offset ? message.offset : []));
  }

  /** Lets everything before an offset arrive. */
  want(to: Offset): void {
    this.#wanted = Math.max(this.#wanted, to);
    this.#resume();
  }

  /** Bytes from an offset on, those that did not arrive yet by the size of the others. */
  bytesAfter(from: Offset): number {
    let [count, bytes] = [0, 0];
    for (const message of this.#messages) {
      if (message.offset < from) continue;
      count += 1;
      bytes += message.bytes;
    }
    const pending = this.#messages.at(-1)?.pending ?? 0;
    return count === 0 ? 0 : Math.round(bytes + (pending * bytes) / count);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#resume();
    await this.running;
  }

  /** Forgets the messages before an offset, which nobody reads again. */
  drop(before: Offset): void {
    const kept = this.#messages.findIndex(({ offset }) => offset >= before);
    this.#messages.splice(0, kept < 0 ? this.#messages.length : kept);
    this.#start = Math.max(this.#start, before);
    this.#next = Math.max(this.#next, before);
  }

  async #run({ js }: Connected, stream: string, subject: string): Promise<void> {
    const { signal } = this.#stopping;
    const consumer = await js.consumers.get(stream, {
      filter_subjects: subject,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: Math.max(1, this.#next),
      inactive_threshold: INACTIVE,
    });
    try {
      while (!signal.aborted) {
        const options = { max_messages: FETCH, expires: EXPIRES, idle_heartbeat: HEARTBEAT };
        const messages = await consumer.fetch(options);
        const stop = () => messages.stop();
        signal.addEventListener('abort', stop);
        if (signal.aborted) stop();
        void this.#watch(messages);
        for await (const message of messages) this.#arrived(message);
        signal.removeEventListener('abort', stop);
        while (!signal.aborted && this.#isFull())
          await new Promise<void>(resolve => (this.#resume = resolve));
      }
    } finally {
      // One that is gone would be waited for.
      if (!this.gone) await consumer.delete().catch(() => undefined);
    }
  }

  /** Ends the reader once its consumer is gone. */
  async #watch(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of messages.status()) {
      if (!GONE.has(type) || this.ended) continue;
      this.gone = true;
      this.#stopping.abort();
    }
  }

  #isFull(): boolean {
    if (this.#next < this.#wanted) return false;
    let bytes = 0;
    for (const message of this.#messages) if (message.offset >= this.#read) bytes += message.bytes;
    return bytes >= AHEAD;
  }

  #arrived(message: JsMsg): void {
    if (message.seq < this.#next) return;
    const records = readMessage(message.data, message.seq);
    const { pending } = message.info;
    this.#messages.push({ offset: message.seq, records, bytes: message.data.length, pending });
    this.#next = message.seq + 1;
    this.#onArrival();
  }
}
