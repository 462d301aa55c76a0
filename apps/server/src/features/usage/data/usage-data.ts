/**
 * What people and operators ask about reported data: consents, exports, erasures. It needs PostgreSQL and the export files
 * alone; another process may do the work.
 */
import type { UsageJob } from '@rollcall/contract';
import type { UsageDataConsoleCalls } from '@rollcall/contract/console';
import { Consents } from '../../../events/loader/consents.ts';
import type { Quarantine } from '../../../events/loader/quarantine.ts';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Feature } from '../../../http/feature.ts';
import type { Authorise } from '../../../http/routes.ts';
import type { MinorsSettings } from '../../../identity/minors/age.ts';
import { deriveKeys, type Secret } from '../../../platform/derive-key.ts';
import { usageDataHandlers } from './console-handlers.ts';
import { addDownload } from './download.ts';
import { createDownloadLinks } from './download-links.ts';
import type { ExportFiles } from './export-files.ts';
import { type UsageHandlers, usageHandlers } from './handlers.ts';
import { jobAnswer, JobRequests, requestJob } from './job-requests.ts';
import type { Jobs } from './jobs.ts';
import { tidyJobs } from './runner.ts';

/** Milliseconds between two looks for export files that are over. */
const TIDY_EVERY = 60_000;

/** What a guardian is given of a pupil's events. */
export interface PupilExport {
  /** The path of the file: it answers NotFound until the export is done, and is good for ten minutes. */
  readonly link: string;
  /** Earlier exports and erasures, the newest first. */
  readonly jobs: readonly UsageJob[];
}

export interface UsageData extends Feature {
  readonly rows: Jobs;
  readonly files: ExportFiles;
  readonly handlers: UsageHandlers;
  consoleHandlers(quarantine: Pick<Quarantine, 'list'>): ConsoleHandlers<keyof UsageDataConsoleCalls>;
  /** Begins an export of a pupil's events for the guardian. */
  exportOf(accountId: string): Promise<PupilExport>;
  /** @param listener called when a job was requested in this process; others poll */
  onRequest(listener: () => void): void;
}

export const createUsageData = (
  {
    db,
    now,
    config,
  }: AppContext & {
    readonly config: { readonly secret: Secret; readonly minors: Pick<MinorsSettings, 'mode'> };
  },
  {
    files,
    rows,
    authorise,
  }: { readonly files: ExportFiles; readonly rows: Jobs; readonly authorise: Authorise },
): UsageData => {
  const requests = new JobRequests(db, now);
  const links = createDownloadLinks(deriveKeys(config.secret, 'usage downloads'), now);
  let listener = () => {};
  const onRequest = () => listener();
  return {
    rows,
    files,
    handlers: usageHandlers({
      db,
      now,
      consents: new Consents(db, config.minors.mode !== 'off', []),
      requests,
      onRequest,
    }),
    consoleHandlers: quarantine => usageDataHandlers({ db, now, requests, links, quarantine, onRequest }),
    exportOf: async accountId => {
      const subject = { user: accountId };
      const earlier = await requests.about(accountId);
      const by = { accountId: null, askedBy: 'guardian' } as const;
      const job = await requestJob(db, { kind: 'export', subject, ...by, at: now() });
      onRequest();
      return { link: links.make(job.id).link, jobs: earlier.map(jobAnswer) };
    },
    onRequest: given => {
      listener = given;
    },
    addRoutes: server => addDownload(server, { db, now, requests, files, links, authorise }),
    jobs: [
      {
        name: 'delete old exports',
        everyMs: TIDY_EVERY,
        scope: 'installation',
        run: () => tidyJobs({ jobs: rows, files }),
      },
    ],
  };
};
