/** Whether a measure that was sampled over time still grows: the rule by which a soak fails. */

export interface Point {
  /** Seconds. */
  readonly at: number;
  readonly value: number;
}

/** What growth is none: so much, or this share of the measure, whichever is more. */
export interface Allowance {
  readonly amount: number;
  readonly share: number;
}

export interface Trend {
  /** The middle of the values in the first and in the last quarter of the judged time. */
  readonly before: number;
  readonly after: number;
  /** By the slope of the judged time, and the lesser of those by the slopes of its halves. */
  readonly growth: number;
  readonly steady: number;
  readonly allowed: number;
  readonly grows: boolean;
}

/** The first part of all time, in which caches fill, is not judged. */
const WARM_UP = 1 / 3;
/** Points that a slope needs. */
const LEAST = 12;

export const middle = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[half], sorted[half]] : sorted.slice(half - 1);
  return (low + high) / 2;
};

/** What it may grow by from such a value. */
export const allowedOf = (value: number, { amount, share }: Allowance): number =>
  Math.max(amount, share * value);

/** By the middle of the slopes between each two points (Theil–Sen), which outliers and a single step hardly move. */
const growthOf = (points: readonly Point[]): number => {
  const slopes = points.flatMap((one, n) =>
    points.slice(n + 1).map(other => (other.value - one.value) / (other.at - one.at)),
  );
  return middle(slopes) * ((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0));
};

/**
 * Judges the last two thirds: what grows by more than is allowed there, and by more than half of that in each half, still grows. After one
 * step, or a warm-up that takes longer, a half is flat.
 * @param points in order
 * @throws Error if there are too few to judge by
 */
export const trendOf = (points: readonly Point[], allowance: Allowance): Trend => {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const judged = points.filter(({ at }) => at >= first + (last - first) * WARM_UP);
  if (judged.length < LEAST) throw new Error(`${judged.length} samples do not show a trend; ${LEAST} do.`);
  const values = judged.map(({ value }) => value);
  const quarter = Math.ceil(values.length / 4);
  const half = judged.length >> 1;
  const growth = growthOf(judged);
  const steady = Math.min(growthOf(judged.slice(0, half)), growthOf(judged.slice(half)));
  const allowed = allowedOf(middle(values), allowance);
  return {
    before: middle(values.slice(0, quarter)),
    after: middle(values.slice(-quarter)),
    growth,
    steady,
    allowed,
    grows: growth > allowed && steady > allowed / 2,
  };
};
