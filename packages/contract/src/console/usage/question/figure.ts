/** The one figure of a question that an alert watches. */
import type { Question } from './question.ts';

/** How often an alert looks: at each hour, day or week that has ended. */
export const watchedPeriods = ['hour', 'day', 'week'] as const;
/** The period of which an alert takes its figure. */
export type WatchedPeriod = (typeof watchedPeriods)[number];

/** What a figure is measured in: pieces, milliseconds, or a share from 0 to 1. */
export const figureUnits = ['number', 'duration', 'share'] as const;
/** What a figure is measured in. */
export type FigureUnit = (typeof figureUnits)[number];

/**
 * Whether a question has a figure of single periods of this length: retention and paths have none of single hours, the people behind a
 * figure none at all.
 * @example mayWatch(questionDefaults('paths'), 'hour'); // false
 * @see `docs/usage-queries.md`
 */
export const mayWatch = (
  { kind, behind }: Pick<Question, 'kind' | 'behind'>,
  every: WatchedPeriod,
): boolean => behind === undefined && (every !== 'hour' || (kind !== 'retention' && kind !== 'paths'));

/**
 * The series whose figure can be watched, null for the formula. Kinds of which the series make one figure have the first alone.
 * @example watchedSeries(questionDefaults('trend')); // [0]
 * @see `docs/usage-queries.md`
 */
export const watchedSeries = ({
  kind,
  series,
  formula,
}: Pick<Question, 'kind' | 'series' | 'formula'>): readonly (number | null)[] =>
  kind === 'trend' || kind === 'stickiness'
    ? [...series.keys(), ...(formula === undefined ? [] : [null])]
    : [0];

/**
 * What the figure of a series is measured in; null: of the formula. Of a funnel it is the share who did the last step, of a retention the
 * share who came back in the next period, of time spent the median, of paths the number of moves, else that of the series.
 * @example figureUnit(questionDefaults('time'), 0); // 'duration'
 * @see `docs/usage-queries.md`
 */
export const figureUnit = (
  { kind, series }: Pick<Question, 'kind' | 'series'>,
  at: number | null,
): FigureUnit => {
  if (kind === 'funnel' || kind === 'retention') return 'share';
  if (kind === 'time') return 'duration';
  const measure = kind === 'trend' && at !== null ? series[at]?.measure : undefined;
  return typeof measure === 'object' && !measure.property.startsWith('data.') ? 'duration' : 'number';
};
