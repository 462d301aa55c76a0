/** By what the stores count events. */

/** Milliseconds of the span that rollups are kept by. */
export const HOUR = 3_600_000;

/** Milliseconds between two views of a person that still belong to one path. */
export const PATH_GAP = 30 * 60_000;

/** Steps of the durations' histogram: a step is 5 % wide, so a median is right within 2.5 %. */
export const DURATION_STEPS = 20;
