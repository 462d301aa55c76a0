/** Composes what `npm run sample` makes of the features that have the tables. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { samplePeople } from '../features/accounts/sample-people.ts';
import { sampleMessages } from '../features/console/sample-messages.ts';
import { sampleMonitoring } from '../features/monitoring/sample.ts';
import { SAMPLE_GROUPS, SAMPLE_PRODUCT, SAMPLE_RELEASE } from '../features/usage/sample/errors.ts';
import { usualSample } from '../features/usage/sample/generate.ts';
import { SampleData, type SampleStore } from '../features/usage/sample/sample-data.ts';
import type { Feature } from '../http/feature.ts';
import { withAdvisoryLock } from '../platform/database/advisory-lock.ts';
import type { Database } from '../platform/database/schema.ts';

/** The advisory lock under which sample data is made and removed, by one process of the installation at a time. */
const LOCK = 7_665_527_060;

export const sampleData = (db: Kysely<Database>, store: SampleStore, now: () => number): SampleData =>
  new SampleData(store, {
    now,
    alone: work => withAdvisoryLock(db, LOCK, work),
    parts: [
      samplePeople(db),
      sampleMessages(db),
      sampleMonitoring(db, { product: SAMPLE_PRODUCT, groups: SAMPLE_GROUPS, release: SAMPLE_RELEASE }),
    ],
  });

/**
 * Makes the usual sample data while others are served. The server's end waits for its current step alone: the whole takes
 * longer than a server may take to stop.
 */
export const inBackground = (
  sample: Pick<SampleData, 'make'>,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): Feature & { readonly start: () => void } => {
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  const make = async () => {
    try {
      log.info(await sample.make(usualSample, stop.signal), 'sample data is made');
    } catch (error) {
      if (error === stop.signal.reason)
        log.warn('the sample data is half made; make it whole: npm run sample');
      else log.error({ err: error }, 'sample data could not be made');
    }
    running = undefined;
  };
  return {
    // One that runs makes the same.
    start: () => {
      running ??= make();
    },
    close: async () => {
      stop.abort();
      await running;
    },
  };
};

/** Warns where a database that becomes production's has sample people. */
export const warnOfSample = async (db: Kysely<Database>, log: Pick<Logger, 'warn'>): Promise<void> => {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('sample', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (found) log.warn('the database has sample data; remove it: npm run sample -- --remove');
};
