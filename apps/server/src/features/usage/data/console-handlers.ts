/** The operators' exports and erasures: for devices, which have no account to ask with, and for people who can't. */
import type { UsageDataConsoleCalls, UsageDataJob } from '@rollcall/contract/console';
import * as v from 'valibot';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { pageOf, readCursor } from '../../../platform/cursor-page.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { AppContext } from '../../../http/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { DownloadLinks } from './download-links.ts';
import { type Job, jobAnswer, type Jobs, jobSubject, requestJob } from './jobs.ts';

const dataJob = (job: Job): UsageDataJob => ({
  ...jobAnswer(job),
  subject_kind: job.subject_kind,
  subject: job.subject,
  asked_by: job.account_id === null ? 'operator' : 'account',
});
const factsOf = ({ kind, subject_kind, subject }: Pick<Job, 'kind' | 'subject_kind' | 'subject'>) => ({
  subject,
  after: { kind, subject_kind },
});

const cursorForm = v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.uuid())]);

/** @param onAsked told that there is a job more */
export const usageDataHandlers = (parts: {
  readonly db: AppContext['db'];
  readonly now: () => number;
  readonly jobs: Jobs;
  readonly links: DownloadLinks;
  readonly onAsked: () => void;
}): ConsoleHandlers<keyof UsageDataConsoleCalls> => {
  const { db, now, jobs, links, onAsked } = parts;
  return {
    listUsageData: async ({ query: { subject, limit, cursor } }) => {
      const after = readCursor(cursorForm, cursor);
      const found = await jobs.newest({
        limit: limit + 1,
        ...(subject === undefined ? {} : { subject }),
        ...(after === undefined ? {} : { after: { at: after[0], id: after[1] } }),
      });
      return pageOf(found, limit, ({ created_at: at, id }) => [at.getTime(), id], dataJob);
    },

    startUsageData: async ({ body, audit }) => {
      const job = await transaction(db, async within => {
        await audit(within, factsOf(body));
        return requestJob(within, {
          kind: body.kind,
          subject: jobSubject(body),
          accountId: null,
          at: now(),
        });
      });
      onAsked();
      return dataJob(job);
    },

    cancelUsageData: async ({ body, audit }) => {
      const job = await jobs.cancel(body.id);
      await audit(db, factsOf(job));
      return dataJob(job);
    },

    linkUsageData: async ({ body, audit }) => {
      const job = await jobs.find(body.id);
      if (job.kind !== 'export' || job.state !== 'done') throw refuse('NotFound');
      await audit(db, factsOf(job));
      return links.make(job.id);
    },
  };
};
