/** Annotations: what happened on a day, shown in charts over time; releases among them by their uploaded source maps. */
import * as v from 'valibot';
import { done } from '../../../answers.ts';
import type { ConsoleCall } from '../../call.ts';
import { maybeText, text, time } from '../../page.ts';
import { base, calendarDay } from '../filter.ts';
import { one } from './shared.ts';

const path = `${base}/annotations`;

const annotation = v.object({
  /** Null: a release, which stands here as long as its source maps are kept. */
  id: maybeText,
  day: text,
  /** Of a release its name. */
  text,
  /** Of a release its product code. */
  product: maybeText,
  /** The operator who wrote it. */
  created_by: maybeText,
  created_at: time,
});
export type Annotation = v.InferOutput<typeof annotation>;

const listAnnotations = {
  summary: 'The annotations of a period and its releases, both days included, by day; the last 500.',
  method: 'GET',
  path,
  role: 'viewer',
  query: v.object({ from: calendarDay, to: calendarDay }),
  answer: v.object({ items: v.array(annotation) }),
  refusals: [],
} as const satisfies ConsoleCall;

const createAnnotation = {
  summary: 'Says what happened on a day.',
  method: 'POST',
  path,
  role: 'admin',
  act: 'usage.create-annotation',
  body: v.object({
    day: calendarDay,
    text: v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}]{1,200}$/u)),
  }),
  answer: v.object({ id: text }),
  refusals: ['IllegalOperation'],
} as const satisfies ConsoleCall;

const deleteAnnotation = {
  summary: 'Deletes an annotation.',
  method: 'POST',
  path: `${path}/delete`,
  role: 'admin',
  act: 'usage.delete-annotation',
  body: one,
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const annotationCalls = {
  listAnnotations,
  createAnnotation,
  deleteAnnotation,
} as const satisfies Record<string, ConsoleCall>;
