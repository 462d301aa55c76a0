/** Which release of a product is the newest, by when pages reported it first and by what its name says of it. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** Releases that are looked at, the last ones. */
const LOOKED = 100;
/** Milliseconds for which a report counts. */
const RECENT = 24 * 3_600_000;
/** The name of releases beyond those that are taken in an hour: none of its own. */
export const OTHER = 'other';

const numbers = new Intl.Collator('en', { numeric: true });
/** The number that a release begins with, empty where it has none. What follows may be a hash, which tells no order. */
const numberOf = (release: string): string => /^v?(\d+(?:\.\d+)+)/.exec(release)?.[1] ?? '';

/**
 * @param releases in the order in which pages reported them first, the last first: an old page may be opened for the first time late
 * @returns of numbered ones the highest, of those of one number and of others, such as hashes, the one that was reported first last
 */
export const newestOf = (releases: readonly string[]): string | undefined =>
  releases.reduce<string | undefined>((newest, release) => {
    if (newest === undefined) return release;
    const before = numberOf(newest);
    return before !== '' && numbers.compare(numberOf(release), before) > 0 ? release : newest;
  }, undefined);

/** When a release was reported last, of a row. */
export const lastSeen = (table: string) =>
  sql<Date>`coalesce(${sql.ref(`${table}.last_seen`)}, ${sql.ref(`${table}.first_seen`)})`;

/**
 * Anybody can report a release, but not upload its source maps. Where a product has none, a release that is reported no more counts
 * for a day.
 * @param at the time now
 * @returns undefined where a product has reported none that counts
 */
export const newestRelease = async (
  db: Kysely<Database>,
  product: string,
  at: number,
): Promise<string | undefined> => {
  const isRecent = sql`${lastSeen('r')} > ${new Date(at - RECENT)}`;
  const { rows } = await sql<{ release: string }>`
    with reported as (select * from monitor_releases where product = ${product} and release <> ${OTHER})
    select release from reported r where case
      when exists (select from source_maps where product = ${product})
        then exists (select from source_maps m where m.product = r.product and m.release = r.release)
      when exists (select from reported r where ${isRecent}) then ${isRecent}
      else true end
    order by first_seen desc, release desc limit ${LOOKED}`.execute(db);
  return newestOf(rows.map(({ release }) => release));
};
