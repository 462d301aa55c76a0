/**
 * A question: one value that the console's builder makes, that stands in an address, in saved questions and in alerts, and that
 * the API takes.
 */
import * as v from 'valibot';
import { calendarDay, inclusions, keyText, productText, factText, STORABLE, zoneName } from '../filter.ts';
import { questionEvent, questionFilter } from './condition.ts';
import { formulaFault } from './formula.ts';
import { measuredProperty, property } from './property.ts';

/** The kinds of questions. */
export const questionTypes = [
  'trend',
  'funnel',
  'retention',
  'paths',
  'time',
  'stickiness',
  'people',
] as const;
/** What kind of answer a question has. */
export type QuestionType = (typeof questionTypes)[number];

/** The letters by which a formula names the series, in their order. */
export const seriesLetters = 'ABCDEFGHIJ';

const wholeNumber = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** How a series is counted. `per_person`: times of somebody, divided by people. Quantiles are values that occurred. */
export const measures = ['times', 'people', 'sessions', 'per_person'] as const;
/** What is taken of the values of a property. */
export const aggregates = ['sum', 'average', 'p50', 'p90', 'p99'] as const;
const measure = v.union([
  v.picklist(measures),
  v.strictObject({ of: v.picklist(aggregates), property: measuredProperty }),
]);
/** How a series is counted. */
export type Measure = v.InferOutput<typeof measure>;

const name = v.pipe(v.string(), v.regex(/^[^\p{C}]{1,64}$/u));

const series = v.strictObject({
  name: v.optional(name),
  event: v.optional(v.nullable(questionEvent), null),
  filter: v.optional(questionFilter),
  measure: v.optional(measure, 'times'),
});
/** A series of a trend, a step of a funnel, or the start and return of a retention. */
export type Series = v.InferOutput<typeof series>;

const units = ['day', 'week', 'month'] as const;
export const questionPeriod = v.union([
  /** Days of the calendar, both included. */
  v.strictObject({ from: calendarDay, to: calendarDay }),
  /** The last so many days, weeks or months of the calendar, the running one included. */
  v.strictObject({ last: wholeNumber(1, 1100), unit: v.picklist(units) }),
]);
/** The period of a question. */
export type QuestionPeriod = v.InferOutput<typeof questionPeriod>;

const population = v.strictObject({
  product: v.optional(productText),
  platform: v.optional(factText),
  /** Sample data of `npm run sample`. */
  sample: v.optional(v.picklist(inclusions), 'with'),
  bots: v.optional(v.picklist(inclusions), 'without'),
  /** Events of pages outside production. */
  dev: v.optional(v.picklist(inclusions), 'with'),
  /** Events that servers reported. */
  trusted: v.optional(v.picklist(inclusions), 'with'),
});

/** Days of a funnel's window at most. */
const WINDOW = 90 * 86_400_000;

/** The group of a breakdown that people are in: the values in their order, as an answer has them; null where unset. Absent: everybody. */
const by = v.optional(
  v.pipe(
    v.array(v.nullable(v.pipe(v.string(), v.maxLength(512), v.regex(STORABLE)))),
    v.minLength(1),
    v.maxLength(2),
  ),
);
const milliseconds = wholeNumber(0, WINDOW);
const page = v.optional(v.nullable(keyText));

/** Which people of another kind of question are listed. */
const behind = v.union([
  v.strictObject({
    funnel: v.strictObject({
      /** Who did so many steps, or with `lost` who did all before that and not that one. */
      steps: wholeNumber(1, 10),
      lost: v.optional(v.boolean(), false),
      /** Whose attempt began at a point, named as in the answer. */
      point: v.optional(v.pipe(v.string(), v.regex(/^20\d\d-\d\d-\d\d(?:T\d\d)?$/))),
      /** Whom the step took more than `over` ms and at most `upto` from the one before. */
      took: v.optional(v.strictObject({ over: v.optional(milliseconds), upto: v.optional(milliseconds) })),
      by,
    }),
  }),
  v.strictObject({
    retention: v.strictObject({
      /** Who started at a point, named by its first day. Absent: at any. */
      point: v.optional(calendarDay),
      /** Of them those who came back so many points later. */
      after: v.optional(wholeNumber(0, 30)),
      by,
    }),
  }),
  /** Who did a series at so many points. */
  v.strictObject({
    stickiness: v.strictObject({ series: wholeNumber(0, 9), points: wholeNumber(1, 1100), by }),
  }),
  /** Who went from page to page; null where a path begins or ends, absent: any page. */
  v.strictObject({
    paths: v.strictObject({
      /** As in the answer: 0 where no page is asked for. */
      step: wholeNumber(-5, 5),
      from: page,
      to: page,
    }),
  }),
]);
/** Which people of another kind of question are listed. */
export type Behind = v.InferOutput<typeof behind>;

const fitsFunnel = ({ steps, lost, took }: Extract<Behind, { funnel: object }>['funnel'], count: number) =>
  count >= 2 &&
  steps <= count &&
  !(lost && steps === 1) &&
  (took === undefined ||
    (steps > 1 && !lost && Object.keys(took).length > 0 && (took.over ?? 0) <= (took.upto ?? WINDOW)));

const fitsBehind = (given: Behind, { count, around }: { count: number; around: boolean }): boolean => {
  if ('funnel' in given) return fitsFunnel(given.funnel, count);
  if ('retention' in given) return count === 2;
  if ('stickiness' in given) return given.stickiness.series < count;
  const { step, from, to } = given.paths;
  return count === 1 && (from !== undefined || to !== undefined) && (step !== 0) === around;
};

/** How many values the group has that people are told by; 0: everybody. */
const groupLength = (given: Behind): number => {
  const [told] = Object.values(given) as { readonly by?: readonly unknown[] }[];
  return told?.by?.length ?? 0;
};

const entries = {
  /** The version of this form. */
  v: v.literal(1),
  kind: v.picklist(questionTypes),
  /** What is asked of: series of a trend, steps of a funnel, start and return of a retention. */
  series: v.optional(v.pipe(v.array(series), v.minLength(1), v.maxLength(10)), [{}]),
  /** Of every series. */
  filter: v.optional(questionFilter),
  breakdowns: v.optional(v.pipe(v.array(property), v.maxLength(2)), []),
  period: v.optional(questionPeriod, { last: 28, unit: 'day' }),
  grain: v.optional(v.picklist(['hour', 'day', 'week', 'month']), 'day'),
  /** The IANA name of the time zone of days; its offset must be whole hours. */
  zone: v.optional(zoneName, 'Asia/Shanghai'),
  population: v.optional(population, {}),
  /** Also the same of the period before: as many days, or of weeks and months those up to the same day. */
  compare: v.optional(v.literal('previous')),
  /** Of the series by their letters, such as `A / B`: one more line. */
  formula: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** Groups of a breakdown, or rows, at most. */
  top: v.optional(wholeNumber(1, 500), 10),
  /** Funnel: ms from the first step in which the others have to be, the end included. */
  window: v.optional(wholeNumber(1000, WINDOW), 7 * 86_400_000),
  /** Funnel: each step immediately after the one before, at some time after it, or in any order. */
  order: v.optional(v.picklist(['strict', 'in_order', 'any']), 'in_order'),
  /** Funnel: events that end an attempt. */
  exclude: v.optional(
    v.pipe(
      v.array(v.strictObject({ event: questionEvent, filter: v.optional(questionFilter) })),
      v.maxLength(5),
    ),
    [],
  ),
  /** Retention: people by the first time that they start, or by each point at which they do. */
  start: v.optional(v.picklist(['first', 'each']), 'first'),
  /** Retention: points after the start. */
  length: v.optional(wholeNumber(1, 30), 12),
  /** People: those behind a number of another kind, whose series and other fields the question then has. */
  behind: v.optional(behind),
  /** Paths: what leads from a page, to it, or both. Absent: every transition. */
  page: v.optional(
    v.union([
      v.strictObject({ from: keyText }),
      v.strictObject({ to: keyText }),
      v.strictObject({ through: keyText }),
    ]),
  ),
} as const;

/** Named, since a package's types can't hold it written out. */
type Form = v.StrictObjectSchema<typeof entries, undefined>;
/** The form alone, of which `question` says what goes together. */
const form: Form = v.strictObject(entries);

/**
 * What a question of a kind holds where nothing else is said.
 * @example questionDefaults('trend').grain; // 'day'
 * @see `docs/usage-queries.md`
 */
export const questionDefaults = (kind: QuestionType): v.InferOutput<Form> => v.parse(form, { v: 1, kind });

export const question: v.GenericSchema<v.InferInput<Form>, v.InferOutput<Form>> = v.pipe(
  form,
  v.forward(
    v.check(
      ({ kind, series: all }) =>
        kind === 'funnel' ? all.length >= 2 : kind !== 'retention' || all.length === 2,
      'A funnel has 2 to 10 steps, a retention its start and its return.',
    ),
    ['series'],
  ),
  v.forward(
    v.check(
      ({ kind, behind: of, series: all, breakdowns, page: around }) =>
        of === undefined ||
        (kind === 'people' &&
          fitsBehind(of, { count: all.length, around: around !== undefined }) &&
          (groupLength(of) === 0 || groupLength(of) === breakdowns.length)),
      'Steps, a point, a series, a group or a move that the question has.',
    ),
    ['behind'],
  ),
  v.forward(
    v.check(
      ({ kind, behind: of, series: all }) =>
        of !== undefined ||
        kind === 'trend' ||
        kind === 'stickiness' ||
        kind === 'funnel' ||
        kind === 'retention' ||
        all.length === 1,
      'One series.',
    ),
    ['series'],
  ),
  v.forward(
    v.check(
      ({ formula, kind, series: all }) =>
        formula === undefined || (kind === 'trend' && formulaFault(formula, all.length) === undefined),
      'Letters of series, numbers, + - * / and parentheses.',
    ),
    ['formula'],
  ),
  v.forward(
    v.check(
      ({ breakdowns, kind, behind: of }) =>
        breakdowns.length === 0 ||
        (kind === 'people' ? of !== undefined && groupLength(of) > 0 : kind !== 'paths'),
      'A kind of question that is divided.',
    ),
    ['breakdowns'],
  ),
  v.forward(
    v.check(({ breakdowns }) => breakdowns.every(each => each !== 'person.signed_up'), 'Not days.'),
    ['breakdowns'],
  ),
);

/** A question with its defaults. */
export type Question = v.InferOutput<typeof question>;
/** A question as it is written: what has a default may be absent. */
export type QuestionInput = v.InferInput<typeof question>;
