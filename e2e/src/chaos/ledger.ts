/** What simulated pupils have been told, and what of it must not be. */

export interface Ledger {
  /** Ids of acknowledged events. */
  readonly events: Set<string>;
  /** What must not be, in words. */
  readonly wrong: string[];
  /** Pupils that have not signed up yet. */
  entering: number;
  answered: number;
  refused: number;
  unanswered: number;
  /** Refreshes, and how many of them were the first of their session. */
  refreshes: number;
  sessions: number;
  /** Milliseconds that somebody waited for the longest of the answers since it was set to 0, with all that was sent again. */
  longest: number;
}

export const newLedger = (): Ledger => ({
  events: new Set(),
  wrong: [],
  entering: 0,
  answered: 0,
  refused: 0,
  unanswered: 0,
  refreshes: 0,
  sessions: 0,
  longest: 0,
});
