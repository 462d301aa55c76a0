/** Scales and layouts of the charts, as pure functions. */
import { scaleLinear, scalePoint } from '@visx/scale';

export interface Margin {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Maximum of ticks above 0. */
const TICKS = 5;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Usual tick distances for durations, in milliseconds. */
const spans = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map(seconds => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map(hours => hours * HOUR),
];

/** The smallest of 1, 2, 5 times a power of ten that reaches `most` in `TICKS` steps. */
const decimalStep = (most: number): number => {
  const tenth = 10 ** Math.floor(Math.log10(most / TICKS));
  return [1, 2, 5, 10].map(one => one * tenth).find(step => most / step <= TICKS + 1e-9) ?? 10 * tenth;
};

/**
 * The value scale, from 0 to a round number at or above the maximum, and its ticks. Integers get integer ticks, `time`
 * (milliseconds) those of a clock.
 */
export const valueScale = (figures: readonly number[], height: number, time = false) => {
  const most = Math.max(0, ...figures);
  const whole = figures.every(Number.isInteger);
  const step = time
    ? (spans.find(span => most / span <= TICKS) ?? decimalStep(most / DAY) * DAY)
    : most === 0
      ? 1
      : whole
        ? Math.max(1, decimalStep(most))
        : decimalStep(most);
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  // removes rounding errors of binary fractions
  const ticks = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
  return {
    y: scaleLinear<number>({ domain: [0, ticks[ticks.length - 1] ?? 1], range: [height, 0] }),
    ticks,
  };
};

/** The time scale: a point for each of `count` times, the first and the last at the edges. */
export const pointScale = (count: number, width: number) =>
  scalePoint<number>({ domain: Array.from({ length: count }, (_, at) => at), range: [0, width] });

/** Usual distances between labels, in points: whole hours, half days, weeks. */
const tickIntervals = {
  minute: [1, 5, 10, 15, 30, 60],
  hour: [1, 2, 3, 6, 12, 24, 48, 72, 168],
  day: [1, 2, 7, 14, 28],
} as const;
/** The distance between two points, or the possible distances between labels in points. */
export type TickInterval = keyof typeof tickIntervals | readonly number[];

/** The points with a label, so that labels of `each` pixels do not overlap, at usual distances where the interval is known. */
export const labelledPoints = (
  count: number,
  width: number,
  each: number,
  tickInterval?: TickInterval,
): number[] => {
  const room = Math.max(1, Math.floor(width / each));
  const least = Math.max(1, Math.ceil(count / room));
  const known = typeof tickInterval === 'string' ? tickIntervals[tickInterval] : (tickInterval ?? []);
  const step = known.find(one => one >= least) ?? least;
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
};

/** The point nearest to a position in pixels. */
export const nearestPoint = (x: number, count: number, width: number): number =>
  count < 2 || width <= 0 ? 0 : Math.min(count - 1, Math.max(0, Math.round((x / width) * (count - 1))));

export interface Ribbon {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** Top of the ribbon on each side, and its thickness, in pixels. */
  readonly y0: number;
  readonly y1: number;
  readonly thick: number;
}
export interface FlowSide {
  readonly name: string;
  readonly value: number;
  readonly y: number;
  readonly thick: number;
}
export interface Flow {
  readonly left: readonly FlowSide[];
  readonly right: readonly FlowSide[];
  readonly ribbons: readonly Ribbon[];
  readonly height: number;
}

/**
 * Lays transitions out as ribbons from left to right, the largest first.
 * @param steps from, to, count
 * @param scale height in pixels of all transitions together
 * @param gap pixels between two pages of a side
 */
export const flowLayout = (
  steps: readonly (readonly [from: string, to: string, count: number])[],
  scale: number,
  gap: number,
): Flow => {
  const total = steps.reduce((sum, [, , count]) => sum + count, 0) || 1;
  const side = (end: 0 | 1): FlowSide[] => {
    const totals = new Map<string, number>();
    for (const step of steps) totals.set(step[end], (totals.get(step[end]) ?? 0) + step[2]);
    let y = 0;
    return [...totals]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([name, value]) => {
        const thick = (value / total) * scale;
        const placed = { name, value, y, thick };
        y += Math.max(thick, 16) + gap;
        return placed;
      });
  };
  const left = side(0);
  const right = side(1);
  const used: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  const place = (at: number, end: 0 | 1, thick: number) => {
    const y = ((end === 0 ? left : right)[at]?.y ?? 0) + (used[end].get(at) ?? 0);
    used[end].set(at, (used[end].get(at) ?? 0) + thick);
    return y;
  };
  const ribbons = steps
    .map(([from, to, value]) => ({
      from: left.findIndex(({ name }) => name === from),
      to: right.findIndex(({ name }) => name === to),
      value,
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map(one => ({ ...one, thick: (one.value / total) * scale }))
    .map(one => ({ ...one, y0: place(one.from, 0, one.thick), y1: place(one.to, 1, one.thick) }));
  const foot = (all: readonly FlowSide[]) => {
    const last = all[all.length - 1];
    return last ? last.y + Math.max(last.thick, 16) : 0;
  };
  return { left, right, ribbons, height: Math.max(foot(left), foot(right), 1) };
};

/** The tone of a share, 0 (nothing) to 6; grows fast for small shares, so that they can be distinguished. */
export const toneOf = (share: number): number =>
  share <= 0 ? 0 : Math.min(6, Math.max(1, Math.ceil(Math.sqrt(share) * 6)));

/** Which counts each tone stands for where the highest is `most`; tones without a count are left out. */
export const toneRanges = (most: number): { tone: number; from: number; to: number }[] => {
  const ranges = [];
  let from = 1;
  for (let tone = 1; tone <= 6; tone++) {
    // from above, as `toneOf` rounds: what is drawn decides
    let to = Math.min(most, Math.round((most * tone * tone) / 36) + 1);
    while (to >= from && toneOf(to / most) > tone) to -= 1;
    if (to >= from) ranges.push({ tone, from, to });
    from = to + 1;
  }
  return ranges;
};

/** Distance between the middles of two lines of text, in px. */
const LINE = 16;

/**
 * Where the names of lines stand at their ends: each as near to its own as the others leave room.
 * @param ends the lines' last points, px from the top
 * @returns the middles of the names, in the order of the lines
 */
export const endLabels = (ends: readonly number[], height: number): readonly number[] => {
  const order = ends.map((_, index) => index).sort((one, other) => (ends[one] ?? 0) - (ends[other] ?? 0));
  const tops = [...ends];
  let above = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    above = Math.max(tops[index] ?? 0, above + LINE);
    tops[index] = above;
  }
  let below = Math.max(height, LINE * ends.length);
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const index = order[at] as number;
    tops[index] = Math.min(tops[index] ?? 0, below);
    below = (tops[index] ?? 0) - LINE;
  }
  return tops;
};
