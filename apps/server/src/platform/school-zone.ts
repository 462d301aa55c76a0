/** The zone of the school's days and times: one for all of the mainland. */
export const SCHOOL_ZONE = 'Asia/Shanghai';
/** Milliseconds by which it is ahead of UTC, all year round: clocks have not changed since 1991. */
export const SCHOOL_OFFSET = 8 * 3600 * 1000;
