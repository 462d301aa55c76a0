/** The configuration of the event log: files in the data folder, or a stream of NATS JetStream. */
import { existsSync } from 'node:fs';
import { InvalidSetting, type Reader } from '../../platform/config-reader.ts';
import { eventLogTable as table } from './settings-table.ts';

export interface StreamSettings {
  /** The stream's name; in lower case, the beginning of its subjects. */
  readonly stream: string;
  readonly partitions: number;
  /** Copies of every message on as many servers. */
  readonly replicas: number;
  /** Bytes that the stream may take on each of them. */
  readonly bytes: number;
}

export interface NatsSettings extends StreamSettings {
  /** `host:port` of the servers; the client learns of the others of their cluster. */
  readonly servers: readonly string[];
  readonly user?: string;
  readonly password?: string;
  /** Path of a credentials file (`.creds`), instead of user and password. */
  readonly credentials?: string;
  /** Absent: no TLS. `ca`: path of the certificates to trust instead of the system's. */
  readonly tls?: { readonly ca?: string };
}

const MIB = 1024 * 1024;
const DEFAULT_PORT = '4222';

type Servers = Pick<NatsSettings, 'servers' | 'user' | 'password' | 'tls'>;

/** Reads `nats://` or `tls://` addresses with commas between; the first one's user and password are those of all. */
const decoded = (part: string, expected: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that is no escape; the text may be a password.
    throw new InvalidSetting(expected, '(hidden)');
  }
};

const servers = (value: string): Servers => {
  const expected =
    'addresses such as nats://user:password@10.0.0.1:4222,nats://10.0.0.2:4222, or tls:// for all of them';
  const urls = value.split(',').map(part => {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : undefined;
    if (!url || !['nats:', 'tls:'].includes(url.protocol) || !url.hostname || url.pathname.length > 1)
      throw new InvalidSetting(expected, '(hidden)');
    return url;
  });
  const [first] = urls;
  if (!first || new Set(urls.map(({ protocol }) => protocol)).size > 1)
    throw new InvalidSetting(expected, '(hidden)');
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    ...(first.username ? { user: decoded(first.username, expected) } : {}),
    ...(first.password ? { password: decoded(first.password, expected) } : {}),
    ...(first.protocol === 'tls:' ? { tls: {} } : {}),
  };
};

const file = (value: string): string => {
  if (!existsSync(value)) throw new InvalidSetting('the path of a file that is there', value);
  return value;
};

/** The stream, if ROLLCALL_EVENT_LOG is `nats`; undefined: files. Reads ROLLCALL_EVENT_LOG and ROLLCALL_NATS_*. */
export const natsSettings = (reader: Reader): NatsSettings | undefined => {
  const kind = reader.oneOf(table.ROLLCALL_EVENT_LOG);
  const url = reader.checked('ROLLCALL_NATS_URL', servers);
  const credentials = reader.checked('ROLLCALL_NATS_CREDENTIALS', file);
  const ca = reader.checked('ROLLCALL_NATS_CA', file);
  const settings = {
    stream: reader.matching(
      'ROLLCALL_NATS_STREAM',
      /^[\w-]{1,32}$/,
      '1 to 32 letters, digits, _ and -',
      'ROLLCALL',
    ),
    partitions: reader.integer(table.ROLLCALL_NATS_PARTITIONS),
    replicas: Number(reader.oneOf(table.ROLLCALL_NATS_REPLICAS)),
    bytes: reader.integer(table.ROLLCALL_NATS_BYTES) * MIB,
  };
  if (kind === 'files') {
    const set = ['URL', 'CREDENTIALS', 'CA', 'STREAM', 'PARTITIONS', 'REPLICAS', 'BYTES']
      .map(name => `ROLLCALL_NATS_${name}`)
      .find(name => reader.isSet(name));
    if (set !== undefined)
      reader.wrong('ROLLCALL_EVENT_LOG', 'files', `nats, as ${set} is set; or leave that one out`);
    return undefined;
  }
  if (!url) {
    if (!reader.isSet('ROLLCALL_NATS_URL'))
      reader.wrong(
        'ROLLCALL_NATS_URL',
        undefined,
        'the addresses of the NATS servers, for ROLLCALL_EVENT_LOG=nats',
      );
    return undefined;
  }
  if (credentials !== undefined && url.user !== undefined)
    reader.wrong(
      'ROLLCALL_NATS_CREDENTIALS',
      credentials,
      'no credentials file beside a user in ROLLCALL_NATS_URL',
    );
  if (ca !== undefined && !url.tls)
    reader.wrong('ROLLCALL_NATS_CA', ca, 'tls:// in ROLLCALL_NATS_URL for certificates');
  return {
    ...url,
    ...settings,
    ...(credentials === undefined ? {} : { credentials }),
    ...(url.tls && ca !== undefined ? { tls: { ca } } : {}),
  };
};
