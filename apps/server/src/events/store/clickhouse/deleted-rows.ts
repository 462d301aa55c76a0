/**
 * Rows that erasures marked as deleted: no statement sees them, and they stay on the disk until their parts are
 * rewritten without them,
 * once a night. In `meta`, `erased` is when rows were marked that are still there, in ms since 1970, and `cleared` when the
 * last part with marked rows was replaced in a night, or later, in seconds since 1970 by the server's clock.
 */
import { isTimeToClear } from '../clearing.ts';
import { APPLY_MARKS, applyMarks, isOf, type Layout, parts, servers } from './ddl.ts';
import { literal } from './literal.ts';
import { remove } from './remove.ts';
import {
  type HeldContext,
  maintain,
  type MaintenanceContext,
  mutationsDone,
  runMutation,
  withdraw,
} from './run-mutation.ts';

/** Milliseconds by which the clocks of servers may differ. */
const SKEW = 10 * 60_000;
/** Times that rows are written away in one night: a deletion that a server had still to do is done with the first, and its rows go with the second. */
const ATTEMPTS = 3;

const markedParts = (layout: Layout): string =>
  `${parts(layout)} WHERE ${isOf('events', layout)} AND has_lightweight_delete`;

/** Servers before it may crash where a lightweight deletion takes every row of a block (ClickHouse's issue 80415). */
const MARKS_FROM = { year: 25, month: 8 };

/** Whether all servers can mark rows as deleted. */
export const canMark = async ({ store, layout }: MaintenanceContext): Promise<boolean> => {
  const versions = await store.lookUp<{ version: string }>(
    `SELECT version() AS version FROM ${servers(layout)}`,
  );
  return versions.every(({ version }) => {
    const [year = 0, month = 0] = version.split('.').map(Number);
    return year > MARKS_FROM.year || (year === MARKS_FROM.year && month >= MARKS_FROM.month);
  });
};

/** Notes that rows are about to be marked as deleted. */
export const noteErasure = ({ store, now }: MaintenanceContext): Promise<void> =>
  store.insert('meta', ['name', 'value'], [['erased', now()]]);

/** Whether there are rows that are marked as deleted. */
const areMarked = async ({ store, layout }: MaintenanceContext): Promise<boolean> =>
  (await store.lookUp(`SELECT 1 FROM ${markedParts(layout)} AND active LIMIT 1`)).length > 0;

/** Since when there are rows that are marked as deleted: 0 where that is not known, undefined where there are none. */
const erasedSince = async (context: MaintenanceContext): Promise<number | undefined> => {
  const [noted] = await context.store.lookUp<{ at: number }>(
    "SELECT min(value) AS at FROM meta WHERE name = 'erased' HAVING count() > 0",
  );
  // A clock that was put back since has noted a time to come.
  if (noted) return noted.at > context.now() + SKEW ? 0 : noted.at;
  return (await areMarked(context)) ? 0 : undefined;
};

/**
 * Rewrites the parts with rows which are marked as deleted, where it is time for that (`isTimeToClear`). ClickHouse
 * removes the files
 * of the parts from before by itself, some minutes later.
 * @returns what was erased before then (ms since 1970) is gone from the disk
 */
export const clearDeleted = async (context: MaintenanceContext): Promise<number> => {
  const isDue = async () => {
    const since = await erasedSince(context);
    return since !== undefined && isTimeToClear(context.now(), since);
  };
  if (await isDue()) {
    await maintain(context, async held => {
      // Another process may have done it.
      if (await isDue()) await applyDeleted(held);
    });
  }
  return clearedTo(context);
};

/** Withdraws the writing of a process that has ended: erasures would wait behind it. */
export const withdrawWriting = (context: HeldContext): Promise<void> =>
  withdraw(context, 'events', APPLY_MARKS);

/** While the caller holds the maintenance lock, so that nothing is erased meanwhile. @throws Error in words for the operator where marked rows are left */
const applyDeleted = async (context: HeldContext): Promise<void> => {
  const { store, layout, ensureHeld } = context;
  const [noted] = await store.lookUp<{ last: number }>(
    "SELECT max(value) AS last FROM meta WHERE name = 'erased'",
  );
  await withdrawWriting(context);
  // A deletion that a process left marks rows yet.
  await mutationsDone(context, 'events');
  for (let time = 0; await areMarked(context); time += 1) {
    if (time === ATTEMPTS) throw new Error('Erased events are left on the disk.');
    await ensureHeld();
    await runMutation(context, 'events', applyMarks('events', layout));
  }
  await store.run(
    `INSERT INTO meta (name, value)
     SELECT 'cleared', greatest(toUnixTimestamp(now()), max(toUnixTimestamp(remove_time))) FROM ${markedParts(layout)} AND NOT active`,
  );
  // The process that took a lost lock may have noted an erasure.
  await ensureHeld();
  await remove(context, 'meta', `name = 'erased' AND value <= ${noted?.last ?? 0}`);
};

/**
 * A part that is no longer active has what was erased since. One with marked rows also has what was erased before: of a part that was
 * replaced up to `cleared` nothing tells when, and of a later one the notes do. Times of parts are by the server's clock.
 */
const clearedTo = async (context: MaintenanceContext): Promise<number> => {
  const { store, layout, now } = context;
  const at = now();
  const since = await erasedSince(context);
  const [old] = await store.lookUp<{ marked: number; unmarked: number; seconds: number }>(
    `SELECT toInt64(countIf(has_lightweight_delete
              AND toUnixTimestamp(remove_time) <= (SELECT max(value) FROM meta WHERE name = 'cleared'))) AS marked,
            toInt64(countIf(NOT has_lightweight_delete)) AS unmarked,
            toInt64(dateDiff('second', minIf(remove_time, NOT has_lightweight_delete), now())) AS seconds
     FROM ${parts(layout)} WHERE NOT active AND database = ${literal(layout.database)}`,
  );
  // A part that will be replaced: the server's clock was put back since, and nothing tells when it was.
  if (!old || old.marked > 0 || (old.unmarked > 0 && old.seconds < 0)) return 0;
  const replaced = old.unmarked > 0 ? at - (old.seconds + 1) * 1000 : at;
  // The clock of who says that an erasure is done may be behind that of who noted it, or this one.
  return Math.max(0, Math.min(at, since ?? at, replaced) - SKEW);
};
