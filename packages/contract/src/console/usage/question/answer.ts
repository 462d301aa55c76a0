/** The answers of questions, by their kind. */
import * as v from 'valibot';
import { count, maybeTime, text, time } from '../../page.ts';
import { kept, points } from '../filter.ts';

/** Values of the breakdowns, in their order: null where unset. Empty: of everything together. */
const by = v.array(v.nullable(text));
/** A figure; null where there is nothing to take it of. */
const figure = v.nullable(v.number());
const figures = v.array(figure);

const trend = v.object({
  kind: v.literal('trend'),
  points,
  /**
   * Of each series everything together first, then its groups, those of the largest total of the first series first; the formula's lines
   * come last.
   */
  lines: v.array(
    v.object({
      /** The place of the series; null: the formula. */
      series: v.nullable(count),
      by,
      /** Of the whole period: people are counted once, and quantiles and averages taken of all. */
      total: figure,
      values: figures,
    }),
  ),
  /** Groups that are not listed. */
  more: count,
});

/** Values that so large a share is not above; null where there are none. */
const spread = v.object({ p10: figure, p25: figure, p50: figure, p75: figure, p90: figure });

const funnel = v.object({
  kind: v.literal('funnel'),
  /** Everybody together first, then by the breakdowns of the first step. */
  groups: v.array(
    v.object({
      by,
      steps: v.array(
        v.object({
          people: count,
          /** Ms from the step before; of each person the attempt that got furthest, of those the shortest, of those the earliest. */
          between: v.nullable(spread),
        }),
      ),
    }),
  ),
  more: count,
  points,
  /** By when the attempts began: people who did each step. */
  trend: v.array(v.array(count)),
});

const retention = v.object({
  kind: v.literal('retention'),
  /** Everybody together first, then by the breakdowns of the start. */
  groups: v.array(
    v.object({
      by,
      cohorts: v.array(
        v.object({
          point: text,
          people: count,
          /** Who returned in the same point, the next and so on, to the running one. */
          back: v.array(count),
        }),
      ),
      /** The share of all who could have returned so many points later; null where nobody could. */
      average: figures,
    }),
  ),
  more: count,
});

const stickiness = v.object({
  kind: v.literal('stickiness'),
  lines: v.array(
    v.object({
      series: count,
      by,
      /** People by at how many points they were there: 1, 2, … */
      people: v.array(count),
    }),
  ),
  more: count,
});

const timeSpent = v.object({
  kind: v.literal('time'),
  /** Events with a duration, by the breakdowns, without any by kind and key; the largest sum first. Milliseconds. */
  rows: v.array(
    v.object({ by, times: count, sum: v.number(), average: v.number(), p50: v.number(), p90: v.number() }),
  ),
  more: count,
});

const paths = v.object({
  kind: v.literal('paths'),
  /** The most frequent first. */
  moves: v.array(
    v.object({
      /** Steps after the page, below 0 before it; 0 where no page is asked for. */
      step: v.pipe(v.number(), v.integer()),
      /** Null: the path begins here. */
      from_page: v.nullable(text),
      /** Null: the path ends here. */
      to_page: v.nullable(text),
      moves: count,
    }),
  ),
  /** All moves, also those that are not listed. */
  total: count,
});

const people = v.object({
  kind: v.literal('people'),
  /** Who did it most often first. */
  people: v.array(
    v.object({
      /** The user id; null: a visitor. */
      id: v.nullable(text),
      /** The nickname of the account, masked for those who may not see it; null: there is no account. */
      nickname: v.nullable(text),
      times: count,
      first: time,
      last: time,
    }),
  ),
  /** All of them, also those that are not listed. */
  total: count,
});

const body = v.variant('kind', [trend, funnel, retention, stickiness, timeSpent, paths, people]);
/** What a kind of question answers of a period. */
export type QuestionBody = v.InferOutput<typeof body>;

export const questionAnswer = v.object({
  ...kept,
  answer: body,
  /** The same of the period before, where the question compares. Null also where some of its single events are no longer kept. */
  previous: v.nullable(v.object({ from: time, to: time, answer: body })),
  /** Whether the last point has not ended. */
  unfinished: v.boolean(),
  /** Until when events are loaded, where they are behind by half a minute or more. */
  until: maybeTime,
  /** Milliseconds that it took. */
  took: count,
  /** `sums`: of the sums of hours; `events`: of single events, which are kept since `rows_from`. */
  source: v.picklist(['sums', 'events']),
});
/** The answer of a question. */
export type QuestionAnswer = v.InferOutput<typeof questionAnswer>;
