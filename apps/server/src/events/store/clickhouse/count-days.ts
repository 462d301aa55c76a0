/** Counts the transitions of days that have ended, and forgets counts that are not valid any more. */
import { randomInt } from 'node:crypto';
import { StoreUnavailable } from '../errors.ts';
import type { ResultRow } from '../protocol.ts';
import { PATH_GAP } from '../rollups.ts';
import { HOUR } from '../tables.ts';
import { type Days, dayOf, DAYS_AHEAD } from './active-days.ts';
import { countedDays } from './counted-days.ts';
import { literal } from './literal.ts';
import { type Place, remove } from './remove.ts';
import { transitionsOf } from './transitions.ts';

/** Milliseconds after the end of a day from which it is counted: events of its last minutes come until then. */
const ENDED = HOUR;
/** Versions of one millisecond. */
const VERSIONS = 1024;
/** Milliseconds after which counts that no row of `counted_days` names are taken to be left by a run that ended. */
const LEFT = HOUR;
/** Days that are counted before they are named, and in one run: made-up products may have very many. */
const AT_ONCE = 32;
const A_RUN = 2048;
/** Versions that one mutation removes. */
const REMOVED = 5000;

let sequence = randomInt(VERSIONS);
const newVersion = (now: number): number => Math.floor(now) * VERSIONS + (sequence++ % VERSIONS);

export interface CountContext extends Place {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Day extends ResultRow {
  readonly product: string;
  readonly day: number;
  readonly views: number | string;
  readonly checksum: number | string;
  readonly version: number;
}

const daysOf = ({ store }: CountContext, days: Days) => store.lookUp<Day>(countedDays('true', days));

const endedDays = (context: CountContext) =>
  daysOf(context, { first: 1, last: dayOf(context.now() - ENDED) - 1 });

/**
 * Counts each day whose counts are not valid, and forgets those. A fault of one day leaves the others counted.
 * @throws the first fault
 */
export const countDays = async (context: CountContext): Promise<void> => {
  const faults: unknown[] = [];
  const ended = await endedDays(context);
  const valid = new Set(versionsOf(ended));
  const due = ended.filter(({ version }) => version === 0).slice(0, A_RUN);
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const counted = await countSome(context, due.slice(at, at + AT_ONCE));
    for (const version of counted.named) valid.add(version);
    faults.push(...counted.faults);
  }
  await forgetOthers(context, valid);
  if (faults.length > 0) throw faults[0];
};

const versionsOf = (days: readonly Day[]): readonly number[] =>
  days.flatMap(({ version }) => (version === 0 ? [] : [version]));

/**
 * Counts days, of which those are named in `counted_days`, and valid from then on, that did not change meanwhile.
 * @returns their versions, and the faults of others
 */
const countSome = async (
  context: CountContext,
  due: readonly Day[],
): Promise<{ readonly named: readonly number[]; readonly faults: readonly unknown[] }> => {
  const faults: unknown[] = [];
  const counted: { readonly of: Day; readonly version: number; readonly transitions: number }[] = [];
  for (const of of due) {
    try {
      counted.push({ of, ...(await countDay(context, of)) });
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      faults.push(error);
    }
  }
  const days = due.map(({ day }) => day);
  const after = await daysOf(context, { first: Math.min(...days), last: Math.max(...days) });
  const state = ({ product, day, views, checksum }: Day) => JSON.stringify([product, day, views, checksum]);
  const unchanged = new Set(after.map(state));
  const named = counted.filter(({ of }) => unchanged.has(state(of)));
  await context.store.insert(
    'counted_days',
    ['product', 'day', 'version', 'views', 'checksum', 'transitions'],
    named.map(({ of: { product, day, views, checksum }, version, transitions }) => [
      product,
      day,
      version,
      String(views),
      String(checksum),
      transitions,
    ]),
  );
  return { named: named.map(({ version }) => version), faults };
};

/** @returns the version of its counts, and how many rows these are */
const countDay = async (
  { store, now }: CountContext,
  { product, day }: Day,
): Promise<{ readonly version: number; readonly transitions: number }> => {
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
  );
  const [row] = await store.lookUp<{ transitions: number }>(
    `SELECT count() AS transitions FROM daily_transitions WHERE day = ${day} AND version = ${version}`,
  );
  return { version, transitions: row?.transitions ?? 0 };
};

/**
 * Removes counts that are not valid.
 * @returns a time in ms since 1970: what was erased before then is in no count
 */
export const forgetCounts = async (context: CountContext): Promise<number> =>
  forgetOthers(context, new Set(versionsOf(await endedDays(context))));

/** Removes counts but those of some versions, and those that may be named yet. @returns as above */
const forgetOthers = async (context: CountContext, kept: ReadonlySet<number>): Promise<number> => {
  const { store, now } = context;
  const begun = now();
  const others = async (table: string) =>
    (await store.lookUp<{ version: number }>(`SELECT DISTINCT version FROM ${table}`)).flatMap(
      ({ version }) => (kept.has(version) ? [] : [version]),
    );
  const named = new Set(await others('counted_days'));
  const unnamed = await others('daily_transitions');
  const isOver = (version: number) => named.has(version) || version < (begun - LEFT) * VERSIONS;
  const over = unnamed.filter(isOver);
  await removeVersions(context, 'counted_days', [...named]);
  await removeVersions(context, 'daily_transitions', over);
  return unnamed
    .filter(version => !isOver(version))
    .reduce((least, version) => Math.min(least, Math.floor(version / VERSIONS)), begun);
};

const removeVersions = async (
  context: CountContext,
  table: string,
  versions: readonly number[],
): Promise<void> => {
  for (let at = 0; at < versions.length; at += REMOVED)
    await remove(context, table, `version IN (${versions.slice(at, at + REMOVED).join(', ')})`);
};
