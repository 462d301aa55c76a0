/** Asks a question: its period and cohorts, the rows of each period, and the answer. */
import {
  type CohortDefinition,
  type Group,
  membersOf,
  type Question,
  type QuestionAnswer,
} from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { refuse } from '../../../platform/refusal.ts';
import { counted } from '../queries/counted.ts';
import type { QueryContext } from '../queries/statements.ts';
import type { Period } from '../queries/period.ts';
import type { Asked } from './acts.ts';
import type { QuestionDialect } from './dialect.ts';
import { funnel } from './funnel.ts';
import { paths } from './paths.ts';
import { people } from './people.ts';
import { axisAndEnd, periodsOf, runningPoint } from './period.ts';
import type { Plan } from './plan.ts';
import { moves } from './moves.ts';
import { retention, stickiness } from './retention.ts';
import { isOfSums } from './sums.ts';
import { timeSpent } from './time-spent.ts';
import { trend } from './trend.ts';

/** Figures of an answer at most. */
const FIGURES = 100_000;

export interface QuestionContext extends QueryContext {
  readonly questions: QuestionDialect;
  /** Definitions of cohorts by their ids, of those that there are. @default there is none */
  readonly cohorts?: (ids: readonly string[]) => Promise<ReadonlyMap<string, CohortDefinition>>;
}

/** The cohorts that a question names. */
const cohortsOf = ({ filter, series, exclude, breakdowns }: Question): readonly string[] => {
  const found = new Set<string>();
  const look = (group: Group<object>): void => {
    for (const member of membersOf(group)) {
      if ('all' in member || 'any' in member) look(member);
      const { cohort, property } = member as { readonly cohort?: string; readonly property?: string };
      const id = cohort ?? (property?.startsWith('cohort.') ? property.slice('cohort.'.length) : undefined);
      if (id !== undefined) found.add(id);
    }
  };
  for (const each of [filter, ...series.map(one => one.filter), ...exclude.map(one => one.filter)])
    if (each) look(each);
  for (const each of breakdowns) if (each.startsWith('cohort.')) found.add(each.slice('cohort.'.length));
  return [...found];
};

/** @throws Refusal InvalidRequest where an answer would be too large */
const checkSize = ({ kind, series, top, breakdowns }: Question, points: number): void => {
  const groups = breakdowns.length > 0 ? top + 1 : 1;
  const perGroup =
    kind === 'trend' || kind === 'stickiness'
      ? points * series.length
      : kind === 'retention'
        ? points * 31
        : 1;
  if (groups * perGroup <= FIGURES) return;
  throw refuse('InvalidRequest', {
    message: 'This answer would be too large; ask for fewer days, a coarser grain or fewer groups.',
    data: { field: 'question' },
  });
};

export interface AskOptions extends QueryOptions {
  /** For somebody who may not see numbers and addresses of people. @default false */
  readonly masked?: boolean;
}

/**
 * @throws Refusal InvalidRequest, NotFound of a cohort
 * @throws QueryCancelled, QueryTooLong, QueryQueueFull, StoreUnavailable
 */
export const askQuestion = async (
  context: QuestionContext,
  question: Question,
  { masked = false, ...options }: AskOptions = {},
): Promise<Omit<QuestionAnswer, 'until' | 'took'>> => {
  const now = context.now();
  const named = cohortsOf(question);
  const cohorts =
    named.length === 0 || !context.cohorts
      ? new Map<string, CohortDefinition>()
      : await context.cohorts(named);
  if (named.some(id => !cohorts.has(id))) throw refuse('NotFound');
  const periods = periodsOf(question, now);
  const running = runningPoint(question, now);
  const plan = (period: Period) => {
    const { axis, until } = axisAndEnd(question, period, now);
    checkSize(question, axis.names.length);
    const asked: Asked = { question, dialect: context.questions, period, axis, now, cohorts, masked };
    const planned = planOf(question, { until, running })(asked);
    return { planned, last: axis.first + axis.names.length - 1 };
  };
  const answered = async (period: Period) => {
    const { planned, last } = plan(period);
    return { body: await planned.answer(context, options), source: planned.source, last };
  };
  /** Not of single events of which some have expired: less would be compared with all. */
  const compared = async (period: Period) =>
    isOfSums(question) || (await counted(context, question.population, period, options)).rows_from === null
      ? answered(period)
      : undefined;
  const [period, earlier] = periods;
  const [notes, found, previous] = await Promise.all([
    counted(context, question.population, period, options),
    answered(period),
    earlier === undefined ? undefined : compared(earlier),
  ]);
  return {
    ...notes,
    rows_from: found.source === 'sums' ? null : notes.rows_from,
    answer: found.body,
    previous: earlier && previous ? { from: earlier.from, to: earlier.to, answer: previous.body } : null,
    unfinished: running <= found.last,
    source: found.source,
  };
};

const planOf = (question: Question, end: { readonly until: number; readonly running: number }): Plan => {
  switch (question.kind) {
    case 'trend':
      return trend;
    case 'funnel':
      return funnel;
    case 'retention':
      return retention(end);
    case 'stickiness':
      return stickiness;
    case 'time':
      return timeSpent;
    case 'paths':
      return isOfSums(question) ? moves : paths;
    default:
      return people(end);
  }
};
