/** The caller's usage data: consents, export and erasure. */
import * as v from 'valibot';
import type { Call } from '../call.ts';

const number = v.number();
const time = v.nullable(number);
const text = v.string();
/** The version of the consent text, and when it was agreed to by the device's clock (milliseconds since 1970). */
const grant = v.optional(v.object({ version: text, at: number }));

/** An export or erasure. Times are milliseconds since 1970. */
export const usageJob = v.object({
  id: text,
  kind: v.picklist(['export', 'erasure']),
  state: v.picklist(['waiting', 'running', 'done', 'cancelled', 'expired']),
  /** The share that is done, 0 to 1. */
  share: number,
  /** Events exported or erased so far. */
  events: number,
  /** The size of an export's file. */
  bytes: number,
  created_at: number,
  finished_at: time,
  /** When an export's file is deleted. */
  expires_at: time,
  /**
   * Of an erasure, which is done when it is gone from every answer and export: when it is gone from the server's disk, too, at the latest …
   */
  clear_by: time,
  /** … and since when it is seen to be. */
  cleared_at: time,
});
export type UsageJob = v.InferOutput<typeof usageJob>;

const jobId = v.object({
  id: v.pipe(text, v.uuid('Invalid id, it should be the id of a job.')),
});

export const getUsageConsents = {
  summary: "The changes of consents on the caller's account, newest first, 100 at most.",
  method: 'GET',
  path: '/usage/v1/consents',
  token: 'required',
  answer: v.array(
    v.object({
      /** The id of the browser's consent record. */
      record: text,
      product: text,
      /** When it was changed, as the page said by the server's clock … */
      at: number,
      /** … and when the server had it. */
      received_at: number,
      /** It came without a proof that the account sent it: what was recorded before there were proofs. */
      claimed: v.boolean(),
      /** A missing kind is not granted, or no longer. */
      granted: v.object({
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
    "Starts an export of all events with the caller's user id. Returns the running export, if there is one. It needs a fresh proof.",
  method: 'POST',
  path: '/usage/v1/data/export',
  token: 'required',
  answer: usageJob,
  refusals: ['TokenInvalid', 'AccountBlocked', 'ProofRequired', 'TooManyAttempts'],
} as const satisfies Call;

export const eraseUsageData = {
  summary:
    "Starts the erasure of all events with the caller's user id. Returns the running erasure, if there is one. It needs a fresh proof.",
  method: 'POST',
  path: '/usage/v1/data/erasure',
  token: 'required',
  answer: usageJob,
  refusals: ['TokenInvalid', 'AccountBlocked', 'ProofRequired', 'TooManyAttempts'],
} as const satisfies Call;

export const getUsageJobs = {
  summary: "The caller's exports and erasures, newest first, 20 at most.",
  method: 'GET',
  path: '/usage/v1/data/jobs',
  token: 'required',
  answer: v.array(usageJob),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const getUsageJob = {
  summary: "One of the caller's exports or erasures.",
  method: 'GET',
  path: '/usage/v1/data/job',
  token: 'required',
  query: jobId,
  answer: usageJob,
  refusals: ['TokenInvalid', 'AccountBlocked', 'NotFound'],
} as const satisfies Call;

export const cancelUsageJob = {
  summary: 'Cancels an export or an erasure that is not done. Events that are erased already stay erased.',
  method: 'POST',
  path: '/usage/v1/data/cancel',
  token: 'required',
  body: jobId,
  answer: usageJob,
  refusals: ['TokenInvalid', 'AccountBlocked', 'NotFound'],
} as const satisfies Call;
