/** Removes people, sample data and what expires; the projections of the rows follow by themselves. */
import { randomUUID } from 'node:crypto';
import type { Subject } from '../../record/subject.ts';
import { flag, HOUR } from '../tables.ts';
import { PATH_GAP } from '../rollups.ts';
import { Erasures, named, type Removed, removedOf } from '../erasures.ts';
import { alter, rowsOf } from './ddl.ts';
import { canMark, noteErasure, withdrawWriting } from './deleted-rows.ts';
import { literal } from './literal.ts';
import { endArchiving, newArchiveId } from './archive-statements.ts';
import { type Counts, remove, removeBy } from './remove.ts';
import { type HeldContext, maintain, type MaintenanceContext } from './run-mutation.ts';
import { archivedTo } from './tables.ts';
import { transitionsOf } from './transitions.ts';

export const whoseRows = (subject: Subject): string =>
  'user' in subject ? `user_id = ${literal(subject.user)}` : `device = ${literal(subject.device)}`;

const listOf = (items: readonly (string | bigint)[]): string =>
  items.map(item => (typeof item === 'string' ? literal(item) : item)).join(', ');

/**
 * Removes every event of subjects, from the sums too, while the caller holds the maintenance lock. Their rows are marked as deleted, or removed
 * by servers that can't mark them. The projections of sums of each part that has one are computed again, so that many
 * subjects take little longer than one.
 * @returns of each, how many events that were
 */
const eraseSubjects = async (
  context: HeldContext,
  subjects: readonly Subject[],
): Promise<readonly number[]> => {
  await endArchiving(context);
  await withdrawWriting(context);
  const lightweight = await canMark(context);
  const removed: Record<keyof Removed, Counts> = { user: new Map(), device: new Map() };
  for (const [kind, column] of [
    ['user', 'user_id'],
    ['device', 'device'],
  ] as const) {
    const { names, persons } = named(subjects, kind);
    if (names.length === 0) continue;
    const theirs = `${column} IN (${listOf(names)})`;
    const removal = { where: theirs, by: `assumeNotNull(${column})`, lightweight };
    removed[kind] = await removeBy(context, 'events', removal, async () => {
      if (lightweight) await noteErasure(context);
      // They are left out if they come again.
      await context.store.runBriefly(
        `INSERT INTO erased_ids (id, received) SELECT id, received FROM events WHERE ${theirs}`,
        asNew(),
      );
    });
    const own = listOf(persons);
    await remove(context, 'device_users', `${kind === 'user' ? 'person' : 'device'} IN (${own})`);
    await remove(context, 'active_persons_archive', `person IN (${own})`);
  }
  return removedOf(subjects, removed);
};

/** The erasures of a process, each batch under the lock. */
export const erasuresOf = (context: MaintenanceContext): Erasures =>
  new Erasures(take => maintain(context, held => eraseSubjects(held, take())));

/** Removes what was made by the generator of sample data. @returns how many events that were */
export const eraseSampleRows = (maintenance: MaintenanceContext): Promise<number> =>
  maintain(maintenance, async context => {
    await endArchiving(context);
    const isSample = `bitAnd(flags, ${flag.sample}) != 0`;
    const events = await remove(context, 'events', isSample);
    for (const table of [
      'device_users',
      'hourly_archive',
      'active_persons_archive',
      'transitions_archive',
    ] as const)
      await remove(context, table, isSample);
    await remove(context, 'reports', 'sample');
    return events;
  });

/** Removes ids of erased events that are no longer sent again. @param before ms since 1970 */
export const forgetErasedIds = (context: MaintenanceContext, before: number): Promise<void> =>
  maintain(context, held => forgetIds(held, before));

const forgetIds = async (context: HeldContext, before: number): Promise<void> => {
  await remove(context, 'erased_ids', `received < ${before}`, () =>
    context.store.insert('meta', ['name', 'value'], [['ids_from', before]]),
  );
};

/** Keeps the ids of rows that are about to expire, where they were received later than what expires now: such rows are few. */
const keepLateIds = ({ store }: MaintenanceContext, before: number): Promise<void> =>
  store.run(
    `INSERT INTO erased_ids (id, received) SELECT id, received FROM events
     WHERE time < ${before} AND received >= ${before} AND bitAnd(flags, ${flag.sample}) = 0`,
    { settings: asNew() },
  );

/**
 * Removes rows older than an hour; their sums go into the archives first. Sums are read from the archives or from rows by one number,
 * which changes between the two, so each is counted once at any moment; what an interrupted run archived beyond it is removed.
 * @param hour hours since 1970
 */
export const expireRows = (maintenance: MaintenanceContext, hour: number): Promise<void> =>
  maintain(maintenance, async (context, archiving) => {
    await archiving(() => archive(context, hour));
    const before = hour * HOUR;
    await keepLateIds(context, before);
    // The months first: that frees the room which the rest may need.
    for (const table of ['events', 'reports']) await dropMonths(context, table, before);
    await remove(context, 'events', `time < ${before}`);
    await remove(context, 'reports', `received < ${before}`);
    await forgetIds(context, before);
  });

/** For a block that may equal an earlier one, which was removed: a table leaves out a block that it knows, by its content too. */
const asNew = () => ({ insert_deduplication_token: randomUUID() });

/** An hour more than what expires is archived, since a path begins half an hour before its transitions. */
const archive = async (context: HeldContext, hour: number): Promise<void> => {
  const { store, layout, ensureHeld } = context;
  const [row] = await store.rows<{ from: number }>(`SELECT ${archivedTo} AS \`from\``);
  const from = row?.from ?? 0;
  const to = hour + 1;
  if (to <= from) return;
  await endArchiving(context);
  for (const table of ['hourly_archive', 'active_persons_archive', 'transitions_archive'])
    await remove(context, table, `hour >= ${from}`, ensureHeld);
  // Where the lock was lost another process may have archived, and what is sent now would be removed or counted twice.
  const insert = async (sql: string) => {
    await ensureHeld();
    await store.run(sql, { settings: asNew(), id: newArchiveId(layout) });
  };
  const hours = `hour >= ${from} AND hour < ${to} AND time >= ${from * HOUR} AND time < ${to * HOUR}`;
  await insert(
    `INSERT INTO hourly_archive (hour, product, platform, kind, key, flags, step, events, duration)
     SELECT hour, product, ifNull(platform, '') AS place, kind, key, flags, step, count(), ifNull(sum(duration), 0)
     FROM events WHERE ${hours} GROUP BY hour, product, place, kind, key, flags, step`,
  );
  await insert(
    `INSERT INTO active_persons_archive (hour, product, platform, flags, person, first_at)
     SELECT hour, product, ifNull(platform, '') AS place, flags, assumeNotNull(person) AS who, min(time)
     FROM events WHERE ${hours} AND person IS NOT NULL AND kind <= 2 GROUP BY hour, product, place, flags, who`,
  );
  const [start, end] = [from * HOUR, to * HOUR];
  const around = `time >= ${start - PATH_GAP} AND time < ${end + PATH_GAP}`;
  await insert(
    `INSERT INTO transitions_archive (hour, product, platform, flags, from_page, to_page, transitions)
     ${transitionsOf(around, `time >= ${start} AND time < ${end}`, [
       { sql: `intDiv(time, ${HOUR})`, as: 'hour' },
       ...['product', 'platform', 'flags'].map(column => ({ sql: column, as: column })),
     ])}`,
  );
  // Old events may have been loaded meanwhile where the lock was lost.
  await ensureHeld();
  await store.insert(
    'meta',
    ['name', 'value'],
    [
      ['archived_to', to],
      ['rows_from', hour * HOUR],
    ],
  );
};

/** Drops months of which every row is older. */
const dropMonths = async (
  { store, layout }: MaintenanceContext,
  table: string,
  before: number,
): Promise<void> => {
  const month = new Date(before).toISOString().slice(0, 7).replace('-', '');
  const rows = await store.rows<{ partition: string }>(
    `SELECT DISTINCT _partition_id AS partition FROM ${rowsOf(table, layout)} WHERE _partition_id < ${literal(month)} ORDER BY partition`,
  );
  for (const { partition } of rows)
    await store.run(`${alter(table, layout)} DROP PARTITION ID ${literal(partition)}`);
};
