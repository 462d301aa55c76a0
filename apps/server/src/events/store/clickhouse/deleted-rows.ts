/**
 * Rows that erasures marked as deleted: no statement sees them, and they stay on the disk until their parts are written anew without them,
 * once a night. In `meta`, `erased` is when rows were marked that are still there, in ms since 1970, and `cleared` when a night's
 * work ended, in seconds since 1970 by the server's clock.
 */
import { isTimeToClear } from '../clearing.ts';
import { alter, type Layout, parts, rowsOf } from './ddl.ts';
import { literal } from './literal.ts';
import { type MaintenanceContext, mutate, remove } from './remove.ts';

/** Seconds by which servers' clocks may differ. */
const SKEW = 60;

const eventParts = (layout: Layout): string =>
  `${parts(layout)} WHERE database = currentDatabase() AND table = ${literal(rowsOf('events', layout))}`;

/** Notes that rows are about to be marked as deleted. */
export const noteErasure = ({ store, now }: MaintenanceContext): Promise<void> =>
  store.insert('meta', ['name', 'value'], [['erased', now()]]);

/** Since when there are rows that are marked as deleted: 0 where that is not known, undefined where there are none. */
const erasedSince = async ({ store, layout, now }: MaintenanceContext): Promise<number | undefined> => {
  const [noted] = await store.lookUp<{ at: number }>(
    "SELECT min(value) AS at FROM meta WHERE name = 'erased' HAVING count() > 0",
  );
  // By a clock that was put back since.
  if (noted) return noted.at > now() ? 0 : noted.at;
  const [marked] = await store.lookUp(
    `SELECT 1 FROM ${eventParts(layout)} AND active AND has_lightweight_delete LIMIT 1`,
  );
  return marked && 0;
};

/**
 * Writes the parts anew that have rows which are marked as deleted, where it is time for that (`isTimeToClear`). ClickHouse removes the files
 * of the parts from before by itself, some minutes later.
 * @returns what was erased before then (ms since 1970) is gone from the disk
 */
export const clearDeleted = async (context: MaintenanceContext): Promise<number> => {
  const since = await erasedSince(context);
  if (since !== undefined && isTimeToClear(context.now(), since))
    await context.locks.maintenance((_, ensureHeld) => applyDeleted(context, ensureHeld));
  return clearedTo(context);
};

/** While the caller holds the maintenance lock, so that nothing is erased meanwhile. */
const applyDeleted = async (context: MaintenanceContext, ensureHeld: () => Promise<void>): Promise<void> => {
  const { store, layout } = context;
  const [noted] = await store.lookUp<{ last: number }>(
    "SELECT max(value) AS last FROM meta WHERE name = 'erased'",
  );
  await mutate(context, 'events', `${alter('events', layout)} APPLY DELETED MASK`);
  const left = await store.lookUp(
    `SELECT 1 FROM ${eventParts(layout)} AND active AND has_lightweight_delete LIMIT 1`,
  );
  if (left.length > 0) throw new Error('Erased events are left on the disk.');
  await store.run("INSERT INTO meta (name, value) SELECT 'cleared', toUnixTimestamp(now())");
  // Whoever took a lost lock may have noted an erasure.
  await ensureHeld();
  await remove(context, 'meta', `name = 'erased' AND value <= ${noted?.last ?? 0}`);
};

/**
 * A part that is no longer active has what was erased since; one with marked rows, also what was erased before. Times of parts are by the
 * server's clock, which may differ from this one.
 */
const clearedTo = async (context: MaintenanceContext): Promise<number> => {
  const { store, layout, now } = context;
  const since = await erasedSince(context);
  const at = now();
  const [left] = await store.lookUp<{ marked: number; unmarked: number; seconds: number }>(
    `SELECT toInt64(countIf(table = ${literal(rowsOf('events', layout))} AND has_lightweight_delete
              AND toUnixTimestamp(remove_time) <= (SELECT max(value) FROM meta WHERE name = 'cleared') + ${SKEW})) AS marked,
            toInt64(countIf(NOT has_lightweight_delete)) AS unmarked,
            toInt64(dateDiff('second', minIf(remove_time, NOT has_lightweight_delete), now())) AS seconds
     FROM ${parts(layout)} WHERE NOT active AND database = currentDatabase()`,
  );
  if (!left || left.marked > 0) return 0;
  return Math.min(since ?? at, left.unmarked > 0 ? at - (left.seconds + 1) * 1000 : at);
};
