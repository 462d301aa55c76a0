/** Questions about usage, asked as one value. */
import * as v from 'valibot';
import type { ConsoleCall } from '../../call.ts';
import { base } from '../filter.ts';
import { questionAnswer } from './answer.ts';
import { QUESTION_TEXT, readQuestion } from './text.ts';

export const askUsageQuestion = {
  summary:
    'The answer of a question: a trend, a funnel, a retention, paths, times, a stickiness or people, with filters, breakdowns and a comparison.',
  method: 'GET',
  path: `${base}/question`,
  role: 'viewer',
  view: 'usage.people',
  query: v.object({
    /** The JSON of the question, plain or in base64url. */
    question: v.pipe(
      v.string(),
      v.maxLength(QUESTION_TEXT),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const { question, fault } = readQuestion(dataset.value);
        if (question) return question;
        addIssue({ message: `The question is wrong in "${fault}".` });
        return NEVER;
      }),
    ),
  }),
  answer: questionAnswer,
  refusals: ['NotFound', 'RoleRequired'],
} as const satisfies ConsoleCall;
