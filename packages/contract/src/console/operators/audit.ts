/** The audit log. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { count, cursor, limit, maybeText, moment, pageOf, text, time, uuid } from '../page.ts';

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
