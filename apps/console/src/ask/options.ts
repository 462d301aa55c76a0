/** What the fields of a question get: each change gives another one. */
import type { Question } from '@rollcall/contract/console';

export interface Options {
  readonly question: Question;
  readonly onChange: (question: Question) => void;
}
