/**
 * What people and operators ask about reported data: consents, exports, erasures. It needs PostgreSQL and the export files
 * alone; another process may do the work.
 */
import type { UsageDataConsoleCalls } from '@rollcall/contract/console';
import { Consents } from '../../../events/loader/consents.ts';
import type { Quarantine } from '../../../events/loader/quarantine.ts';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Feature } from '../../../http/feature.ts';
import type { Authorise } from '../../../http/routes.ts';
import { deriveKeys, type Secret } from '../../../platform/derive-key.ts';
import { usageDataHandlers } from './console-handlers.ts';
import { addDownload } from './download.ts';
import { createDownloadLinks } from './download-links.ts';
import type { ExportFiles } from './export-files.ts';
import { type UsageHandlers, usageHandlers } from './handlers.ts';
import { Jobs, requestJob } from './jobs.ts';
import { tidyJobs } from './runner.ts';

/** Milliseconds between two looks for export files that are over. */
const TIDY_EVERY = 60_000;

export interface UsageData extends Feature {
  readonly rows: Jobs;
  readonly files: ExportFiles;
  readonly handlers: UsageHandlers;
  consoleHandlers(quarantine: Pick<Quarantine, 'list'>): ConsoleHandlers<keyof UsageDataConsoleCalls>;
  /** Begins an export of an account's events. @returns the path of its file, which is good for ten minutes */
  exportOf(accountId: string): Promise<string>;
  /** @param listener called when a job was requested in this process; others poll */
  onRequest(listener: () => void): void;
}

export const createUsageData = (
  { db, now, config }: AppContext & { readonly config: { readonly secret: Secret } },
  {
    files,
    rows,
    authorise,
  }: { readonly files: ExportFiles; readonly rows: Jobs; readonly authorise: Authorise },
): UsageData => {
  const links = createDownloadLinks(deriveKeys(config.secret, 'usage downloads'), now);
  let listener = () => {};
  const onRequest = () => listener();
  return {
    rows,
    files,
    handlers: usageHandlers(new Consents(db), rows, onRequest),
    consoleHandlers: quarantine => usageDataHandlers({ db, now, jobs: rows, links, quarantine, onRequest }),
    exportOf: async accountId => {
      const subject = { user: accountId };
      const job = await requestJob(db, { kind: 'export', subject, accountId: null, at: now() });
      onRequest();
      return links.make(job.id).link;
    },
    onRequest: given => {
      listener = given;
    },
    addRoutes: server => addDownload(server, { jobs: rows, files, links, authorise }),
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
