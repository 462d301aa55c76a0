/** People under 14, as operators see them: a reason is asked first, and goes into the audit log (docs/minors.md). */
import * as v from 'valibot';
import { guardianDecisions } from '../guardian-decisions.ts';
import { consentKinds } from '../events/kinds.ts';
import type { ConsoleCall } from './call.ts';
import { count, maybeText, maybeTime, reason, text, time, uuid } from './page.ts';

/** Minutes for which a person under 14 stays open to the operator who gave a reason. */
export const CHILD_OPEN_MINUTES = 30;

/** What is known of a person's age. */
export const personAge = v.object({
  birth_year: v.nullable(count),
  /** Who set it; null: not known, or it was set before this was kept. */
  from: v.nullable(v.picklist(['person', 'guardian', 'staff'])),
  /** When the person turns 14, as far as it is known; null: not under 14, or the year is not known. */
  child_until: maybeTime,
});

/** The guardianship of a person under 14, or what is on record of one that ended. */
export const personGuardian = v.object({
  /** `none`: no guardian was named. `refused`: its owner said that no pupil is theirs. `withdrawn`: there was a consent, and no guardian was asked since. */
  state: v.picklist(['none', 'asked', 'refused', 'consented', 'withdrawn', 'ended']),
  /** Masked for every role. */
  phone_number: maybeText,
  /** When the account is deleted unless a guardian consents. */
  due_at: maybeTime,
  /** When the account is deleted because the guardian asked for it. */
  erase_at: maybeTime,
  /** The kinds of usage that the guardian lets be recorded. */
  usage: v.array(v.picklist(consentKinds)),
  decisions: v.array(
    v.object({
      at: time,
      decision: v.picklist(guardianDecisions),
      /** What was consented to, in these versions. */
      agreements: v.array(
        v.object({ code: text, version: count, title: v.object({ 'zh-CN': text, en: text }) }),
      ),
      /** The kinds that a decision about usage allows; null: it is another decision. */
      usage: v.nullable(v.array(v.picklist(consentKinds))),
      phone_number: text,
      address: text,
      /** Whether it was made in a browser that the pupil's account was signed in from. */
      own_device: v.boolean(),
    }),
  ),
});

const openChild = {
  summary: `Opens a person under 14 to the caller for ${CHILD_OPEN_MINUTES} minutes. The reason goes into the audit log, and with it each look at the person.`,
  method: 'POST',
  path: '/console/v1/person/open',
  role: 'viewer',
  act: 'people.open-child',
  body: v.object({ id: uuid, reason }),
  answer: v.object({ until: time }),
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const correctBirthYear = {
  summary:
    'Corrects a year of birth that was said wrongly, or sets it where none was said. Somebody who is under 14 by it waits for a guardian from now on; somebody who is not needs none any more. A birthday of another year is cleared. The person is told.',
  method: 'POST',
  path: '/console/v1/person/birth-year',
  role: 'admin',
  act: 'people.correct-birth-year',
  proof: true,
  body: v.object({
    id: uuid,
    birth_year: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(9999)),
    reason,
  }),
  answer: v.object({ /** Whether the person is under 14 by it. */ child: v.boolean() }),
  refusals: ['NotFound', 'Conflict', 'FutureDate', 'ReasonRequired'],
} as const satisfies ConsoleCall;

export const childConsoleCalls = { openChild, correctBirthYear } as const satisfies Record<
  string,
  ConsoleCall
>;
