/** Changes of a question by the builder: each gives another question, and what no longer goes together is left out. */
import {
  type Behind,
  type Condition,
  type Property,
  type Question,
  questionDefaults,
  readQuestion,
  type QuestionFilter,
  type QuestionType,
  type Series,
  writeQuestion,
} from '@rollcall/contract/console';

/** Whether an address can hold it: neither more conditions than the contract takes, nor a longer text. */
export const isAskable = (question: Question): boolean => {
  try {
    return readQuestion(writeQuestion(question)).question !== undefined;
  } catch {
    return false;
  }
};

const EMPTY: Series = { event: null, measure: 'times' };

/** Kinds whose series are one. */
const single: readonly QuestionType[] = ['time', 'paths', 'people'];
/** Kinds that are not divided. */
const whole: readonly QuestionType[] = ['people', 'paths'];

export const mayDivide = (kind: QuestionType): boolean => !whole.includes(kind);

/** How many series a kind has at least and at most. */
export const seriesBounds = (kind: QuestionType): readonly [least: number, most: number] =>
  single.includes(kind) ? [1, 1] : kind === 'retention' ? [2, 2] : kind === 'funnel' ? [2, 10] : [1, 10];

/** What every kind has, and what a kind has of its own is its usual one. */
export const withKind = (question: Question, kind: QuestionType): Question => {
  const usual = questionDefaults(kind);
  const [least, most] = seriesBounds(kind);
  const series = question.series.slice(0, most);
  while (series.length < least) series.push(EMPTY);
  const { formula: _, page: _page, behind: _behind, ...kept } = question;
  return {
    ...kept,
    kind,
    series:
      kind === 'paths'
        ? [{ ...EMPTY, event: { kind: 'view' } }]
        : kind === 'trend'
          ? series
          : series.map(each => ({ ...each, measure: 'times' as const })),
    breakdowns: mayDivide(kind) ? question.breakdowns : [],
    grain: kind === 'retention' && question.grain === 'hour' ? 'day' : question.grain,
    top: kind === 'people' ? 100 : kind === 'paths' ? 100 : usual.top,
  };
};

export const changeSeries = (question: Question, at: number, change: Partial<Series>): Question => ({
  ...question,
  series: question.series.map((each, index) => {
    if (index !== at) return each;
    const { filter, ...rest } = { ...each, ...change };
    return filter && membersCount(filter) > 0 ? { ...rest, filter } : rest;
  }),
});

/** One more: of a trend like the last one, of which mostly one thing is changed; of the steps of a funnel an open one. */
export const addSeries = (question: Question): Question => {
  const last = question.series[question.series.length - 1];
  const { name: _, ...like } = question.kind === 'funnel' || !last ? EMPTY : last;
  return { ...question, series: [...question.series, like] };
};

/** Without a series; a formula that named one of them is left out. */
export const removeSeries = (question: Question, at: number): Question => {
  const { formula: _, ...rest } = question;
  return { ...rest, series: question.series.filter((_each, index) => index !== at) };
};

export const swapSeries = (question: Question, at: number, other: number): Question => {
  const series = [...question.series];
  const [one, two] = [series[at], series[other]];
  if (!one || !two) return question;
  series[at] = two;
  series[other] = one;
  return { ...question, series };
};

const membersCount = (filter: QuestionFilter): number =>
  'all' in filter ? filter.all.length : filter.any.length;

/** A member of the filter's upper group: a condition, or a group that only an address can write. */
export type Member = Condition | { readonly all: readonly object[] } | { readonly any: readonly object[] };

export const membersOfFilter = (filter: QuestionFilter | undefined): readonly Member[] =>
  filter === undefined ? [] : 'all' in filter ? filter.all : filter.any;

export const isAny = (filter: QuestionFilter | undefined): boolean => filter !== undefined && 'any' in filter;

/** The filter of these members; undefined: none, so that everything holds. */
export const filterOf = (members: readonly Member[], any: boolean): QuestionFilter | undefined =>
  members.length === 0 ? undefined : ((any ? { any: members } : { all: members }) as QuestionFilter);

export const withFilter = (question: Question, filter: QuestionFilter | undefined): Question => {
  const { filter: _, ...rest } = question;
  return filter ? { ...rest, filter } : rest;
};

/** The question of a product; empty: of all. */
export const withProduct = (question: Question, product: string): Question => {
  const { product: _, ...population } = question.population;
  return { ...question, population: product === '' ? population : { ...population, product } };
};

/**
 * What a question that is shown over a saved one is saved as: without the product, which the frame gave, unless the saved
 * one names one. Otherwise a choice made in another view would narrow its dashboards and alerts.
 */
export const savedAs = (question: Question, saved: string): string => {
  const named = readQuestion(saved).question?.population.product !== undefined;
  return writeQuestion(named ? question : withProduct(question, ''));
};

/** Both filters have to hold. */
export const both = (
  one: QuestionFilter | undefined,
  other: QuestionFilter | undefined,
): QuestionFilter | undefined => {
  if (!one || !other) return one ?? other;
  if ('all' in one && 'all' in other) return { all: [...one.all, ...other.all] };
  return { all: [one, other] } as QuestionFilter;
};

/** Those of the people of another kind of question, by whose series and other fields they are told. */
export const peopleOf = (question: Question, behind: Behind): Question => {
  const { formula: _, compare: _compare, page, breakdowns, ...rest } = question;
  const isDivided = Object.values(behind).some(
    told => told !== undefined && 'by' in told && told.by !== undefined,
  );
  return {
    ...rest,
    ...(page && 'paths' in behind ? { page } : {}),
    kind: 'people',
    breakdowns: isDivided ? breakdowns : [],
    behind,
    top: 100,
  };
};

/** Whether a group is by values as they are: by one that a viewer sees masked, nobody is found. */
export const isShown = ({ by }: { readonly by: readonly (string | null)[] }): boolean =>
  by.every(value => value === null || !/\*{3}|\[(?:token|identity number)\]/.test(value));

/** What tells the people of a group; everybody is no group. */
export const ofGroup = (by: readonly (string | null)[]): { readonly by?: (string | null)[] } =>
  by.length === 0 ? {} : { by: [...by] };

/** Of a trend of all active people, who came for the first time, and again; undefined of any other question. */
export const newPeople = (question: Question): Question | undefined => {
  const { kind, series, filter, breakdowns } = question;
  const [only] = series;
  const isOfAll = only?.event === null && only.measure === 'people' && !only.filter && !filter;
  if (kind !== 'trend' || series.length !== 1 || !isOfAll || breakdowns.length > 0) return undefined;
  return { ...withKind(question, 'retention'), start: 'first' };
};

/** The people behind a number: those who did an event of its series, with the values of its group. @param at the place of the series */
export const peopleBehind = (
  question: Question,
  at: number,
  by: readonly (string | null)[] = [],
  period: Question['period'] = question.period,
): Question => {
  const series = question.series[at] ?? EMPTY;
  const divided = question.breakdowns.slice(0, by.length).map((property: Property, place): Member => {
    const value = by[place];
    return value === null || value === undefined
      ? { property, op: 'not_set' }
      : { property, op: 'is', value: property === 'person.grade' ? Number(value) : value };
  });
  const filter = both(both(question.filter, series.filter), filterOf(divided, false));
  const { filter: _, formula: _formula, compare: _compare, page: _page, ...rest } = question;
  return {
    ...rest,
    ...(filter ? { filter } : {}),
    kind: 'people',
    series: [{ event: series.event, measure: 'times' }],
    breakdowns: [],
    period,
    top: 100,
  };
};
