/** Exports and erasures of what was reported with an account's or a device's id, for whoever can't ask for it themselves. */
import * as v from 'valibot';
import { usageJob } from '../calls/usage-data.ts';
import type { ConsoleCall } from './call.ts';
import { cursor, limit, pageOf, text, time, uuid } from './page.ts';

const subjectKind = v.picklist(['user', 'device']);
const subject = v.pipe(text, v.regex(/^[^\p{C}\s]{1,128}$/u));
const base = '/console/v1/usage/data';

const usageDataJob = v.object({
  ...usageJob.entries,
  subject_kind: subjectKind,
  /** The account's id, or the device's. */
  subject: text,
  /** Who asked: the account itself, or an operator (an account's deletion too). */
  asked_by: v.picklist(['account', 'operator']),
});
export type UsageDataJob = v.InferOutput<typeof usageDataJob>;

export const listUsageData = {
  summary: 'Exports and erasures of reported data, newest first; of one account or device where it is named.',
  method: 'GET',
  path: base,
  role: 'support',
  query: v.object({ subject: v.optional(subject), limit, cursor }),
  answer: pageOf(usageDataJob),
  refusals: [],
} as const satisfies ConsoleCall;

export const startUsageData = {
  summary:
    'Begins to write out, or to erase, everything that was reported with the id of an account or a device; the same job where it is under way.',
  method: 'POST',
  path: base,
  role: 'admin',
  act: 'usage.begin-data-job',
  body: v.object({
    kind: v.picklist(['export', 'erasure']),
    subject_kind: subjectKind,
    subject,
  }),
  answer: usageDataJob,
  refusals: [],
} as const satisfies ConsoleCall;

export const cancelUsageData = {
  summary: 'Ends an export or erasure: one that waits at once, one that runs after its step.',
  method: 'POST',
  path: `${base}/cancel`,
  role: 'admin',
  act: 'usage.cancel-data-job',
  body: v.object({ id: uuid }),
  answer: usageDataJob,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const linkUsageData = {
  summary: 'A link to the file of an export that is done, good for ten minutes for whoever has it.',
  method: 'POST',
  path: `${base}/link`,
  role: 'admin',
  act: 'usage.download-data',
  body: v.object({ id: uuid }),
  answer: v.object({
    /** A path of this server. */
    link: text,
    expires_at: time,
  }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const usageDataConsoleCalls = {
  listUsageData,
  startUsageData,
  cancelUsageData,
  linkUsageData,
} as const satisfies Record<string, ConsoleCall>;
export type UsageDataConsoleCalls = typeof usageDataConsoleCalls;
