/** Accounts, as operators see them. For viewers phone numbers, e-mail addresses and IP addresses are masked. */
import * as v from 'valibot';
import { done, signInMethods } from '../answers.ts';
import { fieldKey, fieldValue } from '../custom-fields.ts';
import * as f from '../fields.ts';
import type { ConsoleCall } from './call.ts';
import { personAge, personGuardian } from './children.ts';
import { numberChange } from './remedies.ts';
import { hindrances, waysIn } from './rules.ts';
import {
  count,
  cursor,
  flag,
  limit,
  maybeText,
  maybeTime,
  moment,
  reason,
  pageOf,
  text,
  time,
  uuid,
} from './page.ts';

/** The columns that a list of people is sorted by, beside the time of the sign-up and custom fields. */
export const personColumns = ['nickname', 'fullname'] as const;
export type PersonColumn = (typeof personColumns)[number];

/** A person as lists show them; numbers and addresses are masked. */
export const personRow = v.object({
  id: text,
  pid: text,
  nickname: text,
  fullname: maybeText,
  username: maybeText,
  phone_number: maybeText,
  email: maybeText,
  created_at: time,
  blocked_at: maybeTime,
  /** Whether the person is under 14: then numbers, addresses and the full name are masked for every role. */
  child: v.boolean(),
  /** Made by `npm run sample`: nobody signs in to it, and nothing is sent to it. */
  sample: v.boolean(),
  /** The values of custom fields that the caller sees, by key; none of somebody who is masked. */
  fields: v.record(text, fieldValue),
});
export type PersonRow = v.InferOutput<typeof personRow>;

export const listPeople = {
  summary:
    'People, by the beginning of a full name, nickname, username or e-mail address, the beginning or end of a phone number, or an id; of a whole number or address that nobody has, those like it; without a query all, by registration time. Viewers search by names and id alone.',
  method: 'GET',
  path: '/console/v1/people',
  role: 'viewer',
  view: 'people.list',
  query: v.object({
    q: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{0,254}$/u))),
    /** Without `q`; with `q` the order is by the kind of match. */
    sort: v.optional(v.picklist(['newest', 'oldest']), 'newest'),
    pid: v.optional(f.pid),
    blocked: v.optional(flag),
    /** Registered at or after, milliseconds since 1970. */
    from: v.optional(moment),
    /** Registered before, milliseconds since 1970. */
    to: v.optional(moment),
    /** The key of a custom field. Of it and those below nothing is said of people who are masked: they have no value. */
    field: v.optional(fieldKey),
    /** Those who have this value of it, or this one among several. */
    value: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{1,500}$/u))),
    /** Those who have at least this; of numbers and dates. */
    value_from: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{1,40}$/u))),
    /** Those who have at most this. */
    value_to: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{1,40}$/u))),
    /** Without `q`: the key of the field that they are sorted by, from the least value; those without one are the last, the newest first. */
    order: v.optional(fieldKey),
    /**
     * Without `q` and `order`: the column that they are sorted by, code point by code point; those without a value, and those of whom
     * it is masked, are the last, the newest first. Viewers are refused it.
     */
    by: v.optional(v.picklist(personColumns)),
    /** With `order` or `by`: from the greatest value. */
    descending: v.optional(flag),
    limit,
    cursor,
  }),
  answer: pageOf(personRow),
  refusals: ['IllegalPid', 'RoleRequired', 'InvalidRequest'],
} as const satisfies ConsoleCall;

const listSites = {
  summary: 'The pids that are served, as ROLLCALL_PIDS names them; none where any is.',
  method: 'GET',
  path: '/console/v1/people/sites',
  role: 'viewer',
  answer: v.object({ items: v.array(text) }),
  refusals: [],
} as const satisfies ConsoleCall;

const findPerson = {
  summary:
    'The person who signs in with an identifier: a whole phone number, e-mail address or username. Somebody under 14 is masked as in lists.',
  method: 'GET',
  path: '/console/v1/people/find',
  role: 'support',
  view: 'people.find',
  query: v.object({ identity: f.identity }),
  answer: personRow,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const listPersonChanges = {
  summary:
    'People whose account was made, changed or deleted, the earliest change first, each once with its last change. On the last page `until` is the next `since`. Deletions are listed for 90 days. Who was there before the first change is not listed: `listPeople` has everybody.',
  method: 'GET',
  path: '/console/v1/people/changes',
  role: 'support',
  view: 'people.changes',
  query: v.object({ since: v.optional(moment), limit, cursor }),
  answer: v.object({
    items: v.array(
      v.object({
        id: text,
        changed_at: time,
        /** Null: the account was deleted. */
        person: v.nullable(personRow),
      }),
    ),
    next: maybeText,
    /** What changed before is listed, whichever transactions were under way; milliseconds since 1970. */
    until: time,
  }),
  refusals: [],
} as const satisfies ConsoleCall;

const personSession = v.object({
  id: text,
  created_at: time,
  /** The last refresh of its tokens, within an hour of its last use. */
  last_used_at: time,
  expires_at: time,
  address: text,
  /** The browser, from its User-Agent; null if unknown. */
  browser: maybeText,
  system: maybeText,
  kind: v.picklist(['desktop', 'phone', 'tablet', 'other']),
  /** How the person signed in; null for sessions that began before this was kept. */
  method: v.nullable(v.picklist(signInMethods)),
  /** What the client said of itself at the sign-in; null where it said nothing. */
  platform: maybeText,
  product: maybeText,
  /** The version of its account library. */
  sdk: maybeText,
});
export type PersonSession = v.InferOutput<typeof personSession>;

const personDetail = v.object({
  ...personRow.entries,
  avatar_url: maybeText,
  /** Of the list of grades; null: none, or it is masked. */
  grade: v.nullable(count),
  /** When the account will be deleted; null: no deletion is scheduled. */
  deletion_due_at: maybeTime,
  has_password: v.boolean(),
  password_set_at: maybeTime,
  bindings: v.array(v.object({ provider: text, appid: text, created_at: time })),
  /** The second factors that are set up, and since when. */
  second_factors: v.array(v.object({ kind: v.picklist(['totp', 'passkey']), created_at: time })),
  /** Whether sign-ins ask for one of them. */
  second_factor_asked: v.boolean(),
  age: personAge,
  /** Null: there never was a guardianship. */
  guardian: v.nullable(personGuardian),
  /** The changes of the number by the school, newest first: the last 20. */
  number_changes: v.array(numberChange),
  blocked: v.nullable(v.object({ at: time, reason: maybeText, by: maybeText })),
  sessions: v.array(personSession),
  signatures: v.array(
    v.object({
      agreement_id: count,
      code: text,
      version: count,
      title: v.object({ 'zh-CN': text, en: text }),
      signed_at: time,
      address: text,
    }),
  ),
});
export type PersonDetail = v.InferOutput<typeof personDetail>;

export const getPerson = {
  summary:
    'One person: identifiers, bindings, active sessions, signatures, block, age and guardian. Somebody under 14 has to be opened first by `openChild`.',
  method: 'GET',
  path: '/console/v1/person',
  role: 'viewer',
  view: 'people.view',
  query: v.object({ id: uuid }),
  answer: personDetail,
  refusals: ['NotFound', 'ReasonRequired'],
} as const satisfies ConsoleCall;

export const getSignInDiagnosis = {
  summary:
    'Why a person cannot sign in: the hindrances now, and the last refusals (20 at most, 30 days), by account or by identifier.',
  method: 'GET',
  path: '/console/v1/person/trouble',
  role: 'support',
  view: 'people.diagnose',
  query: v.object({
    id: v.optional(uuid),
    identity: v.optional(f.identity),
  }),
  answer: v.object({
    /** The account's id; null: there is none. */
    id: maybeText,
    /** By which ways the account can be signed in to now; null: there is no account. */
    ways: v.nullable(v.array(v.picklist(waysIn))),
    hindrances: v.array(
      v.object({
        kind: v.picklist(hindrances),
        /** When it ends; null: not by itself. */
        until: maybeTime,
        /** The kind of identifier that it applies to, such as `phone`; null: all. */
        of: maybeText,
        /** Of `moved`: when the number or address was changed, and the account that had it. Of what fails: since when. */
        since: v.optional(time),
        account: v.optional(text),
        /** Of `agreements-unsigned`: the sites that ask for them. */
        pids: v.optional(v.array(text)),
        /** Of a deletion that no operator cancels: the guardian asked for it, or none consented in time. */
        stays: v.optional(v.picklist(['guardian', 'unanswered'])),
        /** Of `messages-failing`: the senders that fail. */
        senders: v.optional(v.array(text)),
        /** Of `third-party-failing`. */
        provider: v.optional(v.picklist(['wechat', 'qq'])),
        /** Of `verification-refused` and `verification-failing`: the challenge (`GEETEST`; `ALTCHA` is the built-in one), and the refusal's name. */
        rule: v.optional(text),
        refusal: v.optional(text),
      }),
    ),
    refusals: v.array(
      v.object({
        at: time,
        /** The call's name in the contract, such as `loginByAccount`; `humanVerification` for those of every challenge. */
        call: text,
        /** The refusal's name; `fault`: a server error. */
        refusal: text,
        /** A human verification was required. An ordinary step, unless no second call follows. */
        rule_required: v.boolean(),
        /** Of a human verification that was refused: its challenge, such as `GEETEST`; null: another refusal. */
        rule: maybeText,
        /** The kind of the typed identifier: phone, email, username. */
        kind: text,
        address: text,
      }),
    ),
  }),
  refusals: ['NotFound', 'ReasonRequired'],
} as const satisfies ConsoleCall;

export const blockPerson = {
  summary: 'Blocks an account and ends its sessions. Other operators see the reason.',
  method: 'POST',
  path: '/console/v1/person/block',
  role: 'support',
  act: 'people.block',
  proof: true,
  body: v.object({ id: uuid, reason }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const unblockPerson = {
  summary: 'Unblocks an account.',
  method: 'POST',
  path: '/console/v1/person/unblock',
  role: 'support',
  act: 'people.unblock',
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const resetPersonSecondFactor = {
  summary:
    'Removes the authenticator app, passkeys and recovery codes of a person who lost them, and ends their sessions. The person is told.',
  method: 'POST',
  path: '/console/v1/person/reset-second-factor',
  role: 'admin',
  act: 'people.reset-second-factor',
  proof: true,
  body: v.object({ id: uuid, reason }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const endPersonSession = {
  summary: 'Ends one session of a person.',
  method: 'POST',
  path: '/console/v1/person/sessions/end',
  role: 'support',
  act: 'people.end-session',
  body: v.object({ id: uuid, session_id: uuid }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const endPersonSessions = {
  summary: 'Ends every session of a person.',
  method: 'POST',
  path: '/console/v1/person/sessions/end-all',
  role: 'support',
  act: 'people.end-all-sessions',
  body: v.object({ id: uuid }),
  answer: v.object({ ended: count }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

/** The console's calls about people. */
export const peopleConsoleCalls = {
  listPeople,
  listSites,
  findPerson,
  listPersonChanges,
  getPerson,
  getSignInDiagnosis,
  blockPerson,
  unblockPerson,
  resetPersonSecondFactor,
  endPersonSession,
  endPersonSessions,
} as const satisfies Record<string, ConsoleCall>;
