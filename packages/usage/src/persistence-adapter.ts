import type { BrowserEnvironment } from './browser-environment.ts';
import type { Entry } from './entry.ts';
import type { Page } from './page.ts';

/** What is known of an entry in the store. */
export type SavedEntry = Pick<Entry, 'kept' | 'saved'>;

/** Keeps events beyond the page's life. */
export interface PersistenceAdapter {
  /** Saves the entries that are not saved yet; after `_stop` it is done before it returns. */
  readonly _save: (entries: readonly Entry[]) => void;
  /** Rewrites the records that these were in with what still waits of them. */
  readonly _clear: (entries: readonly SavedEntry[]) => unknown;
  /**
   * Joins the tabs that live, and looks for what dead ones left. Done already, or while the page sleeps, it does nothing:
   * what a lock does would wake the page.
   */
  readonly _start: () => void;
  /** The page ends, or sleeps: any page may take over what it left in the store. */
  readonly _stop: () => void;
  /** The page wakes: `_start` works again. */
  readonly _wake: () => void;
}

/** Made by `persistence()` of `@rollcall/usage/persistence`. */
export type Persistence = (page: Page, environment: BrowserEnvironment) => PersistenceAdapter;
