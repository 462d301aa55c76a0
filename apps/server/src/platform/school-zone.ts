/** The zone of the school's days and times: one for all of the mainland. */
export const SCHOOL_ZONE = 'Asia/Shanghai';
