/** When a subscription is due: at a whole hour of China Standard Time, each day or on one of the week. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** China Standard Time has no other offset. */
const OFFSET = 8 * HOUR;

/**
 * The first time after `after`, in milliseconds since 1970.
 * @param weekday Monday 1 to Sunday 7; null: each day
 */
export const nextDue = (weekday: number | null, hour: number, after: number): number => {
  const day = Math.floor((after + OFFSET) / DAY);
  for (let ahead = 0; ; ahead += 1) {
    const at = (day + ahead) * DAY + hour * HOUR - OFFSET;
    // 1970-01-01 was a Thursday.
    if (at > after && (weekday === null || ((day + ahead + 3) % 7) + 1 === weekday)) return at;
  }
};
