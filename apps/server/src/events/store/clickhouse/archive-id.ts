/** Ids of the statements that archive or count, by which they are found once their connection was lost. */
import { randomUUID } from 'node:crypto';
import type { Layout } from './ddl.ts';

/** What they begin with. */
export const archiveIds = ({ database }: Layout): string => `rollcall-archive/${database}/`;

export const newArchiveId = (layout: Layout): string => archiveIds(layout) + randomUUID();
