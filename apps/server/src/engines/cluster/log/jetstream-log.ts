/**
 * The event log in a stream of NATS JetStream, for several servers: a subject for each partition, an append is one message. The stream
 * is durable on as many servers as it has replicas before an append is acknowledged.
 */
import type { Logger } from 'pino';
import {
  type EventLog,
  LONGEST_RECORD,
  type NewRecord,
  type Offset,
  partitionOf,
  recordLength,
} from '../../../events/log/event-log.ts';
import { Connection } from './connection.ts';
import type { NatsSettings } from '../../../events/log/nats-settings.ts';
import { messageLength, writeMessage } from './message.ts';
import { JetStreamPartition } from './partition.ts';
import { Publisher, type PublisherLimits } from './publisher.ts';
import { type Alone, identityOf, subjectOf } from './stream.ts';

/** Bytes of a message's subject and headers at most. */
const HEADERS = 4096;

export interface JetStreamLogOptions extends NatsSettings {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly limits?: PublisherLimits;
  /** In which the stream is made, if it is missing. @default immediately, for the only process */
  readonly alone?: Alone;
}

/** Begins to connect; until it is connected, appends throw LogFull and partitions have nothing to read. */
export class JetStreamLog implements EventLog {
  readonly partitions: number;
  readonly #stream: string;
  readonly #connection: Connection;
  readonly #publisher: Publisher;
  readonly #partitions: readonly JetStreamPartition[];
  #bytes = 0;
  #identity: string | undefined;
  #closed: Promise<void> | undefined;

  constructor({ log, limits, alone, ...settings }: JetStreamLogOptions) {
    this.partitions = settings.partitions;
    this.#stream = settings.stream;
    this.#connection = new Connection(settings, log, alone);
    this.#publisher = new Publisher(this.#connection, settings.stream, limits);
    this.#partitions = Array.from(
      { length: settings.partitions },
      (_, number) =>
        new JetStreamPartition(this.#connection, settings.stream, subjectOf(settings.stream, number), () =>
          this.identity(),
        ),
    );
  }

  get available(): boolean {
    return this.#connection.live !== undefined;
  }

  /** As last known while the servers can't be reached. @throws Error if they never were */
  async identity(): Promise<string> {
    const jsm = this.#connection.live?.jsm;
    if (jsm) this.#identity = identityOf(await jsm.streams.info(this.#stream));
    if (this.#identity === undefined) throw new Error('NATS cannot be reached now.');
    return this.#identity;
  }

  async connected(): Promise<void> {
    await this.#connection.ready();
  }

  async append(records: readonly NewRecord[], key: string): Promise<Offset> {
    const bytes = messageLength(records);
    const most = (this.#connection.live?.connection.info?.max_payload ?? LONGEST_RECORD) - HEADERS;
    if (
      records.length === 0 ||
      bytes > most ||
      records.some(record => recordLength(record) > LONGEST_RECORD)
    ) {
      throw new RangeError(
        `An append of ${records.length} records and ${bytes} bytes; NATS takes ${most} (max_payload).`,
      );
    }
    if (this.#closed) throw new Error('The event log is closed.');
    const subject = subjectOf(this.#stream, partitionOf(key, this.partitions));
    return (await this.#publisher.publish(subject, writeMessage(records))) + 1;
  }

  partition(number: number): JetStreamPartition {
    const partition = this.#partitions[number];
    if (!partition) throw new RangeError(`The log has no partition ${number}.`);
    return partition;
  }

  /** Bytes of the stream on one of its servers; as last known while these can't be reached. */
  async bytes(): Promise<number> {
    const jsm = this.#connection.live?.jsm;
    if (jsm) this.#bytes = (await jsm.streams.info(this.#stream)).state.bytes;
    return this.#bytes;
  }

  /** Messages in the stream. @throws Error while the servers can't be reached */
  async messages(): Promise<number> {
    const { jsm } = await this.#connection.ready();
    return (await jsm.streams.info(this.#stream)).state.messages;
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#finish());
  }

  async #finish(): Promise<void> {
    await this.#publisher.close();
    await Promise.all(this.#partitions.map(partition => partition.close()));
    await this.#connection.close();
  }
}
