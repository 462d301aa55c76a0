/** How a kind of question is answered: a statement, and what its rows mean. */
import type { QuestionBody } from '@rollcall/contract/console';
import type { ResultRow } from '../../../events/store/query-client.ts';
import type { Asked } from './acts.ts';
import type { Fragment } from './dialect.ts';

export interface Planned<Row extends ResultRow = ResultRow> {
  /** Whether the sums of hours answer it, or single events. */
  readonly source: 'sums' | 'events';
  readonly statement: Fragment;
  readonly answer: (rows: readonly Row[]) => QuestionBody;
}

export type Plan<Row extends ResultRow = ResultRow> = (asked: Asked) => Planned<Row>;
