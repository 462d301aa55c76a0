/** The parts that kept questions, dashboards and cohorts share. */
import * as v from 'valibot';
import { roles } from '../../call.ts';
import { maybeText, text, time, uuid } from '../../page.ts';
import { readQuestion, QUESTION_TEXT } from '../question/text.ts';

/** How many there may be of each, and tiles of a dashboard. */
export const keptLimits = {
  questions: 500,
  dashboards: 100,
  tiles: 40,
  cohorts: 200,
  annotations: 2000,
  alerts: 100,
  subscriptions: 50,
} as const;

const written = (most: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(most), v.regex(/^(?:[^\p{C}]|\n)*$/u));

/** What an operator says of something kept: its name, and what it is for. */
export const said = {
  name: v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}]{1,64}$/u)),
  about: v.optional(written(500), ''),
} as const;

/** Who sees something kept: operators of this role or a higher one, and with its address any operator. */
export const sharing = {
  shared: v.picklist(roles),
  by_link: v.boolean(),
} as const;

/** The version that a change is made to. */
export const revision = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647));

export const one = v.object({ id: uuid });
export const oneOfRevision = v.object({ id: uuid, revision });

/** The text of a question (`writeQuestion`). */
export const questionText = v.pipe(
  v.string(),
  v.maxLength(QUESTION_TEXT),
  v.check(given => readQuestion(given).question !== undefined, 'The text of a question.'),
);

/** The fields of everything kept, in answers. */
export const keptFields = {
  id: text,
  name: text,
  about: text,
  /** The name of the operator who made it; null: it came with the installation. */
  owner: maybeText,
  shared: v.picklist(roles),
  by_link: v.boolean(),
  /** Which of those that came with the installation it is, as long as its name is not changed. */
  template: maybeText,
  revision,
  changed_at: time,
} as const;

export const made = v.object({ id: text, revision });
