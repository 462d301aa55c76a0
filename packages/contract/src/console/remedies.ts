/** What operators do for a person who can't sign in. Each tells the person, or of somebody under 14 the guardian. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import { fieldValues } from '../custom-fields.ts';
import * as f from '../fields.ts';
import type { ConsoleCall } from './call.ts';
import { maybeText, maybeTime, reason, text, time, uuid } from './page.ts';
import { clearedWaits, numberChangeEnds, numberChangeStates } from './rules.ts';

const clearPersonWaits = {
  summary:
    'Ends the waits of a person: after wrong passwords and wrong codes of a second factor, for the next code, and of the day’s codes. The person is told where there was one.',
  method: 'POST',
  path: '/console/v1/person/clear-waits',
  role: 'support',
  act: 'people.clear-waits',
  proof: true,
  body: v.object({ id: uuid, reason }),
  answer: v.object({ cleared: v.array(v.picklist(clearedWaits)) }),
  refusals: ['NotFound', 'ReasonRequired'],
} as const satisfies ConsoleCall;

const sendPersonResetLink = {
  summary:
    'Sends a link to the person’s own number or address, by which they set a new password: once, for 24 hours. Refused with IllegalOperation where the account has none of that kind, or is blocked, and with NoSender where no sender is set up for it.',
  method: 'POST',
  path: '/console/v1/person/reset-link',
  role: 'support',
  act: 'people.send-reset-link',
  body: v.object({ id: uuid, to: v.picklist(['phone', 'email']) }),
  answer: done,
  refusals: ['NotFound', 'ReasonRequired', 'IllegalOperation', 'NoSender'],
} as const satisfies ConsoleCall;

const unbindPersonIdentity = {
  summary:
    'Unbinds WeChat or QQ from an account. The person can take it back for 72 hours. Refused with IllegalOperation where none is bound, or nothing else is left to sign in with.',
  method: 'POST',
  path: '/console/v1/person/unbind',
  role: 'admin',
  act: 'people.unbind',
  proof: true,
  body: v.object({ id: uuid, provider: v.picklist(['wechat', 'qq']), reason }),
  answer: done,
  refusals: ['NotFound', 'ReasonRequired', 'IllegalOperation'],
} as const satisfies ConsoleCall;

const cancelPersonDeletion = {
  summary:
    'Cancels the deletion that a person asked for. One that a guardian asked for, or that follows from no guardian’s consent in time, is refused with IllegalOperation.',
  method: 'POST',
  path: '/console/v1/person/cancel-deletion',
  role: 'support',
  act: 'people.cancel-deletion',
  body: v.object({ id: uuid, reason }),
  answer: done,
  refusals: ['NotFound', 'ReasonRequired', 'Conflict', 'IllegalOperation'],
} as const satisfies ConsoleCall;

const deletePerson = {
  summary:
    'Deletes an account after 15 days, in which the person and the school can cancel it. Sessions end immediately, and the person is told. Refused with Conflict where its deletion is due already.',
  method: 'POST',
  path: '/console/v1/person/delete',
  role: 'admin',
  act: 'people.delete',
  proof: true,
  body: v.object({ id: uuid, reason }),
  answer: v.object({ deletion_due_at: time }),
  refusals: ['NotFound', 'ReasonRequired', 'Conflict'],
} as const satisfies ConsoleCall;

const createPerson = {
  summary:
    'Creates an account for a number or an e-mail address, without a password: its person signs in by a code, or resets the password. They are told, and asked for the agreements at the first sign-in.',
  method: 'POST',
  path: '/console/v1/people/create',
  role: 'support',
  act: 'people.create',
  proof: true,
  body: v.object({
    pid: f.pid,
    phone_number: v.optional(f.phoneNumber),
    /** Where there is no number: both are refused with InvalidRequest. */
    email: v.optional(f.email),
    fullname: v.optional(f.fullname),
    birth_year: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(9999))),
  }),
  answer: v.object({ id: text }),
  refusals: ['IllegalPid', 'PhoneRegistered', 'EmailRegistered', 'FutureDate'],
} as const satisfies ConsoleCall;

const correctPersonName = {
  summary: 'Corrects the full name or the nickname of a person; what is absent stays.',
  method: 'POST',
  path: '/console/v1/person/name',
  role: 'support',
  act: 'people.correct-name',
  body: v.object({
    id: uuid,
    nickname: v.optional(f.nickname),
    /** The empty text clears it. */
    fullname: v.optional(v.union([v.literal(''), f.fullname])),
    reason,
  }),
  answer: done,
  refusals: ['NotFound', 'ReasonRequired', 'Conflict', 'NicknameExists'],
} as const satisfies ConsoleCall;

const updatePerson = {
  summary:
    'Changes the grade and the values of custom fields of a person; what is absent stays. An operator changes those fields that staff changes, other software all. A wrong value is refused with InvalidRequest: `data` has its `field` and `why`.',
  method: 'POST',
  path: '/console/v1/person/update',
  role: 'support',
  act: 'people.update',
  body: v.object({
    id: uuid,
    /** Of the list of grades; null clears it. */
    grade: v.optional(v.nullable(f.grade)),
    fields: v.optional(fieldValues),
    reason,
  }),
  answer: done,
  refusals: ['NotFound', 'ReasonRequired', 'InvalidRequest'],
} as const satisfies ConsoleCall;

/** A change of a person's number by the school. */
export const numberChange = v.object({
  id: text,
  state: v.picklist(numberChangeStates),
  /** Null: the account has none. Masked once it has ended. */
  old_number: maybeText,
  /** Null: the number is removed. Masked once it has ended. */
  new_number: maybeText,
  reason: text,
  proposed_by: text,
  proposed_at: time,
  /** From when an admin other than who proposed it can approve it; null: as the admins are, nobody can before it ends, or it waits for nobody. */
  approvable_at: maybeTime,
  approved_by: maybeText,
  approved_at: maybeTime,
  /** When it is done; null: not approved. */
  due_at: maybeTime,
  ended_at: maybeTime,
  ended_by: v.nullable(v.picklist(numberChangeEnds)),
});
export type NumberChange = v.InferOutput<typeof numberChange>;

const listOpenNumberChanges = {
  summary:
    'The changes of numbers that wait for another admin, or for their time: 200 at most, the oldest first.',
  method: 'GET',
  path: '/console/v1/number-changes',
  role: 'admin',
  answer: v.object({
    items: v.array(
      v.object({
        id: text,
        account_id: text,
        state: v.picklist(numberChangeStates),
        proposed_by: text,
        proposed_at: time,
        due_at: maybeTime,
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

const proposeNumberChange = {
  summary:
    'Proposes to change a person’s number, or to remove it. Nothing happens before another admin approves it; a proposal ends by itself after 7 days.',
  method: 'POST',
  path: '/console/v1/person/number/propose',
  role: 'admin',
  act: 'people.propose-number',
  proof: true,
  body: v.object({
    id: uuid,
    /** Null: the number is removed. */
    phone_number: v.nullable(f.phoneNumber),
    reason,
  }),
  answer: v.object({ change_id: text }),
  refusals: ['NotFound', 'ReasonRequired', 'Conflict', 'PhoneBoundByOther', 'IllegalOperation'],
} as const satisfies ConsoleCall;

const approveNumberChange = {
  summary:
    'Approves a change that another admin proposed. Both numbers are told at once, with a link that cancels it; it is done after 72 hours. Refused with IllegalOperation where who proposed it is no admin any more, with NewAdmin where one of the two became an admin, or got a new password by a link or a new second factor, in the last 72 hours; `data.until` is when they count, in milliseconds since 1970.',
  method: 'POST',
  path: '/console/v1/person/number/approve',
  role: 'admin',
  act: 'people.approve-number',
  proof: true,
  body: v.object({ id: uuid, change_id: uuid }),
  answer: v.object({ due_at: time }),
  refusals: ['NotFound', 'ReasonRequired', 'Conflict', 'PhoneBoundByOther', 'IllegalOperation', 'NewAdmin'],
} as const satisfies ConsoleCall;

const cancelNumberChange = {
  summary: 'Cancels a change of a number that is proposed or approved.',
  method: 'POST',
  path: '/console/v1/person/number/cancel',
  role: 'support',
  act: 'people.cancel-number',
  body: v.object({ id: uuid, change_id: uuid }),
  answer: done,
  refusals: ['NotFound', 'ReasonRequired', 'Conflict'],
} as const satisfies ConsoleCall;

export const remedyConsoleCalls = {
  clearPersonWaits,
  sendPersonResetLink,
  unbindPersonIdentity,
  cancelPersonDeletion,
  deletePerson,
  createPerson,
  correctPersonName,
  updatePerson,
  listOpenNumberChanges,
  proposeNumberChange,
  approveNumberChange,
  cancelNumberChange,
} as const satisfies Record<string, ConsoleCall>;
