/** Counts the transitions of days that have ended, and forgets counts that are not valid any more. */
import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '../errors.ts';
import type { ResultRow } from '../protocol.ts';
import { PATH_GAP } from '../rollups.ts';
import { HOUR } from '../tables.ts';
import { type Days, dayOf, DAYS_AHEAD } from './active-days.ts';
import { countedDays } from './daily-transitions.ts';
import { endArchiving, newArchiveId } from './archive-statements.ts';
import { literal } from './literal.ts';
import { TURN } from './locks.ts';
import { remove } from './remove.ts';
import { type HeldContext, maintain, type MaintenanceContext } from './run-mutation.ts';
import { transitionsOf } from './transitions.ts';

/** Milliseconds after the end of a day from which it is counted: events of its last minutes come until then. */
const ENDED = HOUR;
/** Versions of one millisecond. */
const VERSIONS = 1024;
/** Days that are counted under one lock, for which erasures wait, and in one run: made-up products may have very many. */
const AT_ONCE = 8;
const A_RUN = 2048;
/** Versions that one mutation removes. */
const REMOVED = 5000;

let sequence = randomInt(VERSIONS);
const newVersion = (now: number): number => Math.floor(now) * VERSIONS + (sequence++ % VERSIONS);

interface Day extends ResultRow {
  readonly product: string;
  readonly day: number;
  readonly views: number | string;
  readonly checksum: number | string;
  readonly version: number;
  readonly counts: number;
}

const daysOf = ({ store }: MaintenanceContext, days: Days) => store.lookUp<Day>(countedDays('true', days));

const endedDays = (context: MaintenanceContext) =>
  daysOf(context, { first: 1, last: dayOf(context.now() - ENDED) - 1 });

/**
 * Counts each day whose counts are not valid, and forgets those. A fault of one day leaves the others counted.
 * @param closing once it is aborted the rest is left to the next run
 * @throws the fault; AggregateError of several
 */
export const countTransitions = async (context: MaintenanceContext, closing?: AbortSignal): Promise<void> => {
  const { pause = setTimeout } = context;
  const faults: unknown[] = [];
  const due = (await endedDays(context)).filter(isDue).slice(0, A_RUN);
  try {
    for (let at = 0; at < due.length; at += AT_ONCE) {
      if (closing?.aborted) break;
      const some = due.slice(at, at + AT_ONCE);
      await maintain(context, async held => {
        // The lock may have been waited for.
        if (!closing?.aborted) await countSome(held, some, fault => faults.push(fault));
      });
      // Another process that waits for the lock takes it.
      await pause(TURN);
    }
    if (!closing?.aborted) await forgetCounts(context);
  } catch (error) {
    faults.push(error);
  }
  if (faults.length > 1) throw new AggregateError(faults, 'Paths of several days were not counted');
  if (faults.length > 0) throw faults[0];
};

const isDue = ({ version }: Day): boolean => version === 0;
const nameOf = ({ product, day }: Day): string => JSON.stringify([product, day]);
const stateOf = ({ product, day, views, checksum }: Day): string =>
  JSON.stringify([product, day, views, checksum]);

interface Counts {
  readonly version: number;
  /** How many rows they have. */
  readonly counts: number;
}

/**
 * Counts days while the caller holds the maintenance lock, in which rows only come: what was erased and came again would leave their checksum as
 * it was. Those that change meanwhile are not named in `counted_days`, by which counts are valid.
 * @param listed before the lock was taken; a day that was counted since then is left as it is
 * @param failed is told why a day could not be counted
 */
const countSome = async (
  context: HeldContext,
  listed: readonly Day[],
  failed: (fault: unknown) => void,
): Promise<void> => {
  const numbers = listed.map(({ day }) => day);
  const look = () => daysOf(context, { first: Math.min(...numbers), last: Math.max(...numbers) });
  const names = new Set(listed.map(nameOf));
  const due = (await look()).filter(day => isDue(day) && names.has(nameOf(day)));
  const counted: (Counts & { readonly of: Day })[] = [];
  for (const day of due) {
    // The process that took a lost lock ended the count before.
    await context.ensureHeld();
    try {
      counted.push({ of: day, ...(await countDay(context, day)) });
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      failed(error);
    }
  }
  const unchanged = new Set((await look()).map(stateOf));
  const rows = counted.flatMap(({ of, version, counts }) =>
    unchanged.has(stateOf(of))
      ? [[of.product, of.day, version, String(of.views), String(of.checksum), counts]]
      : [],
  );
  // An erasure may have begun where the lock was lost.
  await context.ensureHeld();
  await context.store.insert(
    'counted_days',
    ['product', 'day', 'version', 'views', 'checksum', 'counts'],
    rows,
  );
};

/** @returns the version of its counts, and how many rows these are */
const countDay = async (
  { store, layout, now }: MaintenanceContext,
  { product, day }: Day,
): Promise<Counts> => {
  const version = newVersion(now());
  const start = (day * 24 - DAYS_AHEAD) * HOUR;
  const end = start + 24 * HOUR;
  const views = `product = ${literal(product)} AND time >= ${start - PATH_GAP} AND time < ${end + PATH_GAP}`;
  await store.run(
    `INSERT INTO daily_transitions (day, version, platform, flags, from_page, to_page, transitions)
     SELECT ${day}, ${version}, platform, flags, from_page, to_page, transitions
     FROM (${transitionsOf(views, `time >= ${start} AND time < ${end}`, [
       { sql: 'platform', as: 'platform' },
       { sql: 'flags', as: 'flags' },
     ])})`,
    { id: newArchiveId(layout) },
  );
  const [row] = await store.lookUp<{ counts: number }>(
    `SELECT count() AS counts FROM daily_transitions WHERE day = ${day} AND version = ${version}`,
  );
  return { version, counts: row?.counts ?? 0 };
};

/**
 * Removes counts that are not valid, and what no row of `counted_days` names: nobody counts meanwhile. What was erased before is in no
 * count afterwards.
 */
export const forgetCounts = (maintenance: MaintenanceContext): Promise<void> =>
  maintain(maintenance, async context => {
    const { store } = context;
    await endArchiving(context);
    const valid = new Map(
      (await endedDays(context)).flatMap(day => (isDue(day) ? [] : [[day.version, day.counts]])),
    );
    const found = new Map(
      (
        await store.lookUp<Counts & ResultRow>(
          'SELECT version, count() AS counts FROM daily_transitions GROUP BY version',
        )
      ).map(({ version, counts }) => [version, counts]),
    );
    // Some of the rows may be gone: the day would never be counted again.
    const isKept = (version: number) => valid.get(version) === (found.get(version) ?? 0);
    const named = await store.lookUp<{ version: number }>('SELECT version FROM counted_days');
    const versions = named.map(({ version }) => version);
    await removeVersions(
      context,
      'counted_days',
      versions.filter(version => !isKept(version)),
    );
    await removeVersions(
      context,
      'daily_transitions',
      [...found.keys()].filter(version => !isKept(version)),
    );
  });

const removeVersions = async (
  context: HeldContext,
  table: string,
  versions: readonly number[],
): Promise<void> => {
  for (let at = 0; at < versions.length; at += REMOVED)
    await remove(context, table, `version IN (${versions.slice(at, at + REMOVED).join(', ')})`);
};
