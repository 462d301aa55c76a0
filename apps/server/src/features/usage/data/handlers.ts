/** The account's calls about the data reported with its id: list, export, erase. */
import type * as contract from '@rollcall/contract';
import type { Handler } from '../../../http/handler.ts';
import type { Consents } from '../../../events/loader/consents.ts';
import { jobAnswer, type Jobs } from './jobs.ts';

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

/** @param onRequest called when a job was requested */
export const usageHandlers = (consents: Consents, jobs: Jobs, onRequest: () => void): UsageHandlers => ({
  getUsageConsents: async ({ caller }) => [
    ...(await consents.historyOf({ user: caller.accountId }, CHANGES, false)),
  ],
  exportUsageData: async ({ caller }) => {
    const job = await jobs.request('export', caller.accountId);
    onRequest();
    return jobAnswer(job);
  },
  eraseUsageData: async ({ caller }) => {
    const job = await jobs.request('erasure', caller.accountId);
    onRequest();
    return jobAnswer(job);
  },
  getUsageJobs: async ({ caller }) => (await jobs.list(caller.accountId)).map(jobAnswer),
  getUsageJob: async ({ query, caller }) => jobAnswer(await jobs.find(query.id, caller.accountId)),
  cancelUsageJob: async ({ body, caller }) => jobAnswer(await jobs.cancel(body.id, caller.accountId)),
});
