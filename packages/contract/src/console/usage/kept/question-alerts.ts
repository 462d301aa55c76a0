/** Alerts on saved questions: a condition on the figure of each hour, day or week that has ended. */
import * as v from 'valibot';
import { done } from '../../../answers.ts';
import type { ConsoleCall } from '../../call.ts';
import { channelId } from '../../monitor/alert-channels.ts';
import { deliveryStates } from '../../monitor/alerts.ts';
import { maybeText, maybeTime, text, time, uuid } from '../../page.ts';
import { base } from '../filter.ts';
import { figureUnits, watchedPeriods } from '../question/figure.ts';
import { made, oneOfRevision, revision, said } from './shared.ts';

const path = `${base}/question-alerts`;

/**
 * When an alert fires: the figure is above or below the threshold; it has dropped by at least that share against the same hour, day or
 * week seven days before; there is none, or a count is 0.
 */
export const alertConditions = ['above', 'below', 'dropped', 'no-data'] as const;
/** When an alert fires. */
export type AlertCondition = (typeof alertConditions)[number];

/** `waiting`: nothing was measured yet, or there is nothing to measure. `failing`: it can't be evaluated. */
const alertStates = ['waiting', 'ok', 'firing', 'failing'] as const;

/**
 * Why an alert can't be evaluated. `too-large`: the question takes too long or too much memory. `cohort-gone`: it names a cohort that was
 * deleted. `changed`: the question has this figure no more. `busy`: the event store did not answer. `behind`: events are loaded too late.
 * `own-field`: the question tells people by the school's own fields, which viewers may not see.
 */
const alertProblems = ['too-large', 'cohort-gone', 'changed', 'busy', 'behind', 'own-field'] as const;
/** Why an alert can't be evaluated. */
export type AlertProblem = (typeof alertProblems)[number];

const figure = v.pipe(v.number(), v.finite(), v.minValue(-1e15), v.maxValue(1e15));

const fields = {
  name: said.name,
  /** The saved question. */
  question: uuid,
  /** The place of the series whose figure is watched; null: the formula. */
  series: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9))),
  every: v.picklist(watchedPeriods),
  condition: v.picklist(alertConditions),
  /** Pieces, milliseconds or a share from 0 to 1, as the figure; of `dropped` the share, of `no-data` without effect. */
  threshold: figure,
  /** Of `dropped`: what the figure has to have been seven days before; with less it does not fire. */
  least: v.pipe(figure, v.minValue(0)),
  /** The channel that its messages go to; null: the configured webhook. */
  channel: v.nullable(channelId),
  enabled: v.boolean(),
} as const;

const drops = <T extends { condition: AlertCondition; threshold: number }>(): v.GenericValidation<T> =>
  v.forward(
    v.check<T, string>(
      ({ condition, threshold }) => condition !== 'dropped' || (threshold > 0 && threshold <= 1),
      'A share above 0, and 1 at most.',
    ),
    // valibot's path type cannot follow a generic key.
    ['threshold'] as never,
  );

const questionAlert = v.object({
  id: text,
  ...fields,
  question: text,
  question_name: text,
  question_template: maybeText,
  unit: v.picklist(figureUnits),
  /** The name of the operator who made it. */
  owner: maybeText,
  state: v.picklist(alertStates),
  /** Since when it has this state; null: since it was made or changed. */
  since: maybeTime,
  /** The period that was evaluated last; null: none. */
  from: maybeTime,
  to: maybeTime,
  /** Its figure; null where there is nothing to take it of. */
  value: v.nullable(v.number()),
  /** The figure seven days before, of `dropped`. */
  before: v.nullable(v.number()),
  /** Why the last evaluation failed; null: it did not. */
  problem: v.nullable(v.picklist(alertProblems)),
  /** The state of its newest message; `none`: none was sent, or there is neither a channel nor a webhook. */
  delivery: v.picklist(deliveryStates),
  revision,
  changed_at: time,
});
export type QuestionAlert = v.InferOutput<typeof questionAlert>;

const listQuestionAlerts = {
  summary: 'The alerts on saved questions that are shared with the role of the operator, by name.',
  method: 'GET',
  path,
  role: 'viewer',
  query: v.object({ question: v.optional(uuid) }),
  answer: v.object({
    items: v.array(questionAlert),
    /** Whether a webhook is configured, which gets the messages of alerts without a channel. */
    webhook: v.boolean(),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

const createQuestionAlert = {
  summary:
    'Adds an alert on a saved question. NotFound names the question or the channel; InvalidRequest a series or a period that the question has no figure of, or a question by the school’s own fields of people.',
  method: 'POST',
  path,
  role: 'admin',
  act: 'usage.create-alert',
  body: v.pipe(v.object(fields), drops()),
  answer: made,
  refusals: ['IllegalOperation', 'NotFound'],
} as const satisfies ConsoleCall;

const changeQuestionAlert = {
  summary:
    'Replaces an alert on a saved question, which starts again if it is paused or watches something else. Refused as Conflict where it was changed meanwhile.',
  method: 'PUT',
  path,
  role: 'admin',
  act: 'usage.change-alert',
  body: v.pipe(v.object({ id: uuid, revision, ...fields }), drops()),
  answer: made,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const deleteQuestionAlert = {
  summary: 'Deletes an alert on a saved question, and its waiting messages.',
  method: 'POST',
  path: `${path}/delete`,
  role: 'admin',
  act: 'usage.delete-alert',
  body: oneOfRevision,
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const questionAlertCalls = {
  listQuestionAlerts,
  createQuestionAlert,
  changeQuestionAlert,
  deleteQuestionAlert,
} as const satisfies Record<string, ConsoleCall>;
