/** Loads a batch that can't be loaded as a whole in parts, so that everything is loaded but the records at fault. */
import { ContentError } from '../record/content-error.ts';
import { StoreCrashed } from '../store/errors.ts';
import type { Batch, EventStore } from '../store/event-store.ts';
import { bisect } from './bisect.ts';
import type { Rejected } from './quarantine.ts';

/** Times that the store's process has to end at a record alone, each followed by a good event that it takes, until the record is at fault. */
const CRASHES = 3;

type Store = Pick<EventStore, 'loadPart' | 'check'>;

export interface LoadedParts {
  readonly events: number;
  readonly reports: number;
  /** Events that were stored already. */
  readonly known: number;
  readonly rejected: readonly Rejected[];
}

/**
 * Each part is committed, so the parts of a batch that fails only as a whole are loaded and none is tried twice.
 * @throws what is no fault of the records: the store refuses a good event too, its disk is full, or it is closed
 */
export const loadInParts = async (store: Store, batch: Batch): Promise<LoadedParts> => {
  // A store that refuses a good event is at fault itself: the log keeps everything until it is repaired.
  await store.check();
  let known = 0;
  const events = await bisect(
    batch.events,
    attemptOf(store, async some => {
      known += await store.loadPart({ ...batch, events: some, reports: [] });
    }),
  );
  const reports = await bisect(
    batch.reports,
    attemptOf(store, async some => {
      await store.loadPart({ ...batch, events: [], reports: some });
    }),
  );
  return {
    events: events.accepted.length - known,
    reports: reports.accepted.length,
    known,
    rejected: [
      ...events.rejected.map(({ item, error }) => ({ event: item, reason: error.message })),
      ...reports.rejected.map(({ item, error }) => ({ report: item, reason: error.message })),
    ],
  };
};

/** Rejects with ContentError where the process ended at records, and a new process takes a good event. */
const attemptOf =
  <Item>(store: Store, load: (items: readonly Item[]) => Promise<void>) =>
  async (items: readonly Item[]): Promise<void> => {
    for (let crashes = 1; ; crashes += 1) {
      try {
        await load(items);
        return;
      } catch (error) {
        if (!(error instanceof StoreCrashed)) throw error;
        await store.check();
        if (items.length > 1 || crashes >= CRASHES) throw new ContentError(error.message, { cause: error });
      }
    }
  };
