/** Publishes messages to the stream, many at a time, and as many as memory allows. */
import { JetStreamApiError } from '@nats-io/jetstream';
import { nuid } from '@nats-io/transport-node';
import { LogFull, type Offset } from '../../../events/log/event-log.ts';
import { type Connection, REQUEST } from './connection.ts';

/** Appends and bytes that wait for the stream at most; beyond, pages are told to come again. */
const WAITING = 4_096;
const WAITING_BYTES = 64 * 1024 * 1024;
/** Milliseconds in which a message is published again and again, such as while the cluster elects another leader. */
const PATIENCE = 8_000;
const AGAIN = 200;

export interface PublisherLimits {
  readonly waiting: number;
  readonly bytes: number;
}

export class Publisher {
  readonly #connection: Connection;
  readonly #stream: string;
  readonly #limits: PublisherLimits;
  #waiting = 0;
  #bytes = 0;
  #idle: () => void = () => {};

  constructor(
    connection: Connection,
    stream: string,
    limits: PublisherLimits = { waiting: WAITING, bytes: WAITING_BYTES },
  ) {
    this.#connection = connection;
    this.#stream = stream;
    this.#limits = limits;
  }

  /**
   * @returns the message's sequence, once the stream acknowledged it: as many of its servers have it as its replicas need
   * @throws LogFull where the stream is full or can't be reached, or too much waits for it already
   */
  async publish(subject: string, message: Buffer): Promise<Offset> {
    if (!this.#connection.live) throw new LogFull('NATS cannot be reached now.');
    if (this.#waiting >= this.#limits.waiting || this.#bytes + message.length > this.#limits.bytes)
      throw new LogFull('Too many appends wait for NATS.');
    this.#waiting += 1;
    this.#bytes += message.length;
    try {
      return await this.#insist(subject, message);
    } finally {
      this.#waiting -= 1;
      this.#bytes -= message.length;
      if (this.#waiting === 0) this.#idle();
    }
  }

  /** Lets running appends finish. */
  async close(): Promise<void> {
    if (this.#waiting > 0) await new Promise<void>(resolve => (this.#idle = resolve));
  }

  async #insist(subject: string, message: Buffer): Promise<Offset> {
    // By it the stream recognises what it has if an acknowledgement was lost. It is the append's own and no digest of its bytes: an
    // equal append is another one.
    const msgID = nuid.next();
    const begun = performance.now();
    for (;;) {
      try {
        const js = this.#connection.live?.js;
        if (!js) throw new Error('the connection is lost');
        const expect = { streamName: this.#stream };
        const { seq } = await js.publish(subject, message, { msgID, timeout: REQUEST, expect });
        // Servers before 2.11 answer 0 for an id that is on its way into the stream, from which an election may still drop the message.
        if (seq > 0) return seq;
        throw new Error('the message is not in the stream yet');
      } catch (error) {
        if (isRefused(error)) throw asLogFull(error);
        if (performance.now() - begun > PATIENCE)
          throw new LogFull('NATS did not acknowledge in time.', { cause: error });
      }
      await new Promise(resolve => setTimeout(resolve, AGAIN));
    }
  }
}

/** Error codes of JetStream: no memory or storage left, most bytes, most messages, account's limit. */
const FULL = new Set([10_023, 10_028, 10_047, 10_054, 10_077, 10_002]);

/**
 * The stream answered; trying again immediately changes nothing. A 503 that is no lack of room is one of a cluster
 * without a leader.
 */
const isRefused = (error: unknown): boolean =>
  error instanceof JetStreamApiError && (error.status !== 503 || FULL.has(error.code));

const asLogFull = (error: unknown): unknown =>
  error instanceof JetStreamApiError && FULL.has(error.code)
    ? new LogFull(`NATS refuses more: ${error.message}.`, { cause: error })
    : error;
