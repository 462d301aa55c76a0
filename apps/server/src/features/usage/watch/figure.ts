/** The figure of a question that an alert watches, of one hour, day or week. */
import {
  figureUnit,
  mayWatch,
  type Question,
  type QuestionBody,
  type WatchedPeriod,
  watchedSeries,
} from '@rollcall/contract/console';
import { namesOwnField } from '../questions/handlers.ts';
import { daysEarlier, type Finished } from '../questions/period.ts';

/** Whether the question has the figure: its series, of single periods of this length. */
export const hasFigure = (question: Question, series: number | null, every: WatchedPeriod): boolean =>
  mayWatch(question, every) && watchedSeries(question).includes(series);

/** Whether the figure is told by the school's own fields of people, which viewers may not see. */
export const isOfOwnField = (question: Question): boolean => namesOwnField({ ...question, breakdowns: [] });

/** Milliseconds after a period until its figure stays as it is: people may go through a funnel that long. */
export const settlingTime = ({ kind, window }: Question): number => (kind === 'funnel' ? window : 0);

/** Whether the figure counts something, of which 0 is nothing; formulas, shares and aggregates may well be 0. */
export const isCount = (question: Question, series: number | null): boolean => {
  if (series === null || figureUnit(question, series) !== 'number') return false;
  return question.kind !== 'trend' || typeof question.series[series]?.measure !== 'object';
};

const DAYS = { day: 1, week: 7 } as const;

/** Kinds that are counted otherwise than they are shown: who was there, or how long it took, of a period. */
const countedAs = {
  stickiness: 'people',
  people: 'people',
  time: { of: 'p50', property: 'event.duration' },
} as const;

/** What is asked for the figure: the question of that period alone, undivided. */
export const figureQuestion = (
  question: Question,
  every: WatchedPeriod,
  finished: Pick<Finished, 'days' | 'point'> & Finished,
): Question => {
  const { compare: _, ...rest } = question;
  const { kind } = question;
  const asked: Question = { ...rest, breakdowns: [], grain: every, period: finished.days };
  if (kind === 'stickiness' || kind === 'people' || kind === 'time') {
    const measure = countedAs[kind];
    return { ...asked, kind: 'trend', series: question.series.map(each => ({ ...each, measure })) };
  }
  // Who came back in the period is asked of those who started in the one before.
  if (kind === 'retention' && every !== 'hour')
    return { ...asked, period: daysEarlier(finished, DAYS[every]).days };
  return asked;
};

const share = (part: number | undefined, of: number | undefined): number | null =>
  part === undefined || of === undefined || of === 0 ? null : part / of;

/**
 * The figure of the answer to `figureQuestion`; null where there is nothing to take it of.
 * @param point of an hour its name, undefined for the whole of the period
 */
export const figureOf = (
  body: QuestionBody,
  series: number | null,
  point: string | undefined,
): number | null => {
  switch (body.kind) {
    case 'trend': {
      const line = body.lines.find(each => each.series === series && each.by.length === 0);
      if (!line) return null;
      return (point === undefined ? line.total : line.values[body.points.indexOf(point)]) ?? null;
    }
    case 'funnel': {
      const steps =
        point === undefined
          ? body.groups[0]?.steps.map(({ people }) => people)
          : body.trend[body.points.indexOf(point)];
      return share(steps?.at(-1), steps?.[0]);
    }
    case 'retention': {
      const [cohort] = body.groups[0]?.cohorts ?? [];
      return share(cohort?.back[1], cohort?.people);
    }
    case 'paths':
      return body.total;
    default:
      return null;
  }
};
