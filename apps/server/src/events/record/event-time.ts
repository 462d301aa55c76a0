/** Determines the time of an event from the page's time and the time of arrival, and the time in its id. */

const MINUTE = 60_000;
/** Milliseconds that an event may be ahead of the server: the library knows the server's time, so more is impossible. */
export const LONGEST_AHEAD = 5 * MINUTE;
/** Milliseconds that an event may be older: a device may have been offline over the holidays. */
export const LONGEST_BEHIND = 31 * 24 * 60 * MINUTE;

/**
 * @param claimed by the page, as the server's clock
 * @param received when the collector took it
 * @returns the time to go by; `received`, marked, where what is claimed is impossible
 */
export const eventTime = (
  claimed: number,
  received: number,
): { readonly time: number; readonly moved?: true } =>
  claimed > received + LONGEST_AHEAD || claimed < received - LONGEST_BEHIND
    ? { time: received, moved: true }
    : { time: claimed };

/** Milliseconds since 1970 that a UUIDv7 begins with. */
export const idTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
