/**
 * When the disk is rewritten without erased events: once a day, at night, as loads of the embedded store and erasures
 * in
 * ClickHouse wait for it meanwhile.
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
  const midnight = now - (now % DAY);
  const [begun, over] = [midnight + NIGHT.from * HOUR, midnight + NIGHT.to * HOUR];
  // What is erased in the night waits for the next one: else each erasure would have the file written again.
  const tonight = since < begun && now >= begun && now < over;
  // A server that is stopped every night does it by day.
  return tonight || now - since >= DAY;
};
