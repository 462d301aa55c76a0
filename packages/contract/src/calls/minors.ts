/**
 * Pupils under 14 and their guardians (docs/minors.md). Who is under 14 can do nothing before a guardian consented: calls with a
 * token then answer GuardianRequired unless they have `waiting`.
 */
import * as v from 'valibot';
import { agreement, done, sent } from '../answers.ts';
import type { Call } from '../call.ts';
import { consentKinds } from '../events/kinds.ts';
import * as f from '../fields.ts';
import { openidScopes } from '../openid.ts';
import { accountData } from './account-data.ts';
import { accounts } from './paths.ts';
import { usageJob } from './usage-data.ts';

/** Milliseconds since 1970. */
const time = v.number();

/** What a person is asked about their age. */
export const ageState = v.object({
  /** Whether the person is asked for the year of birth: it is not known yet. */
  asks: v.boolean(),
  birth_year: v.nullable(v.number()),
  /** Whether the person is under 14 (`ROLLCALL_CHILD_AGE`). */
  child: v.boolean(),
  /** Null: the person needs no guardian. */
  guardian: v.nullable(
    v.object({
      /** Whether a guardian consented. */
      consented: v.boolean(),
      /** Whether the owner of the last number said that no pupil is theirs. */
      refused: v.boolean(),
      /** Whether the guardian consented once and withdrew that, and was not asked again since. */
      withdrawn: v.boolean(),
      /** The guardian's number, masked; null: none was given. */
      phone_number: v.nullable(v.string()),
      /** Six digits that the person gives the guardian, who types them on the page of the link; null: no link was asked for. */
      code: v.nullable(v.string()),
      /** When the next message can be asked for; null: now. */
      next_at: v.nullable(time),
      /** When the account is deleted unless a guardian consents; null: it is not. */
      due_at: v.nullable(time),
      /** When the account is deleted because the guardian asked for it; null: it is not. */
      erase_at: v.nullable(time),
    }),
  ),
});
export type AgeState = v.InferOutput<typeof ageState>;

export const getAge = {
  summary: "What the caller is asked about their age, and how far the guardian's consent is.",
  method: 'GET',
  path: accounts('age'),
  token: 'required',
  waiting: true,
  answer: ageState,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const setAge = {
  summary:
    "Sets the caller's year of birth, once. Needs a fresh proof: under 14 it closes the account until a guardian consents.",
  method: 'POST',
  path: accounts('age'),
  token: 'required',
  waiting: true,
  body: v.object({ birth_year: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(9999)) }),
  answer: ageState,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'FutureDate',
    'AgeAlreadySet',
    'TooManyAttempts',
  ],
} as const satisfies Call;

export const askGuardian = {
  summary:
    "Sends a link to the caller's guardian, three times a day at most. A number that was asked within a day keeps its link. After a consent no other number can be named, and none has to be: without one the same guardian is asked. What the caller is answered does not depend on whose number it is. A number gets one such message in 24 hours, and three until its owner answers.",
  method: 'POST',
  path: accounts('guardian'),
  token: 'required',
  waiting: true,
  identifier: 'phone_number',
  body: v.object({ phone_number: v.optional(f.phoneNumber) }),
  answer: ageState,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidPhoneNumber',
    'IllegalOperation',
    'TooManyAttempts',
  ],
} as const satisfies Call;

export const withdrawSignUp = {
  summary:
    'Deletes the account of a caller who waits for a guardian: at once within a day of the sign-up, in 15 days otherwise.',
  method: 'POST',
  path: accounts('guardian/withdraw'),
  token: 'required',
  waiting: true,
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'ProofRequired', 'IllegalOperation'],
} as const satisfies Call;

/** A kind of usage that is recorded with consent (section 4). */
const consentKind = v.picklist(consentKinds);

/** A pupil, as the guardian sees it. */
export const child = v.object({
  account_id: v.string(),
  pid: v.string(),
  nickname: v.string(),
  fullname: v.nullable(v.string()),
  birth_year: v.number(),
  /** Seconds since 1970 (UTC); null: not known. */
  birthday: v.nullable(v.number()),
  created_at: time,
  /** Whether this guardian consented at any time: sees, saves and deletes what is kept. */
  known: v.boolean(),
  /** When this guardian consented; null: consent is asked for, or was withdrawn. */
  consented_at: v.nullable(time),
  /** When the person needs no guardian any more. */
  child_until: time,
  /** When the account is deleted because the guardian asked for it; null: it is not. */
  erase_at: v.nullable(time),
  /** When the account is deleted; null: it is not. */
  deletion_due_at: v.nullable(time),
  /** What a consent has to name: the agreements in force at the account's pid. */
  agreements: v.array(agreement),
  /** Those of them that came into force since this guardian consented, and wait for the guardian; empty before a consent. */
  new_agreements: v.array(agreement),
  /** The kinds of usage that the guardian lets be recorded. */
  usage: v.array(consentKind),
  /** The clients that the pupil lets learn more than who is the same (docs/oidc.md), the latest asked first. */
  clients: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      /** An https URL of its picture. */
      mark: v.nullable(v.string()),
      asked: v.array(v.picklist(openidScopes)),
      asked_at: time,
      /** What the guardian allows of it. */
      allowed: v.array(v.picklist(openidScopes)),
      /** Null: the guardian has not decided. */
      decided_at: v.nullable(time),
    }),
  ),
});
export type Child = v.InferOutput<typeof child>;

/** `ticket`: for the other calls of the guardian, an hour. */
const guarded = v.object({ ticket: v.string(), children: v.array(child) });
const ofChild = { ticket: f.opaque('ticket'), account_id: v.pipe(v.string(), v.uuid()) };
/** The language of titles. */
const language = v.optional(v.picklist(['zh-CN', 'en']));

export const openGuardianLink = {
  summary:
    'Opens the link of a message to a guardian, with the six digits that the pupil sees. Five wrong ones void the link.',
  method: 'POST',
  path: accounts('guardian/link'),
  token: 'none',
  body: v.object({ token: f.opaque('token'), captcha: f.code, language }),
  answer: guarded,
  refusals: ['InvalidCaptcha', 'CaptchaMismatch', 'LinkInvalid'],
} as const satisfies Call;

export const sendGuardianCaptcha = {
  summary: "Sends a code to a guardian's number. It is sent to a number without pupils too.",
  method: 'POST',
  path: accounts('guardian/captcha'),
  token: 'none',
  identifier: 'phone_number',
  sends: { purpose: 'guardian', channel: 'sms', pid: 'header' },
  body: v.object({ phone_number: f.phoneNumber }),
  answer: sent,
  refusals: ['InvalidPhoneNumber', 'CaptchaTooFrequent', 'CaptchaLimitReached', 'InvalidTicket'],
} as const satisfies Call;

export const openGuardian = {
  summary:
    'The pupils for whom the number consented at any time, by the code to it. Others open by their link alone.',
  method: 'POST',
  path: accounts('guardian/open'),
  token: 'none',
  identifier: 'phone_number',
  body: v.object({ phone_number: f.phoneNumber, captcha: f.code, language }),
  answer: guarded,
  refusals: ['InvalidPhoneNumber', 'InvalidCaptcha', 'CaptchaMismatch'],
} as const satisfies Call;

export const decideForChild = {
  summary:
    "The guardian's decision: `consent` (names every agreement in force), `refuse` (not this person's child: the number gets no more messages), `withdraw` the consent, `erase` the account in 15 days, or `keep` it after all. After a consent another `consent` takes in new versions, `usage` sets what may be recorded of the pupil's use: no other word counts; and `client` what a client may learn, of what it asks for: other scopes are refused with Conflict.",
  method: 'POST',
  path: accounts('guardian/decision'),
  token: 'none',
  body: v.object({
    ...ofChild,
    decision: v.picklist(['consent', 'refuse', 'withdraw', 'erase', 'keep', 'usage', 'client']),
    /** For `usage`: the kinds that may be recorded. @default none */
    usage: v.optional(v.pipe(v.array(consentKind), v.maxLength(consentKinds.length))),
    agreement_ids: v.optional(f.agreementIds),
    /** For `client`: which one, and the scopes that it may learn; none: nothing, and the pupil's sign-ins there end. */
    client: v.optional(
      v.object({
        id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
        scopes: v.pipe(v.array(v.picklist(openidScopes)), v.maxLength(openidScopes.length)),
      }),
    ),
    language,
  }),
  answer: v.object({ children: v.array(child) }),
  refusals: ['WrongTicket', 'EmptyAgreementIds', 'IllegalOperation', 'Conflict'],
} as const satisfies Call;

export const correctChild = {
  summary:
    "Corrects a pupil's full name and birthday. A birthday tells when the person turns 14 to the day; one that makes the pupil old enough has to be in the year that the pupil gave.",
  method: 'POST',
  path: accounts('guardian/profile'),
  token: 'none',
  body: v.object({
    ...ofChild,
    fullname: v.optional(f.clearable(f.fullname)),
    birthday: v.optional(f.birthday),
    language,
  }),
  answer: v.object({ children: v.array(child) }),
  refusals: ['WrongTicket', 'InvalidFullname', 'InvalidBirthday', 'FutureDate', 'IllegalOperation'],
} as const satisfies Call;

export const exportChildData = {
  summary:
    "All that is kept of a pupil's account, as `exportAccountData` gives it, and a link to what was reported of its use; ten times in 24 hours.",
  method: 'POST',
  path: accounts('guardian/export'),
  token: 'none',
  body: v.object({ ...ofChild, language }),
  answer: v.object({
    ...accountData.entries,
    /** Earlier exports and erasures of the events, by the person or an operator, the newest first. */
    usage_jobs: v.array(usageJob),
    /** Of the events, one JSON text a line, as `exportUsageData` gives them. It answers NotFound until they are put together, and is good for ten minutes. */
    usage_link: v.string(),
  }),
  refusals: ['WrongTicket', 'IllegalOperation', 'TooManyAttempts'],
} as const satisfies Call;
