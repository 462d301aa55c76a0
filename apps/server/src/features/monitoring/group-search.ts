/** Search of error groups: by words, sorted, with keyset pagination over one index for each order. */
import type { ErrorGroup, GroupOrder, GroupStatus } from '@rollcall/contract/console';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import type { Cursors } from '../../platform/cursor-page.ts';
import type { Database } from '../../platform/database/schema.ts';
import { countedSince } from './counted-since.ts';
import { type ErrorGroupRow, errorGroupOf } from './error-groups.ts';
import { newestRelease } from './newest-release.ts';

export interface GroupQuery {
  readonly product: string;
  readonly status?: GroupStatus | undefined;
  readonly q?: string | undefined;
  /** Those alone that occurred first in the newest release. */
  readonly newest?: boolean | undefined;
  readonly sort: GroupOrder;
  readonly order: 'descending' | 'ascending';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Maximum number of words in a search. */
const WORDS = 10;

const cursorForm = v.tuple([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
]);

/**
 * Returns a page of groups.
 * @param cursors of this list in this order
 * @param groupsOnPages returns the ids of groups that occurred on pages whose path contains a word
 * @param at the time now
 * @throws the refusal InvalidRequest, field cursor
 */
export const findGroups = async (
  db: Kysely<Database>,
  search: GroupQuery,
  cursors: Cursors,
  groupsOnPages: (word: string) => Promise<readonly string[]>,
  at: number,
): Promise<{ items: ErrorGroup[]; next: string | null; newest_release: string | null }> => {
  const { product, status, newest, sort, order, limit } = search;
  const words = (search.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS);
  const [release, ...found] = await Promise.all([
    newestRelease(db, product, at),
    ...words.map(async word =>
      wordCondition(
        word,
        await releasesOf(db, product, word),
        word.startsWith('/') ? await groupsOnPages(word) : [],
      ),
    ),
  ]);
  const after = cursors.read(cursorForm, search.cursor);
  const column = sql.ref(`g.${sort}`);
  const way = order === 'descending' ? sql`desc` : sql`asc`;
  const conditions = [
    sql`g.product = ${product}`,
    ...(status === undefined ? [] : [sql`g.status = ${status}`]),
    ...(newest ? [release === undefined ? sql`false` : sql`g.first_release = ${release}`] : []),
    ...found,
    ...(after === undefined
      ? []
      : [
          sql`(${column}, g.id) ${order === 'descending' ? sql`<` : sql`>`} (${keyOf(sort, after[0])}, ${after[1]})`,
        ]),
  ];
  const { rows } = await sql<ErrorGroupRow>`
    select g.*, ${countedSince('g')} as counted_since from error_groups g where ${sql.join(conditions, sql` and `)}
    order by ${column} ${way}, g.id ${way} limit ${limit + 1}`.execute(db);
  return {
    ...cursors.pageOf(rows, limit, row => [Number(row[sort]), row.id], errorGroupOf),
    newest_release: release ?? null,
  };
};

const keyOf = (sort: GroupOrder, key: number): RawBuilder<unknown> =>
  sort === 'count' ? sql`${key}::bigint` : sql`${new Date(key)}::timestamptz`;

/** Maximum number of releases that a word matches. */
const RELEASES = 100;

/** Releases of a product that begin with a word. */
const releasesOf = async (db: Kysely<Database>, product: string, word: string): Promise<string[]> => {
  const { rows } = await sql<{ release: string }>`
    select release from monitor_releases where product = ${product} and starts_with(lower(release), ${word})
    order by first_seen desc limit ${RELEASES}`.execute(db);
  return rows.map(({ release }) => release);
};

/** Case-insensitive substring match, without patterns. The columns are concatenated, because lower() costs the most. */
const wordCondition = (
  word: string,
  releases: readonly string[],
  onPages: readonly string[],
): RawBuilder<unknown> =>
  sql`(strpos(lower(g.name || chr(10) || g.message || chr(10) || g.culprit), ${word}) > 0
    or g.id = ${word}
    ${onPages.length === 0 ? sql`` : sql`or g.id = any(${onPages}::text[])`}
    ${
      releases.length === 0
        ? sql``
        : sql`or g.id in (select group_id from error_group_releases where release = any(${releases}::text[]))`
    })`;
