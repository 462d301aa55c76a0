/** The configuration of usage reporting: whose events are taken, and how much of the machine it may use. */
import { type Reader, InvalidSetting } from '../../platform/config-reader.ts';

export interface UsageSettings {
  /** The product codes whose events are taken; undefined: any. */
  readonly products: readonly string[] | undefined;
  /** Bytes of the event log at most: what was taken and is not loaded yet. */
  readonly diskBytes: number;
  /** Bytes a second that one address may send over a longer time; 0: without a limit. */
  readonly ipRate: number;
  /** Bytes of memory that the event store may use. */
  readonly storeBytes: number;
  /** Days that single events and reports are kept in the event store; 0: for ever. Sums stay. */
  readonly keepDays: number;
}

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

/** Reads ROLLCALL_PRODUCTS and ROLLCALL_USAGE_*. */
export const usageSettings = (reader: Reader, production: boolean): UsageSettings => ({
  products: productsSetting(reader, production),
  diskBytes: reader.integer('ROLLCALL_USAGE_DISK', 32, 1_000_000, 2_048) * MIB,
  ipRate: reader.integer('ROLLCALL_USAGE_ADDRESS_RATE', 0, 1_000_000, 1_024) * 1024,
  storeBytes: reader.integer('ROLLCALL_USAGE_STORE_MEMORY', 64, 1_000_000, 512) * MIB,
  keepDays: reader.integer('ROLLCALL_USAGE_KEEP_DAYS', 0, 36_500, 400),
});
