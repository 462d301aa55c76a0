/** The console's jobs of the installation: cleanup, and what the audit log needs. */
import type { AppContext } from '../../http/context.ts';
import type { Feature } from '../../http/feature.ts';
import type { Secret } from '../../platform/derive-key.ts';
import { writeCounted } from './audit-failures.ts';
import { auditKeysOf } from './audit-keys.ts';
import { keepAudit } from './audit-retention.ts';
import { deleteExpired } from './cleanup.ts';
import { createOperatorSessions } from './sessions.ts';
import type { ConsoleSettings } from './settings.ts';

/** Interval of the cleanup in ms. */
const CLEANUP_EVERY = 3600 * 1000;
/** Interval in ms at which failures of ended hours are written to the audit log. */
const COUNTED_EVERY = 5 * 60_000;

export const createConsoleJobs = ({
  db,
  now,
  log,
  config,
}: AppContext & {
  readonly config: { readonly secret: Secret; readonly console: ConsoleSettings };
}): Feature => {
  const sessions = createOperatorSessions({ db, now, settings: config.console });
  const retention = { db, keys: auditKeysOf(config.secret), days: config.console.auditDays, log };
  const scope = 'installation' as const;
  return {
    jobs: [
      { name: 'console cleanup', everyMs: CLEANUP_EVERY, scope, run: at => deleteExpired(db, sessions, at) },
      { name: 'failures of the audit log', everyMs: COUNTED_EVERY, scope, run: at => writeCounted(db, at) },
      {
        name: 'retention of the audit log',
        everyMs: CLEANUP_EVERY,
        scope,
        run: at => keepAudit(retention, at),
      },
    ],
  };
};
