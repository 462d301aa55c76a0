/** When a subscription is due: at a whole hour of the school's zone, each day or on one of the week. */
import { SCHOOL_OFFSET } from '../../../platform/school-zone.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The first time after `after`, in milliseconds since 1970.
 * @param weekday Monday 1 to Sunday 7; null: each day
 */
export const nextDue = (weekday: number | null, hour: number, after: number): number => {
  const day = Math.floor((after + SCHOOL_OFFSET) / DAY);
  for (let ahead = 0; ; ahead += 1) {
    const at = (day + ahead) * DAY + hour * HOUR - SCHOOL_OFFSET;
    // 1970-01-01 was a Thursday.
    if (at > after && (weekday === null || ((day + ahead + 3) % 7) + 1 === weekday)) return at;
  }
};
