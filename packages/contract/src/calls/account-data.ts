/** All that is kept of an account, for its person to read and take away. */
import * as v from 'valibot';
import { profile, signInMethods } from '../answers.ts';
import { consentKinds } from '../events/kinds.ts';
import { guardianDecisions } from '../guardian-decisions.ts';
import type { Call } from '../call.ts';
import { fieldValue } from '../custom-fields.ts';
import { accounts } from './paths.ts';

/** Milliseconds since 1970. */
const time = v.number();
const noTime = v.nullable(time);
const text = v.string();
const noText = v.nullable(text);

/** All times are milliseconds since 1970; lists are in the order of time, the newest first. */
export const accountData = v.object({
  at: time,
  profile,
  account: v.object({
    /** The product and site where it was made. */
    pid: text,
    created_at: time,
    /** Null: there is no password. */
    password_set_at: noTime,
    password_too_common: v.boolean(),
    two_step_verification: v.boolean(),
    deletion_due_at: noTime,
  }),
  /** The values of the school's own fields, also of those that the person does not see elsewhere. */
  custom_fields: v.array(
    v.object({ key: text, name: v.object({ 'zh-CN': text, en: text }), value: fieldValue }),
  ),
  identifiers: v.array(
    v.object({ kind: v.picklist(['phone', 'email', 'username']), value: text, since: time }),
  ),
  third_parties: v.array(
    v.object({
      provider: v.picklist(['wechat', 'qq']),
      appid: text,
      /** The ids by which the provider names the person. */
      subject: text,
      unionid: noText,
      since: time,
    }),
  ),
  /** Of a person under 14: who the guardian is and what the guardian decided (docs/minors.md). */
  guardian: v.object({
    birth_year: v.nullable(v.number()),
    /** Who set it; null: not known. */
    birth_year_from: v.nullable(v.picklist(['person', 'guardian', 'staff'])),
    /** When the person turns 14, as far as it is known. */
    child_until: noTime,
    consented_at: noTime,
    phone_number: noText,
    asked_at: noTime,
    /** When the account is deleted unless a guardian consents. */
    due_at: noTime,
    /** When the account is deleted because the guardian asked for it. */
    erase_at: noTime,
    /** The kinds of usage that the guardian lets be recorded. */
    usage: v.array(v.picklist(consentKinds)),
    /** Until when the guardian was told of new versions of the agreements. */
    told_at: noTime,
    /** Sites that ask for more than who is the same, and what the guardian allows. */
    clients: v.array(
      v.object({
        name: text,
        asked: v.array(text),
        asked_at: time,
        allowed: v.array(text),
        decided_at: noTime,
      }),
    ),
    decisions: v.array(
      v.object({
        /** Masked, unless it is the reader's own. */
        phone: text,
        decision: v.picklist(guardianDecisions),
        agreements: v.array(v.object({ id: v.number(), code: text, version: v.number(), title: text })),
        at: time,
        /** Null: it is another person's. */
        address: noText,
        /** The kinds that a decision about usage allows; null: it is another decision. */
        usage: v.nullable(v.array(v.picklist(consentKinds))),
        /** What a decision about a client lets it learn; null: it is another decision. */
        client: v.nullable(v.object({ id: text, name: text, scopes: v.array(text) })),
        /** Whether it was made in a browser that the account was signed in from. */
        own_device: v.boolean(),
      }),
    ),
  }),
  agreements: v.array(
    v.object({ code: text, version: v.number(), title: text, signed_at: time, address: text }),
  ),
  /** The sign-ins that are kept: 30 days from the last use, a day from the end. */
  sign_ins: v.array(
    v.object({
      /** The pid that was signed in to. */
      pid: text,
      browser: noText,
      system: noText,
      kind: v.picklist(['desktop', 'phone', 'tablet', 'other']),
      /** As the browser named itself. */
      user_agent: text,
      address: text,
      method: v.nullable(v.picklist(signInMethods)),
      /** What the client said of itself; null where it said nothing. */
      platform: noText,
      product: noText,
      /** The version of its account library. */
      sdk: noText,
      /** Others use the device too, as the person said. */
      shared: v.boolean(),
      at: time,
      last_used_at: time,
      expires_at: time,
      /** Null: it has not been ended. */
      ended_at: noTime,
      /** Why it ended; null: it runs or has expired. */
      ended_by: v.nullable(v.string()),
      /** When the person last proved who they are. */
      proved_at: noTime,
      second_factor: v.boolean(),
      /** Wrong passwords in a row. */
      wrong_passwords: v.number(),
    }),
  ),
  /** Devices that are recognised again; of what they are only a digest is kept. */
  known_devices: v.array(v.object({ last_used_at: time })),
  /** Sites that may learn who the person is (docs/oidc.md). */
  clients: v.array(v.object({ name: text, scopes: v.array(text), allowed_at: time })),
  second_factors: v.object({
    totp: v.array(v.object({ since: time })),
    passkeys: v.array(v.object({ name: text, since: time, last_used_at: noTime })),
    /** How many are left. */
    recovery_codes: v.number(),
    /** Wrong codes in a row. */
    failures: v.array(
      v.object({ method: v.picklist(['totp', 'recovery_code']), count: v.number(), last_at: time }),
    ),
  }),
  notices: v.array(
    v.object({
      kind: text,
      /** What happened, as one clause without a full stop. */
      text,
      at: time,
      /** The channel by which it was sent; null: not yet. */
      channel: v.nullable(v.picklist(['sms', 'email', 'page'])),
    }),
  ),
  /** Changes that can still be taken back, and until when. */
  changes: v.array(v.object({ at: time, until: time })),
});

export const exportAccountData = {
  summary:
    "All that is kept of the caller's account, but for secrets, digests and what was reported of its use, which `exportUsageData` gives. It needs a fresh proof, and is given ten times in 24 hours.",
  method: 'GET',
  path: accounts('export'),
  token: 'required',
  query: v.object({
    /** The language of the agreements' titles and of the messages. */
    language: v.picklist(['zh-CN', 'en']),
  }),
  answer: accountData,
  refusals: ['TokenInvalid', 'AccountBlocked', 'ProofRequired', 'TooManyAttempts'],
} as const satisfies Call;
