/** Uploaded source maps in PostgreSQL, which every process reads. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import { MAX_MAP_BYTES } from './source-map-file.ts';
import type { Build, MapSource } from './source-maps.ts';

/** Maximum number of maps of a release, and of their bytes as they are kept. */
const MAX_MAPS = 2_000;
const MAX_RELEASE_BYTES = 256 * 1024 * 1024;
/** How many releases of a product keep their maps, and for how many days after their last upload or use. */
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

/** The maps that a site uploaded. A list renews the last use of its release, once an hour. */
export const uploadedSourceMaps = (db: Kysely<Database>, now: () => number): MapSource => ({
  key: ({ product, release }) => `${product} ${release}`,
  list: async ({ product, release }) => {
    const rows = await db
      .selectFrom('source_maps')
      .select(['script', sql<string>`encode(sha256, 'hex')`.as('version')])
      .where('product', '=', product)
      .where('release', '=', release)
      .execute();
    if (rows.length > 0) await renewUse(db, { product, release }, now());
    return new Map(rows.map(({ script, version }) => [script, version]));
  },
  read: async ({ product, release }, script) => {
    const row = await db
      .selectFrom('source_maps')
      .select('map')
      .where('product', '=', product)
      .where('release', '=', release)
      .where('script', '=', script)
      .executeTakeFirst();
    return row && (await promisify(gunzip)(row.map, { maxOutputLength: MAX_MAP_BYTES })).toString('utf8');
  },
});

const renewUse = (db: Kysely<Database>, { product, release }: Build, at: number) =>
  sql`insert into source_map_uses (product, release, used_at) values (${product}, ${release}, ${new Date(at)})
    on conflict (product, release) do update set used_at = excluded.used_at
    where source_map_uses.used_at < excluded.used_at - interval '1 hour'`.execute(db);

/**
 * The maps of releases that are out of use, or beyond those in use last. A release that is uploaded is in use: errors name it soon.
 * A condition for `batchDelete`.
 */
export const expiredSourceMaps = (at: number) => sql`(product, release) in (
    select product, release from (
      select product, release, used_at, row_number() over (partition by product order by used_at desc, release desc) as place
      from (
        select product, release, greatest(max(m.uploaded_at), max(u.used_at)) as used_at
        from source_maps m left join source_map_uses u using (product, release)
        group by product, release
      ) used
    ) ranked where place > ${KEPT_RELEASES} or used_at < ${new Date(at - KEPT_DAYS * DAY)})`;

/** Uses of releases without a map. A condition for `batchDelete`. */
export const endedUses = sql`not exists (
  select from source_maps m where m.product = source_map_uses.product and m.release = source_map_uses.release)`;
