/** Pupils and teachers as the operators see them. Viewers get phone numbers, e-mail and IP addresses masked. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import * as f from '../fields.ts';
import type { ConsoleCall } from './call.ts';
import { hindrances } from './rules.ts';
import {
  count,
  cursor,
  flag,
  limit,
  maybeText,
  maybeTime,
  moment,
  pageOf,
  text,
  time,
  uuid,
} from './page.ts';

const personRow = v.object({
  id: text,
  pid: text,
  nickname: text,
  fullname: maybeText,
  username: maybeText,
  phone_number: maybeText,
  email: maybeText,
  created_at: time,
  blocked_at: maybeTime,
});
export type PersonRow = v.InferOutput<typeof personRow>;

export const listPeople = {
  summary:
    'People by the beginning of a full name, nickname, username or e-mail address, by the beginning or end of a phone number, or by id; or all, by when they came.',
  method: 'GET',
  path: '/console/v1/people',
  role: 'viewer',
  query: v.object({
    q: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{0,254}$/u))),
    /** Without `q`; with it they come by what matched. */
    sort: v.optional(v.picklist(['newest', 'oldest']), 'newest'),
    pid: v.optional(f.pid),
    blocked: v.optional(flag),
    /** Came at or after, milliseconds since 1970. */
    from: v.optional(moment),
    /** Came before. */
    to: v.optional(moment),
    limit,
    cursor,
  }),
  answer: pageOf(personRow),
  refusals: ['IllegalPid'],
} as const satisfies ConsoleCall;

const personSession = v.object({
  id: text,
  created_at: time,
  /** The last time that its tokens were renewed: within an hour of its last use. */
  last_used_at: time,
  expires_at: time,
  address: text,
  /** As the browser names itself; null where it says nothing that is known. */
  browser: maybeText,
  system: maybeText,
  kind: v.picklist(['desktop', 'phone', 'tablet', 'other']),
});
export type PersonSession = v.InferOutput<typeof personSession>;

const personDetail = v.object({
  ...personRow.entries,
  avatar_url: maybeText,
  /** When the account will be deleted, where its owner asked for that. */
  deletion_due_at: maybeTime,
  has_password: v.boolean(),
  password_set_at: maybeTime,
  bindings: v.array(v.object({ provider: text, appid: text, created_at: time })),
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
    'One person: what they sign in with, what is bound, running sessions, signatures, whether blocked.',
  method: 'GET',
  path: '/console/v1/person',
  role: 'viewer',
  query: v.object({ id: uuid }),
  answer: personDetail,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const getSignInTrouble = {
  summary:
    'Why somebody cannot sign in: what stands in the way now, and the last refusals (20 at most, 30 days), by account or by what they type.',
  method: 'GET',
  path: '/console/v1/person/trouble',
  role: 'support',
  query: v.object({
    id: v.optional(uuid),
    identity: v.optional(f.identity),
  }),
  answer: v.object({
    /** The account, where there is one. */
    id: maybeText,
    hindrances: v.array(
      v.object({
        kind: v.picklist(hindrances),
        /** It is over then; null: not by itself. */
        until: maybeTime,
        /** For which of what they sign in with, as `phone`; null: for all. */
        of: maybeText,
      }),
    ),
    refusals: v.array(
      v.object({
        at: time,
        /** The call's name in the contract: `loginByAccount`. */
        call: text,
        /** By name; `fault`: a fault of ours. */
        refusal: text,
        /** A human verification was asked for: an ordinary step, unless nobody came back. */
        rule_required: v.boolean(),
        /** What was typed: phone, email, username. */
        kind: text,
        address: text,
      }),
    ),
  }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const blockPerson = {
  summary: 'Blocks an account, with a reason for the other operators, and ends its sessions.',
  method: 'POST',
  path: '/console/v1/person/block',
  role: 'support',
  act: 'people.block',
  body: v.object({
    id: uuid,
    reason: v.pipe(v.string(), v.trim(), v.regex(/^(?:(?!\n)[^\p{C}]|\n){1,500}$/u)),
  }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const unblockPerson = {
  summary: 'Lets an account in again.',
  method: 'POST',
  path: '/console/v1/person/unblock',
  role: 'support',
  act: 'people.unblock',
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const endPersonSession = {
  summary: "Ends one session of a person's.",
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

export const peopleConsoleCalls = {
  listPeople,
  getPerson,
  getSignInTrouble,
  blockPerson,
  unblockPerson,
  endPersonSession,
  endPersonSessions,
} as const satisfies Record<string, ConsoleCall>;
