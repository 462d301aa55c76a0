/** For tests: valid requests for the calls about reported data, and a case for every refusal of their rows. */
import { randomUUID } from 'node:crypto';
import type { CallName, RefusalName } from '@rollcall/contract';
import type { HttpAccounts, Person, ValidRequests } from '../../accounts/testing/http.ts';
import type { UsageCall } from '../data/handlers.ts';
import { DAILY_JOBS } from '../data/job-requests.ts';

export const usageRequests = (
  context: Pick<HttpAccounts, 'visitor' | 'call'>,
): Pick<ValidRequests, UsageCall> => {
  const token = async () => ({ token: (await context.visitor()).access });
  const job = async () => {
    const { access } = await context.visitor();
    return { token: access, id: (await context.call('exportUsageData', { token: access })).id };
  };
  return {
    getUsageConsents: token,
    exportUsageData: token,
    eraseUsageData: token,
    getUsageJobs: token,
    getUsageJob: async () => {
      const { token, id } = await job();
      return { token, query: { id } };
    },
    cancelUsageJob: async () => {
      const { token, id } = await job();
      return { token, body: { id } };
    },
  };
};

type Cases = { [R in RefusalName]?: () => Promise<unknown> };

/** @param context is there only once the tests run */
export const usageCases = (context: () => HttpAccounts): { [N in CallName]?: Cases } => {
  const begun = async (kind: 'export' | 'erasure', { id }: Person) => {
    const at = new Date(context().server.now());
    for (let n = 0; n < DAILY_JOBS; n++) {
      await context()
        .server.app.db.insertInto('usage_jobs')
        .values({
          id: randomUUID(),
          kind,
          subject_kind: 'user',
          subject: id,
          account_id: id,
          asked_by: 'account',
          state: 'cancelled',
          not_before: at,
          created_at: at,
        })
        .execute();
    }
  };
  const often = (name: 'exportUsageData' | 'eraseUsageData', kind: 'export' | 'erasure') => async () => {
    const person = await context().visitor();
    await begun(kind, person);
    return context().call(name, { token: person.access });
  };
  const foreign = async () => {
    const owner = await context().visitor();
    const { id } = await context().call('exportUsageData', { token: owner.access });
    return { token: (await context().visitor()).access, id };
  };
  return {
    exportUsageData: { TooManyAttempts: often('exportUsageData', 'export') },
    eraseUsageData: { TooManyAttempts: often('eraseUsageData', 'erasure') },
    getUsageJob: {
      NotFound: async () => {
        const { token, id } = await foreign();
        return context().call('getUsageJob', { token, query: { id } });
      },
    },
    cancelUsageJob: {
      NotFound: async () => {
        const { token, id } = await foreign();
        return context().call('cancelUsageJob', { token, body: { id } });
      },
    },
  };
};
