/** Cohorts: named groups of people, by which questions are filtered and divided. */
import * as v from 'valibot';
import { done } from '../../../answers.ts';
import type { ConsoleCall } from '../../call.ts';
import { count, maybeText, text, time, uuid } from '../../page.ts';
import { base } from '../filter.ts';
import { cohortDefinition, membersOf, type CohortDefinition } from '../question/condition.ts';
import { made, one, oneOfRevision, revision, said } from './shared.ts';

const path = `${base}/cohorts`;

const fields = {
  id: text,
  name: text,
  about: text,
  owner: maybeText,
  revision,
  changed_at: time,
  /** Accounts of a cohort that is a list, without those that were deleted; null: it is computed. */
  accounts: v.nullable(count),
} as const;
const listed = v.object(fields);
export type Cohort = v.InferOutput<typeof listed>;

/**
 * The accounts of a definition that is nothing but a list of them.
 * @returns undefined where it says more than that
 * @example const count = accountsOf(definition)?.length;
 * @see `docs/usage-queries.md`
 */
export const accountsOf = (definition: CohortDefinition): readonly string[] | undefined => {
  const [first, ...more] = membersOf(definition as Parameters<typeof membersOf>[0]) as readonly object[];
  return first && more.length === 0 && 'accounts' in first
    ? (first.accounts as readonly string[])
    : undefined;
};

const holdsAccounts = (definition: CohortDefinition): boolean =>
  JSON.stringify(definition).includes('"accounts":[');

/** A list of accounts stands alone, since an account leaves it when it is deleted. */
const definition = v.pipe(
  cohortDefinition,
  v.check(
    given => accountsOf(given) !== undefined || !holdsAccounts(given),
    'A list of accounts stands alone.',
  ),
);

const listCohorts = {
  summary: 'The cohorts, by name.',
  method: 'GET',
  path,
  role: 'viewer',
  answer: v.object({ items: v.array(listed) }),
  refusals: [],
} as const satisfies ConsoleCall;

const getCohort = {
  summary: 'A cohort with its definition.',
  method: 'GET',
  path: `${path}/one`,
  role: 'support',
  query: one,
  answer: v.object({ ...fields, definition: cohortDefinition }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const createCohort = {
  summary: 'Makes a cohort of what people did and who they are, or of a list of accounts.',
  method: 'POST',
  path,
  role: 'admin',
  act: 'usage.create-cohort',
  body: v.object({ ...said, definition }),
  answer: made,
  refusals: ['IllegalOperation'],
} as const satisfies ConsoleCall;

const changeCohort = {
  summary:
    'Renames a cohort, and replaces its definition where one is given. Refused as Conflict where it was changed meanwhile.',
  method: 'PUT',
  path,
  role: 'admin',
  act: 'usage.change-cohort',
  body: v.object({ id: uuid, revision, ...said, definition: v.optional(definition) }),
  answer: made,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const deleteCohort = {
  summary: 'Deletes a cohort: questions that name it are refused from then on.',
  method: 'POST',
  path: `${path}/delete`,
  role: 'admin',
  act: 'usage.delete-cohort',
  body: oneOfRevision,
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const cohortCalls = {
  listCohorts,
  getCohort,
  createCohort,
  changeCohort,
  deleteCohort,
} as const satisfies Record<string, ConsoleCall>;
