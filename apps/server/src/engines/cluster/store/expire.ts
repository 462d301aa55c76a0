/** Removes what expires, of which the sums stay. */
import { randomUUID } from 'node:crypto';
import { flag } from '../../../events/store/columns.ts';
import { HOUR, PATH_GAP } from '../../../events/store/counting.ts';
import { QUERY_TEXT } from './connections.ts';
import { alter, kill, type Layout, rowsOf } from './ddl.ts';
import { literal } from './literal.ts';
import { type Held, maintain, type Maintenance } from './maintenance.ts';
import { remove } from './remove.ts';
import { archivedTo } from './tables.ts';
import { transitionsOf } from './transitions.ts';
import { kept, withoutErased } from './waiting.ts';

/** What the ids of statements that archive begin with, by which they are found once their connection was lost. */
const archiveIds = ({ database }: Layout): string => `rollcall-archive/${database}/`;

/**
 * Ends statements that were given up and go on in the server, while the caller holds the maintenance lock: they would archive beside the
 * next run, and people who are erased meanwhile.
 */
export const endArchiving = ({ store, layout }: Pick<Maintenance, 'store' | 'layout'>): Promise<void> =>
  store.runBriefly(kill(archiveIds(layout), layout));

/** Removes ids of erased events that are no longer sent again. @param before ms since 1970 */
export const forgetErasedIds = (context: Maintenance, before: number): Promise<void> =>
  maintain(context, held => forgetIds(held, before));

const forgetIds = async (context: Held, before: number): Promise<void> => {
  await context.store.insert('meta', ['name', 'value'], [['ids_from', before]]);
  await remove(context, 'erased_ids', `received < ${before}`);
};

/** Keeps the ids of rows that are about to expire, where they were received later than what expires now: such rows are few. */
const keepLateIds = ({ store }: Maintenance, before: number): Promise<void> =>
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
export const expireRows = (maintenance: Maintenance, hour: number): Promise<void> =>
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
const archive = async (context: Held, hour: number): Promise<void> => {
  const { store, layout, erasures, ensureHeld } = context;
  const [row] = await store.rows<{ from: number }>(`SELECT ${archivedTo} AS \`from\``);
  const from = row?.from ?? 0;
  const to = hour + 1;
  if (to <= from) return;
  await endArchiving(context);
  for (const table of ['hourly_archive', 'active_persons_archive', 'transitions_archive']) {
    await ensureHeld();
    await remove(context, table, `hour >= ${from}`);
  }
  // Where the lock was lost another process may have archived, and what is sent now would be removed or counted twice.
  const insert = async (sql: string) => {
    await ensureHeld();
    await store.run(withoutErased(sql, waiting), {
      settings: { ...asNew(), max_query_size: String(QUERY_TEXT) },
      id: archiveIds(layout) + randomUUID(),
    });
  };
  // What waits to be erased is in no sum that stays.
  const waiting = await erasures.waiting();
  const hours = `${kept.rows} AND hour >= ${from} AND hour < ${to} AND time >= ${from * HOUR} AND time < ${to * HOUR}`;
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
  const around = `${kept.rows} AND time >= ${start - PATH_GAP} AND time < ${end + PATH_GAP}`;
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
const dropMonths = async ({ store, layout }: Maintenance, table: string, before: number): Promise<void> => {
  const month = new Date(before).toISOString().slice(0, 7).replace('-', '');
  const rows = await store.rows<{ partition: string }>(
    `SELECT DISTINCT _partition_id AS partition FROM ${rowsOf(table, layout)} WHERE _partition_id < ${literal(month)} ORDER BY partition`,
  );
  for (const { partition } of rows)
    await store.run(`${alter(table, layout)} DROP PARTITION ID ${literal(partition)}`);
};
