/** How a kind of question is answered: rows of the store, and what they mean. */
import type { QuestionBody } from '@rollcall/contract/console';
import type { QueryOptions, ResultRow } from '../../../events/store/query-client.ts';
import { type QueryContext, rowsOf } from '../queries/statements.ts';
import type { Asked } from './acts.ts';
import type { Fragment } from './dialect.ts';

export interface Planned {
  /** Whether the sums of hours answer it, or single events. */
  readonly source: 'sums' | 'events';
  readonly answer: (context: QueryContext, options: QueryOptions) => Promise<QuestionBody>;
}

export type Plan = (asked: Asked) => Planned;

/** An answer by the rows of one statement. */
export const answerBy =
  <Row extends ResultRow>(
    statement: Fragment,
    bodyOf: (rows: readonly Row[]) => QuestionBody,
  ): Planned['answer'] =>
  async (context, options) =>
    bodyOf(await rowsOf<Row>(context, statement, options));
