/** Counts the transitions of days that have ended, and forgets counts that are not valid any more. */
import { randomInt } from 'node:crypto';
import { StoreUnavailable } from '../errors.ts';
import type { ResultRow } from '../protocol.ts';
import { PATH_GAP } from '../rollups.ts';
import { HOUR } from '../tables.ts';
import { type Days, dayOf, DAYS_AHEAD } from './active-days.ts';
import { countedDays } from './daily-transitions.ts';
import { newArchiveId } from './archive-id.ts';
import { literal } from './literal.ts';
import type { StoreLocks } from './locks.ts';
import { type Place, remove } from './remove.ts';
import { transitionsOf } from './transitions.ts';

/** Milliseconds after the end of a day from which it is counted: events of its last minutes come until then. */
const ENDED = HOUR;
/** Versions of one millisecond. */
const VERSIONS = 1024;
/** Milliseconds after which counts that no row of `counted_days` names are taken to be left by a run that ended. */
const LEFT = HOUR;
/** Milliseconds by which the clocks of two processes may differ. */
const SKEW = 5 * 60_000;
/** Days that are counted under one lock, for which erasures wait, and in one run: made-up products may have very many. */
const AT_ONCE = 8;
const A_RUN = 2048;
/** Versions that one mutation removes. */
const REMOVED = 5000;

let sequence = randomInt(VERSIONS);
const newVersion = (now: number): number => Math.floor(now) * VERSIONS + (sequence++ % VERSIONS);

export interface CountContext extends Place {
  readonly locks: Pick<StoreLocks, 'maintenance'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Day extends ResultRow {
  readonly product: string;
  readonly day: number;
  readonly views: number | string;
  readonly checksum: number | string;
  readonly version: number;
  readonly counts: number;
}

/** Counts by their versions, with how many rows they have. */
type Versions = ReadonlyMap<number, number>;

const daysOf = ({ store }: CountContext, days: Days) => store.lookUp<Day>(countedDays('true', days));

const endedDays = (context: CountContext) =>
  daysOf(context, { first: 1, last: dayOf(context.now() - ENDED) - 1 });

/**
 * Counts each day whose counts are not valid, and forgets those. A fault of one day leaves the others counted.
 * @param closing once it is aborted the rest is left to the next run
 * @throws the first fault
 */
export const countTransitions = async (context: CountContext, closing?: AbortSignal): Promise<void> => {
  const faults: unknown[] = [];
  const ended = await endedDays(context);
  const valid = new Map(versionsOf(ended));
  const changed = new Set<number>();
  const due = ended.filter(({ version }) => version === 0).slice(0, A_RUN);
  for (let at = 0; at < due.length; at += AT_ONCE) {
    if (closing?.aborted) return;
    // Something that came and was erased again while days are counted would leave their checksum as it was.
    const counted = await context.locks.maintenance(() => countSome(context, due.slice(at, at + AT_ONCE)));
    for (const { version, counts, isNamed } of counted.days) {
      if (isNamed) valid.set(version, counts);
      else changed.add(version);
    }
    faults.push(...counted.faults);
  }
  await forgetOthers(context, { begun: context.now(), valid, changed });
  if (faults.length > 0) throw faults[0];
};

const versionsOf = (days: readonly Day[]): readonly (readonly [number, number])[] =>
  days.flatMap(({ version, counts }) => (version === 0 ? [] : [[version, counts] as const]));

interface Counts {
  readonly version: number;
  /** How many rows they have. */
  readonly counts: number;
}

/**
 * Counts days, of which those are named in `counted_days`, and valid from then on, that did not change meanwhile.
 * @returns faults of others
 */
const countSome = async (
  context: CountContext,
  due: readonly Day[],
): Promise<{
  readonly days: readonly (Counts & { readonly isNamed: boolean })[];
  readonly faults: readonly unknown[];
}> => {
  const faults: unknown[] = [];
  const counted: (Counts & { readonly of: Day })[] = [];
  for (const of of due) {
    try {
      counted.push({ of, ...(await countDay(context, of)) });
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      faults.push(error);
    }
  }
  const numbers = due.map(({ day }) => day);
  const after = await daysOf(context, { first: Math.min(...numbers), last: Math.max(...numbers) });
  const state = ({ product, day, views, checksum }: Day) => JSON.stringify([product, day, views, checksum]);
  const unchanged = new Set(after.map(state));
  const days = counted.map(each => ({ ...each, isNamed: unchanged.has(state(each.of)) }));
  await context.store.insert(
    'counted_days',
    ['product', 'day', 'version', 'views', 'checksum', 'counts'],
    days.flatMap(({ of: { product, day, views, checksum }, version, counts, isNamed }) =>
      isNamed ? [[product, day, version, String(views), String(checksum), counts]] : [],
    ),
  );
  return { days, faults };
};

/** @returns the version of its counts, and how many rows these are */
const countDay = async ({ store, layout, now }: CountContext, { product, day }: Day): Promise<Counts> => {
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
 * Removes counts that are not valid.
 * @returns a time in ms since 1970: what was erased before then is in no count
 */
export const forgetCounts = async (context: CountContext): Promise<number> => {
  const begun = context.now();
  const valid = new Map(versionsOf(await endedDays(context)));
  return forgetOthers(context, { begun, valid, changed: new Set() });
};

/**
 * Removes counts but the valid ones, and those that another run may name yet.
 * @returns as above
 */
const forgetOthers = async (
  context: CountContext,
  {
    begun,
    valid,
    changed,
  }: { readonly begun: number; readonly valid: Versions; readonly changed: ReadonlySet<number> },
): Promise<number> => {
  const { store } = context;
  const found = new Map(
    (
      await store.lookUp<Counts & ResultRow>(
        'SELECT version, count() AS counts FROM daily_transitions GROUP BY version',
      )
    ).map(({ version, counts }) => [version, counts]),
  );
  // Some of the rows may be gone: the day would never be counted again.
  const isKept = (version: number) => valid.get(version) === (found.get(version) ?? 0);
  const named = (await store.lookUp<{ version: number }>('SELECT version FROM counted_days')).flatMap(
    ({ version }) => (isKept(version) ? [] : [version]),
  );
  const ended = new Set(named);
  const isOver = (version: number) =>
    ended.has(version) || changed.has(version) || version < (begun - LEFT) * VERSIONS;
  const unnamed = [...found.keys()].filter(version => !isKept(version));
  const [over, left] = [unnamed.filter(isOver), unnamed.filter(version => !isOver(version))];
  await removeVersions(context, 'counted_days', named);
  await removeVersions(context, 'daily_transitions', over);
  return left.reduce((least, version) => Math.min(least, Math.floor(version / VERSIONS) - SKEW), begun);
};

const removeVersions = async (
  context: CountContext,
  table: string,
  versions: readonly number[],
): Promise<void> => {
  for (let at = 0; at < versions.length; at += REMOVED)
    await remove(context, table, `version IN (${versions.slice(at, at + REMOVED).join(', ')})`);
};
