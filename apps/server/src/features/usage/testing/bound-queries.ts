/** For tests and benches: the queries and questions as methods, so that a store and the naive one are asked alike. */
import {
  type Property,
  type QuestionBody,
  type QuestionInput,
  readQuestion,
} from '@rollcall/contract/console';
import { heatmap } from '../queries/heatmap.ts';
import { keys, listProducts, properties, scope } from '../queries/keys.ts';
import { live } from '../queries/live.ts';
import type { QueryContext } from '../queries/statements.ts';
import { askQuestion, type AskOptions, type QuestionContext } from '../questions/ask.ts';

const queries = { scope, listProducts, live, heatmap, keys, properties };

/** Each query without its context, and what is answered to a question. */
export type BoundQueries = {
  readonly [Name in keyof typeof queries]: (typeof queries)[Name] extends (
    context: QueryContext,
    ...rest: infer Rest
  ) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
} & { ask(question: Written, options?: AskOptions): Promise<QuestionBody> };

type Series = NonNullable<QuestionInput['series']>;
/** A question as tests write it. */
export type Written = Omit<QuestionInput, 'series' | 'breakdowns'> & {
  readonly series?: readonly Series[number][];
  readonly breakdowns?: readonly Property[];
};

type Query = (context: QueryContext, ...rest: never[]) => unknown;

/** @throws Error for no question */
export const questionOf = (input: Written) => {
  const { question, fault } = readQuestion(JSON.stringify(input));
  if (!question) throw new Error(`${fault} of ${JSON.stringify(input)}`);
  return question;
};

export const bindQueries = (context: QuestionContext): BoundQueries =>
  ({
    ...Object.fromEntries(
      Object.entries<Query>(queries).map(([name, query]) => [
        name,
        (...rest: never[]) => query(context, ...rest),
      ]),
    ),
    ask: async (question: Written, options?: AskOptions) =>
      (await askQuestion(context, questionOf(question), options)).answer,
  }) as BoundQueries;
