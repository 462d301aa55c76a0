import type { BrowserEnvironment } from './browser-environment.ts';
import type { Entry } from './entry.ts';
import type { Page } from './page.ts';

/** The state of an entry in the store. */
export type SavedEntry = Pick<Entry, 'kept' | 'saved'>;

/** Keeps events beyond the page's life. */
export interface PersistenceAdapter {
  /** Saves the entries that are not saved yet; after `_stop` it is done before it returns. */
  readonly _save: (entries: readonly Entry[]) => void;
  /** Rewrites the records of these entries without those that no longer wait. */
  readonly _clear: (entries: readonly SavedEntry[]) => unknown;
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

/** Made by `persistence()` of `@rollcall/usage/persistence`. */
export type Persistence = (page: Page, environment: BrowserEnvironment) => PersistenceAdapter;
