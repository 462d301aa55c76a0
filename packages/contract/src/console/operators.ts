/** Who runs the school: sign-in, sessions, invitations, roles, the audit log, and the console's front page. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import { type ConsoleCall, roles } from './call.ts';
import { OPERATOR_NAME, OPERATOR_PASSWORD } from './rules.ts';
import { count, cursor, limit, maybeText, maybeTime, moment, pageOf, text, time, uuid } from './page.ts';

const name = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(OPERATOR_NAME));
const password = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.regex(OPERATOR_PASSWORD),
);
/** Only compared. */
const anyPassword = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.regex(/^[^\p{C}]{1,128}$/u),
);
const anyName = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.regex(/^[^\p{C}]{1,64}$/u),
);
/** What stands behind `#` in a one-use link. */
const token = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^[\w-]{43}$/));
const role = /* @__PURE__ */ v.picklist(roles);

/** Whoever is signed in. */
const operator = /* @__PURE__ */ v.object({ id: text, name: text, role });
export type Operator = v.InferOutput<typeof operator>;

const operatorSession = /* @__PURE__ */ v.object({
  id: text,
  created_at: time,
  last_used_at: time,
  /** It ends then at the latest. */
  expires_at: time,
  address: text,
  /** What its browser says of itself, as people name it: `Chrome 128`, `Windows 10`. */
  browser: maybeText,
  system: maybeText,
  /** The session that asks. */
  current: /* @__PURE__ */ v.boolean(),
});
export type OperatorSession = v.InferOutput<typeof operatorSession>;

const operatorRow = /* @__PURE__ */ v.object({
  id: text,
  name: text,
  role,
  created_at: time,
  disabled_at: maybeTime,
  last_signed_in_at: maybeTime,
});
export type OperatorRow = v.InferOutput<typeof operatorRow>;

const invitation = /* @__PURE__ */ v.object({
  id: text,
  /** `password`: a new password for an operator who is there already. */
  kind: /* @__PURE__ */ v.picklist(['invitation', 'password']),
  role,
  /** Whose password it is for. */
  name: maybeText,
  invited_by: maybeText,
  created_at: time,
  expires_at: time,
});
export type Invitation = v.InferOutput<typeof invitation>;

/** A one-use link: a path on this host with the token behind `#`, told this once. */
const link = /* @__PURE__ */ v.object({ link: text, expires_at: time });

export const getConsoleState = {
  summary: 'Whether there is any operator yet; until then the link printed at start leads in.',
  method: 'GET',
  path: '/console/v1/state',
  role: 'none',
  answer: /* @__PURE__ */ v.object({ first_run: /* @__PURE__ */ v.boolean() }),
  refusals: [],
} as const satisfies ConsoleCall;

export const createFirstOperator = {
  summary: 'Makes the first admin by the link that the server printed, and signs in.',
  method: 'POST',
  path: '/console/v1/first-run',
  role: 'none',
  act: 'operators.first-run',
  body: /* @__PURE__ */ v.object({ token, name, password }),
  answer: operator,
  refusals: ['ForeignOrigin', 'LinkInvalid', 'OperatorExists', 'InvalidPassword'],
} as const satisfies ConsoleCall;

export const signInOperator = {
  summary: 'Signs an operator in; the session is an http-only cookie.',
  method: 'POST',
  path: '/console/v1/sign-in',
  role: 'none',
  act: 'operators.sign-in',
  body: /* @__PURE__ */ v.object({ name: anyName, password: anyPassword }),
  answer: operator,
  refusals: ['ForeignOrigin', 'WrongCredentials', 'TooManyAttempts', 'InvalidPassword'],
} as const satisfies ConsoleCall;

export const signOutOperator = {
  summary: 'Ends the session that asks.',
  method: 'POST',
  path: '/console/v1/sign-out',
  role: 'viewer',
  act: 'operators.sign-out',
  answer: done,
  refusals: [],
} as const satisfies ConsoleCall;

export const getOperator = {
  summary: 'Who is signed in.',
  method: 'GET',
  path: '/console/v1/me',
  role: 'viewer',
  answer: operator,
  refusals: [],
} as const satisfies ConsoleCall;

export const changeOperatorPassword = {
  summary: "Changes one's own password by the old one; ends one's other sessions.",
  method: 'POST',
  path: '/console/v1/me/password',
  role: 'viewer',
  act: 'operators.change-password',
  body: /* @__PURE__ */ v.object({ old_password: anyPassword, password }),
  answer: done,
  refusals: ['WrongOldPassword', 'TooManyAttempts', 'InvalidPassword'],
} as const satisfies ConsoleCall;

export const listOwnSessions = {
  summary: "One's own sessions, the last used first.",
  method: 'GET',
  path: '/console/v1/me/sessions',
  role: 'viewer',
  answer: /* @__PURE__ */ v.array(operatorSession),
  refusals: [],
} as const satisfies ConsoleCall;

export const endOwnSession = {
  summary: "Ends one of one's own sessions.",
  method: 'POST',
  path: '/console/v1/me/sessions/end',
  role: 'viewer',
  act: 'operators.end-session',
  body: /* @__PURE__ */ v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const endOwnOtherSessions = {
  summary: "Ends all of one's own sessions but the one that asks.",
  method: 'POST',
  path: '/console/v1/me/sessions/end-others',
  role: 'viewer',
  act: 'operators.end-other-sessions',
  answer: /* @__PURE__ */ v.object({ ended: count }),
  refusals: [],
} as const satisfies ConsoleCall;

export const listOperators = {
  summary: 'Every operator, by name.',
  method: 'GET',
  path: '/console/v1/operators',
  role: 'admin',
  answer: /* @__PURE__ */ v.array(operatorRow),
  refusals: [],
} as const satisfies ConsoleCall;

export const inviteOperator = {
  summary: 'Makes a one-use link by which somebody becomes an operator, good for seven days.',
  method: 'POST',
  path: '/console/v1/invitations',
  role: 'admin',
  act: 'operators.invite',
  body: /* @__PURE__ */ v.object({ role }),
  answer: link,
  refusals: [],
} as const satisfies ConsoleCall;

export const listInvitations = {
  summary: 'Links that are neither used nor over.',
  method: 'GET',
  path: '/console/v1/invitations',
  role: 'admin',
  answer: /* @__PURE__ */ v.array(invitation),
  refusals: [],
} as const satisfies ConsoleCall;

export const withdrawInvitation = {
  summary: 'Makes a link useless.',
  method: 'POST',
  path: '/console/v1/invitations/withdraw',
  role: 'admin',
  act: 'operators.withdraw-link',
  body: /* @__PURE__ */ v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const lookAtInvitation = {
  summary: 'What a link is for, before it is used.',
  method: 'POST',
  path: '/console/v1/invitations/look',
  role: 'none',
  body: /* @__PURE__ */ v.object({ token }),
  answer: /* @__PURE__ */ v.object({
    kind: /* @__PURE__ */ v.picklist(['first-run', 'invitation', 'password']),
    role,
    name: maybeText,
    invited_by: maybeText,
    expires_at: maybeTime,
  }),
  refusals: ['ForeignOrigin', 'LinkInvalid'],
} as const satisfies ConsoleCall;

export const acceptInvitation = {
  summary: 'Becomes an operator by a link, and signs in.',
  method: 'POST',
  path: '/console/v1/invitations/accept',
  role: 'none',
  act: 'operators.accept',
  body: /* @__PURE__ */ v.object({ token, name, password }),
  answer: operator,
  refusals: ['ForeignOrigin', 'LinkInvalid', 'OperatorExists', 'InvalidPassword'],
} as const satisfies ConsoleCall;

export const linkOperatorPassword = {
  summary: 'Makes a one-use link by which an operator sets a new password, good for a day.',
  method: 'POST',
  path: '/console/v1/operators/password-link',
  role: 'admin',
  act: 'operators.password-link',
  body: /* @__PURE__ */ v.object({ id: uuid }),
  answer: link,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const setOperatorPassword = {
  summary: 'Sets a new password by a link, ends all sessions, and signs in.',
  method: 'POST',
  path: '/console/v1/password',
  role: 'none',
  act: 'operators.set-password',
  body: /* @__PURE__ */ v.object({ token, password }),
  answer: operator,
  refusals: ['ForeignOrigin', 'LinkInvalid', 'InvalidPassword'],
} as const satisfies ConsoleCall;

export const changeOperatorRole = {
  summary: 'Gives an operator another role; the last admin keeps theirs.',
  method: 'POST',
  path: '/console/v1/operators/role',
  role: 'admin',
  act: 'operators.change-role',
  body: /* @__PURE__ */ v.object({ id: uuid, role }),
  answer: done,
  refusals: ['NotFound', 'LastAdmin'],
} as const satisfies ConsoleCall;

export const disableOperator = {
  summary: 'Shuts an operator out and ends their sessions; never the last admin.',
  method: 'POST',
  path: '/console/v1/operators/disable',
  role: 'admin',
  act: 'operators.disable',
  body: /* @__PURE__ */ v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'LastAdmin'],
} as const satisfies ConsoleCall;

export const enableOperator = {
  summary: 'Lets an operator in again.',
  method: 'POST',
  path: '/console/v1/operators/enable',
  role: 'admin',
  act: 'operators.enable',
  body: /* @__PURE__ */ v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const auditEntry = /* @__PURE__ */ v.object({
  id: count,
  at: time,
  operator_id: maybeText,
  operator_name: maybeText,
  act: text,
  /** What it was done to: an account's or operator's id, a document, a scene. */
  subject: maybeText,
  /** Facts as they were and as they became; never a secret, never a phone number in clear. */
  before: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.record(text, /* @__PURE__ */ v.unknown())),
  after: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.record(text, /* @__PURE__ */ v.unknown())),
  address: text,
  request_id: text,
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;

const filter = /* @__PURE__ */ v.optional(
  /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^[^\p{C}]{1,200}$/u)),
);

export const listAudit = {
  summary:
    'The audit log, the newest first. `act` takes a whole name, or the beginning up to its dot (`people`).',
  method: 'GET',
  path: '/console/v1/audit',
  role: 'admin',
  query: /* @__PURE__ */ v.object({
    limit,
    cursor,
    operator_id: /* @__PURE__ */ v.optional(uuid),
    act: filter,
    subject: filter,
    from: /* @__PURE__ */ v.optional(moment),
    to: /* @__PURE__ */ v.optional(moment),
  }),
  answer: /* @__PURE__ */ pageOf(auditEntry),
  refusals: [],
} as const satisfies ConsoleCall;

const tally = /* @__PURE__ */ v.object({ today: count, week: count });

export const getOverview = {
  summary:
    'The front page: today and the last seven days. `today` begins where the query says, else 24 hours ago.',
  method: 'GET',
  path: '/console/v1/overview',
  role: 'viewer',
  query: /* @__PURE__ */ v.object({ today_from: /* @__PURE__ */ v.optional(moment) }),
  answer: /* @__PURE__ */ v.object({
    at: time,
    people: count,
    blocked: count,
    signed_up: tally,
    signed_in: tally,
    /** Sign-ins, registrations and sends of codes that were refused. */
    refused: tally,
    /** The refusals of today by name, the most first; `fault`: a fault of ours. */
    refusals_today: /* @__PURE__ */ v.array(/* @__PURE__ */ v.object({ refusal: text, count })),
    messages_sent: tally,
    messages_failed: tally,
    /** Milliseconds by which what was reported lags behind in the pages; null: not known. */
    usage_lag: maybeTime,
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const operatorConsoleCalls = {
  getConsoleState,
  createFirstOperator,
  signInOperator,
  signOutOperator,
  getOperator,
  changeOperatorPassword,
  listOwnSessions,
  endOwnSession,
  endOwnOtherSessions,
  listOperators,
  inviteOperator,
  listInvitations,
  withdrawInvitation,
  lookAtInvitation,
  acceptInvitation,
  linkOperatorPassword,
  setOperatorPassword,
  changeOperatorRole,
  disableOperator,
  enableOperator,
  listAudit,
  getOverview,
} as const satisfies Record<string, ConsoleCall>;
