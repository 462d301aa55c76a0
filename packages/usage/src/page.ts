/** The parts of a page's reporting, each of which a file of its own makes, and the page that they make up. */
import type { ConsentKind, EventKind, WireEvent } from '@rollcall/contract';
import type { Stats, Timers } from './api.ts';
import type { BrowserEnvironment } from './browser-environment.ts';
import type { Entry, Outcome } from './entry.ts';
import type { Consents, Facts } from './facts.ts';

export interface SavedTexts {
  /**
   * Reads a short text that outlives the page, or writes it; '' means none. It is kept in a storage, or where none
   * is named in a cookie of 30 days on the shared domain (specification, section 9). A storage may be missing, full, or
   * forbidden, and then its very mention throws: a cookie is used instead.
   *
   * @param text of characters that a cookie may hold as they are
   */
  _savedText(key: string, where: 'localStorage' | 'sessionStorage' | '', text?: string): string;
}

/** The page's clocks. All times are in ms. */
export interface Clock {
  /** Monotonic. */
  _now(): number;
  /**
   * Since 1970 by the device. It runs with the monotonic clock, so that a device whose clock is set back reorders
   * nothing; it follows the device's clock forward, since the monotonic one stands still while a laptop sleeps.
   */
  _time(): number;
  /** How long the page has been visible; does not advance while it is hidden. */
  _visibleTime: () => number;
  /** Pauses `_visibleTime` when the page is hidden, and resumes it when the page is visible. */
  _setHidden(hidden: boolean): void;
  /** Milliseconds by which the server's clock is ahead of `_time`, the same for all events of a session; undefined until known. */
  _offset: number | undefined;
  /**
   * Finds and sets `_offset`: of three samples of the server's time the one with the shortest round trip.
   *
   * @param failures attempts to deliver that failed so far: after two the events go without an offset
   * @throws where no answer comes in time
   */
  _findOffset(failures: number): Promise<void>;
  /** The session's offset, or 0: for a page that ends, which has no time to request it. */
  _sessionOffset(): number;
}

/** The facts about user, device and page of an event. */
export interface Identity {
  /** A new UUIDv7. */
  _uuid(): string;
  /** The current facts, each only with consent of its kind. */
  _facts(): Facts;
  _setUser(id: string | undefined, proof?: string): void;
  /** Has the facts read again: the consents changed. */
  _resetFacts(): void;
  /** Requests the IP address once for each consent to `device`. A failure delays no event. */
  _findIp(): Promise<void>;
}

/** The consents of this browser and product, shared by the tabs (specification, section 4). */
export interface Consent {
  _consents: Consents;
  /**
   * Reads the consents, which other tabs change too, and drops waiting events that they no longer allow. Returns whether they
   * changed.
   */
  _refreshConsents(): boolean;
  /**
   * Grants the kinds, or without a version withdraws them, and reports it. A new grant gets a new number, greater than any
   * before; a new version of a grant keeps its number.
   */
  _changeConsents(kinds: readonly ConsentKind[], version?: string): void;
  /**
   * Whether what was recorded with these facts may be sent now. It is never sent under another grant: what was withdrawn
   * stays withdrawn when consent is given again.
   */
  _isPermitted(facts: Facts, kind: ConsentKind): boolean;
}

/** Fields of an event beyond its kind and key: data, duration and whether it is open, named as on the wire. */
export interface EventDetails extends Pick<WireEvent, 'd'> {
  readonly o?: WireEvent['o'] | undefined;
  readonly b?: object | undefined;
}

/**
 * Records events, and holds them until they are acknowledged: at most 1000. Records of consent and reports of drops are
 * always taken, and not counted.
 */
export interface Recorder {
  /** Waiting events, the oldest first. */
  _entries: Entry[];
  _stats(): Stats;
  /** @param id default: given when the event is serialised */
  _make(kind: EventKind, key: string, details?: EventDetails, id?: string): Entry;
  /** Records an event. Returns whether it was taken: not without consent, or with 1000 waiting. */
  _record(kind: EventKind, key: string, details?: EventDetails, id?: string): boolean;
  /** Serialises new events, drops those that may no longer be sent, and saves the others. */
  _process(): void;
  /** Counts the outcome of an event, and schedules the next attempt. */
  _count(outcome: Outcome | 'accepted', kind: EventKind): void;
  /** Takes out, counts, and no longer saves the entries that `outcomeOf` gives an outcome for. */
  _remove(outcomeOf: (entry: Entry) => Outcome | false | undefined): void;
}

/**
 * Sends waiting events: a batch every 500 ms (specification, section 9), one at a time, each until it is answered; and by
 * beacon when the page ends.
 */
export interface Delivery {
  /** `fetch` with a timeout in ms, 2000 by default; throws where no answer comes in time. */
  _request(url: string, timeout?: number, init?: RequestInit): ReturnType<BrowserEnvironment['fetch']>;
  /** Schedules processing and sending of waiting events in 500 ms. */
  _schedule(): void;
  /** Sends until nothing waits, or an attempt fails. */
  _flush(): Promise<void>;
  /** Sends all that waits, then drops what names another user than the present one. */
  _forget(): Promise<void>;
  /**
   * Sends all waiting events by beacon, except those in flight. A browser lets 64 KiB be under way, shared with all requests
   * that outlive the page; when it refuses, a smaller batch may still fit.
   */
  _sendBeacons(): void;
  /** The page continues: events that only a beacon has are sent again, since its arrival is not known. */
  _resumeDelivery(): void;
}

/** Timed events: started, paused, resumed, ended with a duration (specification, section 4). A hidden tab pauses all. */
export interface OpenTimers {
  readonly _timers: Timers;
  /** The events to be sent if the page came to a sudden end now. */
  _drafts(): Entry[];
  /** Records the measured time when the page ends or enters the back-forward cache. Time measured later is a separate event. */
  _interruptTimers(): void;
  /** Drops all timers and their saved state. */
  _clearTimers(): void;
}

/** Follows the page: viewed, visible, hidden, over, asleep in the back-forward cache, awake again. */
export interface PageLifecycle {
  /**
   * Records a view of the path, by default the last one, unless that is done, and the end of the view before. The first one of a page has where the visit
   * came from. Returns whether one was taken.
   */
  _view(path?: string): boolean;
  /** Listens to the page from now on. */
  _followPage(): void;
  /** Called when the page ends or enters the back-forward cache: ends the view, saves and sends all waiting events, by beacon. */
  _end(): void;
}

/** The state of an entry in the store. */
export type SavedEntry = Pick<Entry, 'kept' | 'saved'>;

/** Keeps events beyond the page's life. */
export interface PersistenceAdapter {
  /** Saves the entries that are not saved yet; after `_stop` it is done before it returns. */
  readonly _save: (entries: readonly Entry[]) => void;
  /** Rewrites the records of these entries without those that no longer wait. */
  readonly _clear: (entries: readonly SavedEntry[]) => unknown;
  /** Takes over all events of closed pages, a moment later: see `_start`. */
  readonly _takeLeft: () => Promise<void>;
  /**
   * Joins the open tabs, and searches for events of closed ones. Does nothing if already joined or in the back-forward cache,
   * from which a lock would evict the page.
   */
  readonly _start: () => void;
  /** The page ends or enters the back-forward cache: other pages may take over its stored events. */
  readonly _stop: () => void;
  /** The page wakes: `_start` works again. */
  readonly _wake: () => void;
}

/** The inputs of a page's reporting. */
export interface PageBase {
  /** The document is there, and a product code and a URL are set; until `close()`. */
  _on: boolean;
  /** Prefix of every name in storages and cookies, shared by the tabs that share a store. */
  readonly _prefix: string;
  /** The URL of a call of the collector, with the query that all have. */
  readonly _urlOf: (name: 'events' | 'ip' | 'time') => string;
  /** The `meta` of a batch, as JSON. */
  readonly _meta: string;
  /** Whether this is a valid event key; warns if not. */
  readonly _isKey: (key: string) => boolean;
  /** Undefined without persistence, and while reporting is switched off. */
  _persistence?: PersistenceAdapter | undefined;
}

/**
 * The reporting of one page. Each part is made by a file of its own, from this object, which it reads when it runs and
 * not while it is made.
 *
 * Names that begin with `_` are shortened when the package is built.
 */
export interface Page
  extends PageBase,
    SavedTexts,
    Clock,
    Identity,
    Consent,
    Recorder,
    Delivery,
    OpenTimers,
    PageLifecycle {}

/** Made by `persistence()` of `@rollcall/usage/persistence`. */
export type Persistence = (page: Page, environment: BrowserEnvironment) => PersistenceAdapter;
