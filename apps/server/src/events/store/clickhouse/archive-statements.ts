/** Statements that archive or count: their ids, by which they are found once their connection was lost, and how they are ended then. */
import { randomUUID } from 'node:crypto';
import { kill, type Layout } from './ddl.ts';
import type { Place } from './run-mutation.ts';

/** What they begin with. */
const archiveIds = ({ database }: Layout): string => `rollcall-archive/${database}/`;

export const newArchiveId = (layout: Layout): string => archiveIds(layout) + randomUUID();

/**
 * Ends statements that were given up and go on in the server, while the caller holds the maintenance lock: they would archive or count beside the
 * next run, and people who are erased meanwhile.
 */
export const endArchiving = ({ store, layout }: Place): Promise<void> =>
  store.runBriefly(kill(archiveIds(layout), layout));
