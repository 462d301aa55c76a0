/** For tests: nightly files of a few events, and a file of somebody else beside them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '../../../../events/record/stored-event.ts';
import type { StoredPerson } from '../../../../events/store/people.ts';
import { eventAt, NOW } from '../../../../events/store/testing/events.ts';
import { NightlyExport } from '../../../../features/usage/nightly/nightly-export.ts';
import type { SqlFiles } from '../../../../features/usage/sql/engine.ts';
import { sqlFiles } from '../../../../features/usage/sql/files.ts';
import { newStoreFolder, openTestStore } from '../../store/testing/duck.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const at = (time: number, key: string, more: Partial<StoredEvent> = {}) =>
  eventAt(NOW - 2 * DAY + time, { kind: 1, key, ...more });

/** What the files are made of. */
export const sqlEvents: readonly StoredEvent[] = [
  at(0, '/', { device: 'd' }),
  at(MINUTE, '/lesson', { device: 'd', user: 'pupil' }),
  at(40 * MINUTE, '/lesson', { user: 'pupil', data: { score: 90, "it's": '数学' } }),
  at(DAY, '/', { user: 'other' }),
];
export const sqlPeople: readonly StoredPerson[] = [
  { user: 'pupil', grade: 7, signedUp: NOW - 5 * DAY, site: 'school', fields: {} },
];
export const SQL_KEY = 'ab'.repeat(32);

const noIdentity = { read: async () => undefined, keep: async () => {} };

export const nightlyFiles = async (): Promise<{
  readonly folder: string;
  readonly files: SqlFiles;
  remove(): Promise<void>;
}> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-sql-'));
  const storeFolder = await newStoreFolder();
  const store = await openTestStore(storeFolder, 128 * 2 ** 20, folder);
  await store.load({ partition: 0, from: 0, to: 1, events: sqlEvents, reports: [] });
  await store.changePeople({
    from: 0,
    to: 1,
    people: sqlPeople,
    gone: [],
  });
  await new NightlyExport({
    folder,
    source: store,
    key: async () => SQL_KEY,
    identity: noIdentity,
    now: () => NOW,
  }).run(NOW);
  await store.close();
  await rm(storeFolder, { recursive: true, force: true });
  await writeFile(join(folder, 'notes.txt'), 'of the school');
  const files = await sqlFiles(folder);
  if (!files) throw new Error('nothing was exported');
  return { folder, files, remove: () => rm(folder, { recursive: true, force: true }) };
};
