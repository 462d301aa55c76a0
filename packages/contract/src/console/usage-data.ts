/** Exports and erasures of an account's or a device's usage data, made by operators. */
import * as v from 'valibot';
import { usageJob } from '../calls/usage-data.ts';
import type { ConsoleCall } from './call.ts';
import { count, cursor, limit, pageOf, text, time, uuid } from './page.ts';

const subjectKind = v.picklist(['user', 'device']);
const subject = v.pipe(text, v.regex(/^[^\p{C}\s]{1,128}$/u));
const base = '/console/v1/usage/data';

const usageDataJob = v.object({
  ...usageJob.entries,
  subject_kind: subjectKind,
  /** The id of the account or device. */
  subject: text,
  /** `guardian`: that of a person under 14. `deletion`: the erasure at an account's deletion. */
  asked_by: v.picklist(['account', 'operator', 'guardian', 'deletion']),
});
export type UsageDataJob = v.InferOutput<typeof usageDataJob>;

export const listUsageData = {
  summary: 'Exports and erasures of usage data, newest first; also of one account or device.',
  method: 'GET',
  path: base,
  role: 'support',
  query: v.object({ subject: v.optional(subject), limit, cursor }),
  answer: pageOf(usageDataJob),
  refusals: [],
} as const satisfies ConsoleCall;

export const startUsageData = {
  summary:
    'Starts an export or an erasure of all events with the id of an account or a device. Returns the running job, if there is one.',
  method: 'POST',
  path: base,
  role: 'admin',
  proof: true,
  act: 'usage.begin-data-job',
  body: v.object({
    kind: v.picklist(['export', 'erasure']),
    subject_kind: subjectKind,
    subject,
  }),
  answer: usageDataJob,
  refusals: ['ReasonRequired'],
} as const satisfies ConsoleCall;

export const cancelUsageData = {
  summary: 'Cancels an export or erasure: a waiting one at once, a running one after its current step.',
  method: 'POST',
  path: `${base}/cancel`,
  role: 'admin',
  act: 'usage.cancel-data-job',
  body: v.object({ id: uuid }),
  answer: usageDataJob,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const linkUsageData = {
  summary: 'Makes a link to the file of a finished export. It needs no sign-in and is valid for ten minutes.',
  method: 'POST',
  path: `${base}/link`,
  role: 'admin',
  proof: true,
  act: 'usage.download-data',
  body: v.object({ id: uuid }),
  answer: v.object({
    /** A path on this host. */
    link: text,
    expires_at: time,
  }),
  refusals: ['NotFound', 'ReasonRequired'],
} as const satisfies ConsoleCall;

const quarantinedRecord = v.object({
  /** When it was put aside. */
  at: time,
  kind: v.picklist(['event', 'report', 'unreadable']),
  /** What the database said. */
  reason: text,
  id: v.nullable(text),
  product: v.nullable(text),
  /** The key of an event; what a report is of. */
  key: v.nullable(text),
  /** JSON without the ids of persons and devices and IP addresses, at most 4,000 characters; null if unreadable. */
  record: v.nullable(text),
});
export type QuarantinedRecord = v.InferOutput<typeof quarantinedRecord>;

export const listUsageQuarantine = {
  summary:
    'Reported records that could not be stored for what they hold, newest first. They count nowhere, and are deleted after 30 days.',
  method: 'GET',
  path: '/console/v1/usage/quarantine',
  role: 'support',
  query: v.object({ limit, cursor }),
  answer: v.object({
    /** All that are kept, on this page or not. */
    total: count,
    ...pageOf(quarantinedRecord).entries,
  }),
  refusals: [],
} as const satisfies ConsoleCall;

/** The console's calls about exports and erasures. */
export const usageDataConsoleCalls = {
  listUsageData,
  listUsageQuarantine,
  startUsageData,
  cancelUsageData,
  linkUsageData,
} as const satisfies Record<string, ConsoleCall>;
export type UsageDataConsoleCalls = typeof usageDataConsoleCalls;
