/** The audit log. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { link } from './fields.ts';
import { count, cursor, limit, maybeText, moment, pageOf, text, time, uuid } from '../page.ts';

const auditEntry = v.object({
  id: count,
  at: time,
  operator_id: maybeText,
  operator_name: maybeText,
  act: text,
  /** The object of the act: an account's or operator's id, a document, a scene. */
  subject: maybeText,
  /** Of a subject that is an account: its name and its number or address as they are now, masked. */
  person: maybeText,
  /** The values before and after the act, without secrets and unmasked phone numbers. */
  before: v.nullable(v.record(text, v.unknown())),
  after: v.nullable(v.record(text, v.unknown())),
  address: text,
  request_id: text,
});

export type AuditEntry = v.InferOutput<typeof auditEntry>;

const filter = v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{1,200}$/u)));

/** What the audit log is sorted by: columns with an index; entries of one act by their time. */
export const auditOrders = ['at', 'act'] as const;
export type AuditOrder = (typeof auditOrders)[number];

export const listAudit = {
  summary:
    'The audit log, newest first unless `sort` and `order` say otherwise. `act` takes a whole name, or the part before its dot (`people`).',
  method: 'GET',
  path: '/console/v1/audit',
  role: 'admin',
  query: v.object({
    limit,
    cursor,
    sort: v.optional(v.picklist(auditOrders), 'at'),
    order: v.optional(v.picklist(['ascending', 'descending']), 'descending'),
    operator_id: v.optional(uuid),
    act: filter,
    subject: filter,
    from: v.optional(moment),
    to: v.optional(moment),
  }),
  answer: pageOf(auditEntry),
  refusals: [],
} as const satisfies ConsoleCall;

export const exportAudit = {
  summary:
    'Makes a link for a minute to the entries of a period as JSON lines, oldest first, each with its hash. Only the session that asked can use it.',
  method: 'POST',
  path: '/console/v1/audit/export',
  role: 'admin',
  proof: true,
  act: 'audit.export',
  body: v.object({
    /** At or after, milliseconds since 1970; null: from the first entry. */
    from: v.nullable(moment),
    /** Before, milliseconds since 1970; null: to the last entry. */
    to: v.nullable(moment),
  }),
  answer: link,
  refusals: [],
} as const satisfies ConsoleCall;
