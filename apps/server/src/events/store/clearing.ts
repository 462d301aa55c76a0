/**
 * When the file is written anew without what was erased: once a day, at night, as loads wait for it meanwhile. Whoever erases waits for
 * none of it.
 */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Hours of the night in China, which has one time zone, in UTC. */
const NIGHT = { from: 18, to: 21 } as const;

/**
 * @param now milliseconds since 1970
 * @param since when the first erasure was whose rows are still in the file
 */
export const isTimeToClear = (now: number, since: number): boolean => {
  const hour = Math.floor((now % DAY) / HOUR);
  // A server that is stopped every night does it by day.
  return (hour >= NIGHT.from && hour < NIGHT.to) || now - since >= DAY;
};
