/** Which release of a product is the newest, by when pages reported it first and by what its name says of it. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** Releases that are looked at, the last ones. */
const LOOKED = 100;
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
  releases
    .filter(release => release !== OTHER)
    .reduce<string | undefined>((newest, release) => {
      if (newest === undefined) return release;
      const before = numberOf(newest);
      return before !== '' && numbers.compare(numberOf(release), before) > 0 ? release : newest;
    }, undefined);

/** Undefined where a product has reported none. */
export const newestRelease = async (db: Kysely<Database>, product: string): Promise<string | undefined> => {
  const rows = await db
    .selectFrom('monitor_releases')
    .select('release')
    .where('product', '=', product)
    .orderBy('first_seen', 'desc')
    .orderBy('release', 'desc')
    .limit(LOOKED)
    .execute();
  return newestOf(rows.map(({ release }) => release));
};
