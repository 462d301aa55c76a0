/** The configuration of usage reporting: whose events are taken, and how much of the machine it may use. */
import { isAbsolute, resolve } from 'node:path';
import { type NatsSettings, natsSettings } from '../../events/log/nats-settings.ts';
import { type Reader, InvalidSetting } from '../../platform/config-reader.ts';
import { usageTable as table } from './settings-table.ts';

export interface UsageSettings {
  /** The product codes whose events are taken; undefined: any. @default any */
  readonly products: readonly string[] | undefined;
  /** Bytes of the event log at most: what was taken and is not loaded yet. @default 2 GiB */
  readonly diskBytes: number;
  /** Bytes a second that one address may send over a longer time; 0: without a limit. @default 1 MiB */
  readonly ipRate: number;
  /** Bytes of memory that the event store may use. @default 512 MiB */
  readonly storeBytes: number;
  /** Days that single events and reports are kept in the event store; 0: for ever. Sums stay. @default 400 */
  readonly keepDays: number;
  /** Absolute path of the folder that events are written to every night as Parquet files; undefined: they are not. @default none */
  readonly exportFolder: string | undefined;
  /** Where events are kept for queries. @default duckdb */
  readonly store: EventStoreSettings;
  /** The stream that keeps the event log; undefined: files in the data folder. @default files */
  readonly nats: NatsSettings | undefined;
}

/**
 * Whether event log and event store are both outside of the server, so that any number of processes uses them
 * concurrently.
 */
export const hasOutsideEngines = ({ nats, store }: Pick<UsageSettings, 'nats' | 'store'>): boolean =>
  nats !== undefined && store.kind === 'clickhouse';

/** Where events are kept for queries: in a file beside the server, or in ClickHouse. */
export type EventStoreSettings =
  | { readonly kind: 'duckdb' }
  | {
      readonly kind: 'clickhouse';
      /** With user and password. */
      readonly url: string;
      readonly database: string;
      /** Of the user by whom operators' SQL is run; undefined: it is run over the nightly files. */
      readonly sqlUrl: string | undefined;
      readonly cluster: string | undefined;
    };

const MIB = 1024 * 1024;

const product = (value: string): string => {
  if (value.length <= 64) return value;
  throw new InvalidSetting('product codes of 1 to 64 characters, with commas between', value);
};

/** Products must be listed in prod: otherwise senders could invent new ones. */
const productsSetting = (reader: Reader, production: boolean): readonly string[] | undefined => {
  const products = reader.list('ROLLCALL_PRODUCTS', product);
  if (production && products === undefined && !reader.isSet('ROLLCALL_PRODUCTS'))
    reader.wrong(
      'ROLLCALL_PRODUCTS',
      undefined,
      'the product codes that are served, with commas between, in prod',
    );
  return products;
};

const exportFolder = (value: string): string => {
  if (isAbsolute(value)) return resolve(value);
  throw new InvalidSetting('the absolute path of a folder', value);
};

const clickHouseUrl = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const secret = url?.password ? `${url.protocol}//${url.username}:…@${url.host}` : undefined;
  const plain = url?.protocol === 'http:' && url.password !== '' && !isLoopback(url.hostname);
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.search ||
    url.hash ||
    url.pathname !== '/' ||
    plain
  )
    throw new InvalidSetting(
      'an address like https://user:password@host:8443, by https where it has a password and is not this machine',
      secret ?? value.replace(/:[^:@/]*@/, ':…@'),
    );
  return value;
};

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** A name of the database or the cluster. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const NAMED = 'a name of letters, digits and underscores';

const storeSettings = (reader: Reader): EventStoreSettings => {
  const kind = reader.oneOf(table.ROLLCALL_EVENT_STORE);
  const url = reader.checked('ROLLCALL_CLICKHOUSE_URL', clickHouseUrl);
  const sqlUrl = reader.checked('ROLLCALL_CLICKHOUSE_SQL_URL', clickHouseUrl);
  const database = reader.matching('ROLLCALL_CLICKHOUSE_DATABASE', NAME, NAMED, 'rollcall');
  const cluster = reader.matching('ROLLCALL_CLICKHOUSE_CLUSTER', NAME, NAMED, '');
  if (kind === 'duckdb') {
    // Left to itself, the console would ask the files without a word.
    if (sqlUrl !== undefined)
      reader.problem('ROLLCALL_CLICKHOUSE_SQL_URL', 'is of no use without ROLLCALL_EVENT_STORE=clickhouse.');
    return { kind };
  }
  if (url === undefined && !reader.isSet('ROLLCALL_CLICKHOUSE_URL'))
    reader.wrong(
      'ROLLCALL_CLICKHOUSE_URL',
      undefined,
      'the address of ClickHouse, with ROLLCALL_EVENT_STORE=clickhouse',
    );
  return { kind, url: url ?? '', sqlUrl, database, cluster: cluster === '' ? undefined : cluster };
};

/** Reads ROLLCALL_EVENT_STORE, ROLLCALL_CLICKHOUSE_*, ROLLCALL_PRODUCTS and ROLLCALL_USAGE_*. */
export const usageSettings = (reader: Reader, production: boolean): UsageSettings => ({
  products: productsSetting(reader, production),
  diskBytes: reader.integer(table.ROLLCALL_USAGE_DISK) * MIB,
  ipRate: reader.integer(table.ROLLCALL_USAGE_ADDRESS_RATE) * 1024,
  storeBytes: reader.integer(table.ROLLCALL_USAGE_STORE_MEMORY) * MIB,
  keepDays: reader.integer(table.ROLLCALL_USAGE_KEEP_DAYS),
  exportFolder: reader.checked('ROLLCALL_USAGE_EXPORT_FOLDER', exportFolder),
  store: storeSettings(reader),
  nats: natsSettings(reader),
});
