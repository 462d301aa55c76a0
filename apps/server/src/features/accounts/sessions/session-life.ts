/** How long sessions live. */

/** Milliseconds that a session lives after its last refresh: 30 days. */
export const SESSION_LIFE = 30 * 24 * 3600 * 1000;
/** Longest lifetime of a session in milliseconds, however often it is refreshed: 180 days. */
export const LONGEST_SESSION = 180 * 24 * 3600 * 1000;
/** The same two on a computer that others use too: 2 hours and 8 hours. */
export const SHARED_LIFE = 2 * 3600 * 1000;
export const LONGEST_SHARED = 8 * 3600 * 1000;
/** Milliseconds in which the parent of the active token still gets the same successor. */
export const PARENT_GRACE = 30_000;
