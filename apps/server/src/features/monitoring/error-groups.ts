/** Error groups in PostgreSQL: their errors, releases and status. */
import type { TrailStep } from '@rollcall/contract';
import type { ErrorGroup, GroupStatus, ReadableFrame } from '@rollcall/contract/console';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ErrorGroupsTable } from '../../platform/database/tables/monitoring.ts';
import { countedSince } from './counted-since.ts';
import { lastSeen, newestRelease } from './newest-release.ts';

/** Occurrences of a group in one release. */
export interface Sighting {
  readonly id: string;
  readonly product: string;
  readonly origin: string;
  readonly name: string;
  readonly message: string;
  readonly culprit: string;
  readonly frames: readonly ReadableFrame[];
  readonly release: string;
  /** First and last occurrence, ms since 1970. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** Page views in which it occurred for the first time. */
  readonly pages: number;
  /** What the page did before; empty where nothing is known. */
  readonly trail: readonly TrailStep[];
}

/** Of a group and a release. */
interface MergedSighting extends Sighting {
  /** The first occurrence whose page view is counted, ms since 1970; Infinity: none is. */
  readonly pagesSince: number;
}

const mergeSightings = (sightings: readonly Sighting[]): MergedSighting[] => {
  const byKey = new Map<string, MergedSighting>();
  for (const sighting of sightings) {
    const key = `${sighting.id} ${sighting.release}`;
    const same = byKey.get(key);
    const pagesSince = sighting.pages > 0 ? sighting.first : Number.POSITIVE_INFINITY;
    byKey.set(
      key,
      same
        ? {
            ...sighting,
            first: Math.min(same.first, sighting.first),
            last: Math.max(same.last, sighting.last),
            count: same.count + sighting.count,
            pages: same.pages + sighting.pages,
            pagesSince: Math.min(same.pagesSince, pagesSince),
            trail: sighting.trail.length > 0 ? sighting.trail : same.trail,
          }
        : { ...sighting, pagesSince },
    );
  }
  // Sorted, so that concurrent servers lock rows in the same order.
  return [...byKey.values()].sort((a, b) => (`${a.id} ${a.release}` < `${b.id} ${b.release}` ? -1 : 1));
};

/** Inserts releases that are not known yet, and keeps when they were reported last. Idempotent. */
export const saveReleases = async (
  db: Kysely<Database>,
  releases: readonly { readonly product: string; readonly release: string; readonly at: number }[],
): Promise<void> => {
  if (releases.length === 0) return;
  const rows = releases.map(({ product, release, at }) => {
    const seen = new Date(at);
    return { product, release, first_seen: seen, last_seen: seen };
  });
  await db
    .insertInto('monitor_releases')
    // Sorted, so that concurrent servers lock rows in the same order.
    .values(rows.sort((a, b) => (`${a.product} ${a.release}` < `${b.product} ${b.release}` ? -1 : 1)))
    .onConflict(conflict =>
      conflict
        .columns(['product', 'release'])
        .doUpdateSet({ last_seen: sql`excluded.last_seen` })
        .where(sql<boolean>`excluded.last_seen > ${lastSeen('monitor_releases')}`),
    )
    .execute();
};

/** What is stored of a product and of its release, or was uploaded with a source map, is not new. */
export const knownBuilds = async (
  db: Kysely<Database>,
  builds: readonly { readonly product: string; readonly release: string }[],
): Promise<
  readonly { product: string; release: string; known_product: boolean; known_release: boolean }[]
> => {
  if (builds.length === 0) return [];
  const { rows } = await sql<{
    product: string;
    release: string;
    known_product: boolean;
    known_release: boolean;
  }>`
    select product, release,
      exists (select from monitor_releases m where m.product collate "C" = asked.product)
        or exists (select from source_maps s where s.product = asked.product) as known_product,
      exists (select from monitor_releases m where m.product = asked.product and m.release = asked.release)
        or exists (select from source_maps s where s.product = asked.product and s.release = asked.release) as known_release
    from unnest(${builds.map(({ product }) => product)}::text[], ${builds.map(({ release }) => release)}::text[])
      as asked (product, release)`.execute(db);
  return rows;
};

/** Those of the ids that have a group. */
export const knownGroups = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('error_groups')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Products with at least one release, by name.
 * @param search beginning of their names @param after only names after this one
 */
export const listProducts = async (
  db: Kysely<Database>,
  { search, after, limit }: { search: string; after: string; limit: number },
): Promise<string[]> => {
  // In this collation names with a beginning stand together, up to its continuation by the last character.
  const { rows } = await sql<{ product: string }>`
    select distinct product collate "C" as product from monitor_releases
    where product collate "C" > ${after} and product collate "C" >= ${search}
      and product collate "C" < ${`${search}\u{10FFFF}`}
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ product }) => product);
};

/**
 * Adds sightings to their groups. A resolved group is reopened if the release was first seen after it was resolved; old pages
 * that are still open do not reopen it.
 */
export const saveSightings = async (db: Kysely<Database>, sightings: readonly Sighting[]): Promise<void> => {
  if (sightings.length > 0) await transaction(db, trx => writeSightings(trx, sightings));
};

/** `saveSightings` within a transaction. */
export const writeSightings = async (
  trx: Transaction<Database>,
  sightings: readonly Sighting[],
): Promise<void> => {
  for (const seen of mergeSightings(sightings)) {
    const first = new Date(seen.first);
    const last = new Date(seen.last);
    const pagesSince = seen.pages > 0 ? new Date(seen.pagesSince) : null;
    const trail = seen.trail.length > 0 ? JSON.stringify(seen.trail) : null;
    await sql`
        insert into error_groups
          (id, product, origin, name, message, culprit, frames, first_seen, last_seen, first_release, last_release, count, pages,
            pages_since, trail)
        values (${seen.id}, ${seen.product}, ${seen.origin}, ${seen.name}, ${seen.message}, ${seen.culprit},
          ${JSON.stringify(seen.frames)}::jsonb, ${first}, ${last}, ${seen.release}, ${seen.release}, ${seen.count},
          ${seen.pages}, ${pagesSince}, ${trail}::jsonb)
        on conflict (id) do update set
          origin = excluded.origin, message = excluded.message, culprit = excluded.culprit, frames = excluded.frames,
          first_seen = least(error_groups.first_seen, excluded.first_seen),
          last_seen = greatest(error_groups.last_seen, excluded.last_seen),
          last_release = excluded.last_release,
          count = error_groups.count + excluded.count, pages = error_groups.pages + excluded.pages,
          pages_since = least(${countedSince('error_groups')}, excluded.pages_since),
          trail = coalesce(excluded.trail, error_groups.trail)`.execute(trx);
    await sql`
        insert into error_group_releases (group_id, release, first_seen, last_seen, count, pages, pages_since)
        values (${seen.id}, ${seen.release}, ${first}, ${last}, ${seen.count}, ${seen.pages}, ${pagesSince})
        on conflict (group_id, release) do update set
          first_seen = least(error_group_releases.first_seen, excluded.first_seen),
          last_seen = greatest(error_group_releases.last_seen, excluded.last_seen),
          count = error_group_releases.count + excluded.count,
          pages = error_group_releases.pages + excluded.pages,
          pages_since = least(${countedSince('error_group_releases')}, excluded.pages_since)`.execute(trx);
    await sql`
        update error_groups g set status = 'open', resolved_at = null, regressed_at = ${last}
        from monitor_releases r
        where g.id = ${seen.id} and g.status = 'resolved'
          and r.product = g.product and r.release = ${seen.release} and r.first_seen > g.resolved_at`.execute(
      trx,
    );
  }
};

/** A row with what `countedSince` gives for it. */
export interface ErrorGroupRow extends Selectable<ErrorGroupsTable> {
  readonly counted_since: Date | null;
}

/** The API form of a row. */
export const errorGroupOf = (row: ErrorGroupRow): ErrorGroup => ({
  id: row.id,
  product: row.product,
  name: row.name,
  message: row.message,
  culprit: row.culprit,
  status: row.status,
  first_seen: row.first_seen.getTime(),
  last_seen: row.last_seen.getTime(),
  first_release: row.first_release,
  last_release: row.last_release,
  count: row.count,
  pages: row.pages,
  pages_since: row.counted_since?.getTime() ?? null,
  regressed_at: row.regressed_at?.getTime() ?? null,
  note:
    row.note === null ? null : { text: row.note, by: row.noted_by ?? '', at: row.noted_at?.getTime() ?? 0 },
});

export interface GroupDetail {
  readonly group: ErrorGroup;
  /** Of the group's product. */
  readonly newest_release: string | null;
  readonly origin: string;
  readonly frames: ReadableFrame[];
  readonly trail: TrailStep[];
  readonly releases: {
    release: string;
    first_seen: number;
    last_seen: number;
    count: number;
    pages: number;
    pages_since: number | null;
  }[];
}

/** @param at the time now. @returns undefined if there is no such group */
export const findGroup = async (
  db: Kysely<Database>,
  id: string,
  at: number,
): Promise<GroupDetail | undefined> => {
  const row = await db
    .selectFrom('error_groups')
    .selectAll()
    .select(countedSince('error_groups').as('counted_since'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const releases = await db
    .selectFrom('error_group_releases')
    .selectAll()
    .select(countedSince('error_group_releases').as('counted_since'))
    .where('group_id', '=', id)
    .orderBy('last_seen', 'desc')
    .limit(50)
    .execute();
  return {
    group: errorGroupOf(row),
    newest_release: (await newestRelease(db, row.product, at)) ?? null,
    origin: row.origin,
    frames: [...row.frames],
    trail: [...(row.trail ?? [])],
    releases: releases.map(({ release, first_seen, last_seen, count, pages, counted_since }) => ({
      release,
      first_seen: first_seen.getTime(),
      last_seen: last_seen.getTime(),
      count,
      pages,
      pages_since: counted_since?.getTime() ?? null,
    })),
  };
};

/** @returns the status before and the group after the change; undefined if there is no such group */
export const setGroupStatus = async (
  db: Kysely<Database>,
  id: string,
  status: GroupStatus,
  at: number,
): Promise<{ before: GroupStatus; group: ErrorGroup } | undefined> => {
  const before = await db
    .selectFrom('error_groups')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  const row = await db
    .updateTable('error_groups')
    .set({
      status,
      resolved_at: status === 'resolved' ? new Date(at) : null,
      ...(status === 'resolved' ? { regressed_at: null } : {}),
    })
    .where('id', '=', id)
    .returningAll()
    .returning(countedSince('error_groups').as('counted_since'))
    .executeTakeFirstOrThrow();
  return { before: before.status, group: errorGroupOf(row) };
};
