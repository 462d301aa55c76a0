/** Uploaded source maps in PostgreSQL, which every process reads. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import { MAX_MAP_BYTES } from './source-map-file.ts';
import type { Build } from './source-maps.ts';

/** Maximum number of maps of a release, and of their bytes as they are kept. */
const MAX_MAPS = 2_000;
const MAX_RELEASE_BYTES = 256 * 1024 * 1024;
/** How many releases of a product keep their maps, and for how many days. */
export const KEPT_RELEASES = 50;
export const KEPT_DAYS = 90;

const DAY = 86_400_000;

/**
 * Keeps the map of a script; one of the same script and release is replaced.
 * @param json a checked map
 * @returns false if the same map was kept already
 * @throws the refusal IllegalOperation if the release is full
 */
export const saveSourceMap = async (
  db: Kysely<Database>,
  { product, release }: Build,
  script: string,
  json: string,
  at: number,
): Promise<boolean> => {
  const sha256 = createHash('sha256').update(json).digest();
  const map = await promisify(gzip)(json);
  return transaction(db, async trx => {
    // Uploads of one release take turns, so that its limit holds.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`source maps ${product} ${release}`}, 0))`.execute(
      trx,
    );
    const { rows } = await sql<{ count: number; bytes: number; same: boolean | null }>`
      select count(*) filter (where script <> ${script})::int as count,
        coalesce(sum(octet_length(map)) filter (where script <> ${script}), 0)::float8 as bytes,
        bool_or(script = ${script} and sha256 = ${sha256}) as same
      from source_maps where product = ${product} and release = ${release}`.execute(trx);
    const { count, bytes, same } = rows[0] ?? { count: 0, bytes: 0, same: false };
    if (count >= MAX_MAPS || bytes + map.length > MAX_RELEASE_BYTES) {
      throw refuse('IllegalOperation', {
        message: `The release has ${count} source maps of ${bytes} bytes; ${MAX_MAPS} maps and ${MAX_RELEASE_BYTES} bytes are kept.`,
      });
    }
    await trx
      .insertInto('source_maps')
      .values({ product, release, script, sha256, map, uploaded_at: new Date(at) })
      .onConflict(conflict =>
        conflict.columns(['product', 'release', 'script']).doUpdateSet({
          sha256,
          uploaded_at: new Date(at),
          ...(same === true ? {} : { map }),
        }),
      )
      .execute();
    return same !== true;
  });
};

/** The JSON of a kept map; undefined if there is none. */
export const findSourceMap = async (
  db: Kysely<Database>,
  { product, release }: Build,
  script: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('source_maps')
    .select('map')
    .where('product', '=', product)
    .where('release', '=', release)
    .where('script', '=', script)
    .executeTakeFirst();
  return row && (await promisify(gunzip)(row.map, { maxOutputLength: MAX_MAP_BYTES })).toString('utf8');
};

/** The maps that are too old, or of a release beyond the newest. A condition for `batchDelete`. */
export const expiredSourceMaps = (at: number) => sql`uploaded_at < ${new Date(at - KEPT_DAYS * DAY)}
  or (product, release) in (
    select product, release from (
      select product, release,
        row_number() over (partition by product order by max(uploaded_at) desc, release desc) as place
      from source_maps group by product, release
    ) ranked where place > ${KEPT_RELEASES})`;
