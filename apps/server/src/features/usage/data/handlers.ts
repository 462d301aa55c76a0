/** The account's calls about the data reported with its id: list, export, erase. */
import type * as contract from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Handler } from '../../../http/handler.ts';
import type { Consents } from '../../../events/loader/consents.ts';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { jobAnswer, type JobRequests } from './job-requests.ts';

type UsageRows = Pick<
  typeof contract,
  | 'getUsageConsents'
  | 'exportUsageData'
  | 'eraseUsageData'
  | 'getUsageJobs'
  | 'getUsageJob'
  | 'cancelUsageJob'
>;
export type UsageCall = keyof UsageRows;
export type UsageHandlers = { readonly [N in UsageCall]: Handler<UsageRows[N]> };

/** Changes of consent in an answer. */
const CHANGES = 100;

/** @param deps.onRequest called when a job was requested */
export const usageHandlers = ({
  db,
  now,
  consents,
  requests,
  onRequest,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly consents: Consents;
  readonly requests: JobRequests;
  readonly onRequest: () => void;
}): UsageHandlers => ({
  getUsageConsents: async ({ caller }) => [
    ...(await consents.historyOf({ user: caller.accountId }, CHANGES, false)),
  ],
  exportUsageData: async ({ caller }) => {
    await requireFreshProof(db, caller, now());
    const job = await requests.request('export', caller.accountId);
    onRequest();
    return jobAnswer(job);
  },
  eraseUsageData: async ({ caller }) => {
    await requireFreshProof(db, caller, now());
    const job = await requests.request('erasure', caller.accountId);
    onRequest();
    return jobAnswer(job);
  },
  getUsageJobs: async ({ caller }) => (await requests.list(caller.accountId)).map(jobAnswer),
  getUsageJob: async ({ query, caller }) => jobAnswer(await requests.find(query.id, caller.accountId)),
  cancelUsageJob: async ({ body, caller }) => jobAnswer(await requests.cancel(body.id, caller.accountId)),
});
