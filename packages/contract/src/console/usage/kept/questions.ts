/** Saved questions. */
import * as v from 'valibot';
import { done } from '../../../answers.ts';
import type { ConsoleCall } from '../../call.ts';
import { text, uuid } from '../../page.ts';
import { base } from '../filter.ts';
import { keptFields, made, one, oneOfRevision, questionText, revision, said, sharing } from './shared.ts';

const path = `${base}/questions`;

const savedQuestion = v.object({ ...keptFields, question: text });
export type SavedQuestion = v.InferOutput<typeof savedQuestion>;

const fields = { ...said, ...sharing, question: questionText } as const;

const listSavedQuestions = {
  summary: 'The saved questions that are shared with the role of the operator, by name.',
  method: 'GET',
  path,
  role: 'viewer',
  answer: v.object({ items: v.array(savedQuestion) }),
  refusals: [],
} as const satisfies ConsoleCall;

const getSavedQuestion = {
  summary: 'A saved question that is shared with the role of the operator, or by its address.',
  method: 'GET',
  path: `${path}/one`,
  role: 'viewer',
  query: one,
  answer: savedQuestion,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const saveQuestion = {
  summary: 'Saves a question.',
  method: 'POST',
  path,
  role: 'admin',
  act: 'usage.save-question',
  body: v.object(fields),
  answer: made,
  refusals: ['IllegalOperation'],
} as const satisfies ConsoleCall;

const changeSavedQuestion = {
  summary:
    'Replaces a saved question, on the dashboards too. Refused as Conflict where it was changed meanwhile.',
  method: 'PUT',
  path,
  role: 'admin',
  act: 'usage.change-question',
  body: v.object({ id: uuid, revision, ...fields }),
  answer: made,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const deleteSavedQuestion = {
  summary: 'Deletes a saved question, and its tiles on dashboards.',
  method: 'POST',
  path: `${path}/delete`,
  role: 'admin',
  act: 'usage.delete-question',
  body: oneOfRevision,
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const savedQuestionCalls = {
  listSavedQuestions,
  getSavedQuestion,
  saveQuestion,
  changeSavedQuestion,
  deleteSavedQuestion,
} as const satisfies Record<string, ConsoleCall>;
