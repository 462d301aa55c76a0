/** The API by which a page reports. */
import type { ConsentKind } from '@rollcall/contract';
import type { Grants } from './facts.ts';
import type { Drops } from './entry.ts';

export interface Stats {
  /** Events that were taken: calls that returned true, clicks, and the ends of views. */
  readonly accepted: number;
  /** Events that the collector answered for, those left by earlier pages too. */
  readonly acknowledged: number;
  /** Events that were not sent because consent was withdrawn, or their user signed out. */
  readonly withdrawn: number;
  readonly dropped: Readonly<Drops>;
  /** Events in memory that are not acknowledged. */
  readonly waiting: number;
  /** Those of them that a killed browser would take along: not yet in the store, or there is none. */
  readonly unsaved: number;
}

export interface Timers {
  /**
   * Starts a timer; an open timer of this key continues. False without consent or key.
   *
   * @param biz `biz_data` of the event if the page ends while the timer runs; read when the event is recorded
   */
  start(key: string, biz?: object): boolean;
  /** Stops measuring until `resume`; a hidden tab does so by itself. */
  pause(key: string): void;
  resume(key: string): void;
  /**
   * Records the event with its duration in ms. False where no such timer is open, or without consent.
   *
   * @param biz default: what `start` was given
   */
  end(key: string, biz?: object): boolean;
}

export interface Usage {
  /**
   * Records a custom event (with consent to `event`). `biz_data` is copied one level deep and serialised later, so
   * what it holds deeper must not be changed afterwards.
   *
   * @returns whether it was taken: false while switched off, without consent, or without a key of 1 to 128 characters
   */
  track(key: string, biz_data?: object): boolean;
  /**
   * Records a page view (with consent to `view`), once for as long as the path stays. Default: this page's path. When the path changes or the page ends, how
   * long it was visible is an event of its own. The first view of a page has the host of the site that led there, and `utm_source`, `utm_medium` and
   * `utm_campaign` of the address.
   */
  page(path?: string): boolean;
  /** Timed events (specification, section 4). */
  readonly timer: Timers;
  /**
   * The signed-in user's id; undefined when signed out. Sent with later events, with consent to `user`.
   *
   * @param proof `usageProof` of `@rollcall/account`: by it the account page shows what is consented here
   */
  setUser(id: string | undefined, proof?: string): void;
  readonly consent: {
    /** `version` names the words that were agreed to. */
    grant(kinds: readonly ConsentKind[], version: string): void;
    /** Also drops unsent events that were recorded under it. */
    withdraw(kinds: readonly ConsentKind[]): void;
    /** Each kind granted: the version, when (ms since 1970), and the grant's number. */
    granted(): Grants;
  };
  /** Sends waiting events now; resolves when none is left or an attempt failed. Never rejects. */
  flush(): Promise<void>;
  /**
   * Call it when somebody has signed out, after `setUser(undefined)`: sends waiting events, of closed pages too, then drops those
   * that name another user than the present one and are still unsent, since the device may be the next person's. Never rejects.
   */
  forget(): Promise<void>;
  stats(): Stats;
  /** Sends waiting events by beacon and removes the listeners. */
  close(): void;
}
