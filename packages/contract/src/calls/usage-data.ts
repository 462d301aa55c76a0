/** What a person agreed to have reported, and everything that was reported: to see, to take away, to erase. */
import * as v from 'valibot';
import type { Call } from '../call.ts';

const number = /* @__PURE__ */ v.number();
const time = /* @__PURE__ */ v.nullable(number);
const text = /* @__PURE__ */ v.string();
/** The version of the words agreed to, and when, by the device's clock. */
const grant = /* @__PURE__ */ v.optional(/* @__PURE__ */ v.object({ version: text, at: number }));

/** Times are milliseconds since 1970. */
export const usageJob = /* @__PURE__ */ v.object({
  id: text,
  kind: /* @__PURE__ */ v.picklist(['export', 'erasure']),
  state: /* @__PURE__ */ v.picklist(['waiting', 'running', 'done', 'cancelled', 'expired']),
  /** How much of it is done, 0 to 1. */
  share: number,
  /** Events written out, or erased. */
  events: number,
  /** Of the file that can be downloaded. */
  bytes: number,
  created_at: number,
  finished_at: time,
  /** Until then an export can be downloaded. */
  expires_at: time,
});
export type UsageJob = v.InferOutput<typeof usageJob>;

const jobId = /* @__PURE__ */ v.object({
  id: /* @__PURE__ */ v.pipe(text, /* @__PURE__ */ v.uuid('Invalid id, it should be the id of a job.')),
});

export const getUsageConsents = {
  summary: "Every change of the consents that were given on the caller's account, newest first, 100 at most.",
  method: 'GET',
  path: '/usage/v1/consents',
  token: 'required',
  answer: /* @__PURE__ */ v.array(
    /* @__PURE__ */ v.object({
      /** One browser's. */
      record: text,
      product: text,
      at: number,
      /** A kind that is not here is not granted (any more). */
      granted: /* @__PURE__ */ v.object({
        event: grant,
        view: grant,
        user: grant,
        app: grant,
        device: grant,
      }),
    }),
  ),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const exportUsageData = {
  summary:
    "Begins to write out everything that was reported with the caller's user id; the one under way, if there is one.",
  method: 'POST',
  path: '/usage/v1/data/export',
  token: 'required',
  answer: usageJob,
  refusals: ['TokenInvalid', 'AccountBlocked', 'TooManyAttempts'],
} as const satisfies Call;

export const eraseUsageData = {
  summary:
    "Begins to erase everything that was reported with the caller's user id; the one under way, if there is one.",
  method: 'POST',
  path: '/usage/v1/data/erasure',
  token: 'required',
  answer: usageJob,
  refusals: ['TokenInvalid', 'AccountBlocked', 'TooManyAttempts'],
} as const satisfies Call;

export const getUsageJobs = {
  summary: "The caller's exports and erasures, newest first, 20 at most.",
  method: 'GET',
  path: '/usage/v1/data/jobs',
  token: 'required',
  answer: /* @__PURE__ */ v.array(usageJob),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const getUsageJob = {
  summary: "How far one of the caller's exports or erasures is.",
  method: 'GET',
  path: '/usage/v1/data/job',
  token: 'required',
  query: jobId,
  answer: usageJob,
  refusals: ['TokenInvalid', 'AccountBlocked', 'NotFound'],
} as const satisfies Call;

export const cancelUsageJob = {
  summary:
    'Cancels an export or an erasure that is not done; what an erasure took away until then stays away.',
  method: 'POST',
  path: '/usage/v1/data/cancel',
  token: 'required',
  body: jobId,
  answer: usageJob,
  refusals: ['TokenInvalid', 'AccountBlocked', 'NotFound'],
} as const satisfies Call;
