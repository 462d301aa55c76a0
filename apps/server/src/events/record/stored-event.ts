/** One reported event as the log keeps it and the store loads it: names written out, its facts beside it. */
import type { EventKind } from '@rollcall/contract';

export interface StoredEvent {
  /** UUIDv7; each is kept once. */
  readonly id: string;
  readonly product: string;
  /**
   * Milliseconds since 1970 by the server's clock, as the library worked it out; from 31 days before `received` to five
   * minutes behind it.
   */
  readonly time: number;
  /** The time that the page claimed was impossible: `time` is `received`. */
  readonly moved?: true;
  /** Milliseconds since 1970 by the device's clock. */
  readonly deviceTime: number;
  /** Milliseconds since 1970 when the collector took it. */
  readonly received: number;
  readonly sequence: number;
  readonly kind: EventKind;
  readonly key: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Milliseconds. */
  readonly duration?: number;
  /** The page ended before the timed event did. */
  readonly open?: true;
  /** Reported by a page outside production. */
  readonly dev?: true;
  /** Made by the generator of sample data. */
  readonly sample?: true;
  readonly process?: string;
  readonly library?: string;
  readonly user?: string;
  readonly platform?: string;
  readonly language?: string;
  readonly userAgent?: string;
  readonly network?: string;
  readonly density?: number;
  readonly cpu?: number;
  readonly resolution?: string;
  readonly device?: string;
  readonly ip?: string;
  readonly bot?: true;
}
