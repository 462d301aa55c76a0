/** The stream that holds the event log: made where it is missing, compared with the configuration where it is there. */
import {
  DiscardPolicy,
  type JetStreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { StreamSettings } from '../../../events/log/nats-settings.ts';

/** Milliseconds for which the stream recognises a message that is published again. */
const DUPLICATES = 120_000;
/** The error code of JetStream for a stream that is not there. */
const NOT_FOUND = 10_059;

/** The stream has another number of partitions than the configuration: it can't be used so. */
class StreamMismatch extends Error {
  override readonly name = 'StreamMismatch';
}

export const subjectOf = (stream: string, partition: number): string =>
  `${stream.toLowerCase()}.events.${partition}`;

/** Of a stream: one that was recreated under the name is another, and its sequences begin again. */
export const identityOf = ({ config, created }: Pick<StreamInfo, 'config' | 'created'>): string =>
  `nats:${config.name}:${created}`;

const subjectsOf = ({ stream, partitions }: StreamSettings): string[] =>
  Array.from({ length: partitions }, (_, partition) => subjectOf(stream, partition));

const wanted = (settings: StreamSettings) =>
  ({
    name: settings.stream,
    // One by one, so that the stream itself says how many partitions there are.
    subjects: subjectsOf(settings),
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    // A full log refuses what is new; nothing that was acknowledged is dropped.
    discard: DiscardPolicy.New,
    max_bytes: settings.bytes,
    num_replicas: settings.replicas,
    duplicate_window: nanos(DUPLICATES),
    // Settings by which a stream drops messages by itself.
    max_age: 0,
    max_msgs: -1,
    max_msgs_per_subject: -1,
  }) satisfies Partial<StreamConfig>;

/** Runs work while no other process of the installation runs such work. */
export type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Makes the stream, or compares it. A difference other than of the partitions is logged with what to do.
 * @param alone in which it is made: of processes that begin concurrently, the second would recreate it, as another log
 * @throws StreamMismatch if its partitions are others; JetStreamApiError if it can't be made, such as with too few servers
 */
export const ensureStream = async (
  jsm: JetStreamManager,
  settings: StreamSettings,
  log: Pick<Logger, 'warn' | 'info'>,
  alone: Alone,
): Promise<void> => {
  const expected = wanted(settings);
  const look = () =>
    jsm.streams.info(settings.stream).catch((error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return undefined;
      throw error;
    });
  const make = async () => {
    const made = await look();
    if (made) return made;
    await jsm.streams.add(expected);
    log.info(
      { stream: settings.stream, replicas: settings.replicas },
      'the stream of the event log was made',
    );
    return undefined;
  };
  const found = (await look()) ?? (await alone(make));
  if (!found) return;
  const subjects = [...found.config.subjects].sort();
  if (String(subjects) !== String([...expected.subjects].sort())) {
    throw new StreamMismatch(
      `The stream ${settings.stream} has the subjects ${subjects.join(', ')}, but ROLLCALL_NATS_PARTITIONS is ${settings.partitions}. ` +
        'Set it to their number, or take another ROLLCALL_NATS_STREAM once everything of this one is loaded.',
    );
  }
  for (const [name, value] of Object.entries(expected)) {
    const has = found.config[name as keyof StreamConfig];
    if (name === 'name' || name === 'subjects' || has === value) continue;
    log.warn(
      { stream: settings.stream, setting: name, has, configured: value },
      `the stream of the event log has another ${name} than the configuration; change it by "nats stream edit ${settings.stream}", or the configuration`,
    );
  }
};
