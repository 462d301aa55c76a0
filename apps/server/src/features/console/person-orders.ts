/**
 * Orders of people by a value that not everybody has, or that may not be told of everybody: those with a value in its order, after
 * them the others, the newest first. Each has an index.
 */
import type { PersonColumn, Role } from '@rollcall/contract/console';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import type { Cursors } from '../../platform/cursor-page.ts';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';

/** A value of accounts `a`. */
export interface ValueOrder {
  readonly from: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  readonly type: 'text' | 'jsonb';
  /** Who has one that may be told. */
  readonly where: RawBuilder<unknown>;
  /** The condition on account `a` that it is not in that part. */
  readonly rest: RawBuilder<unknown>;
}

/** What the caller may be told. */
interface Told {
  readonly role: Role;
  /** Whether people under 14 are as everybody. */
  readonly minors: boolean;
  /** Milliseconds since 1970: somebody's age counts as of then. */
  readonly at: number;
}

/** Whether values of account `a` may be told. */
export const tellsOf = ({ minors, at }: Pick<Told, 'minors' | 'at'>): RawBuilder<unknown> =>
  minors ? sql`true` : sql`(a.child_until is null or a.child_until <= ${new Date(at)}::timestamptz)`;

/**
 * The order of a column, as its index is written.
 * @throws the refusal RoleRequired to a viewer: what of names is masked for one would show in their order
 */
export const columnOrder = (column: PersonColumn, told: Told): ValueOrder => {
  if (told.role === 'viewer') throw refuse('RoleRequired', { data: { role: 'support' } });
  const masked = told.minors ? sql`false` : sql`a.child_until > ${new Date(told.at)}::timestamptz`;
  const of = { from: sql`accounts a`, type: 'text' } as const;
  return column === 'nickname'
    ? { ...of, key: sql`a.nickname_key collate "C"`, where: tellsOf(told), rest: masked }
    : {
        ...of,
        key: sql`lower(a.fullname) collate "C"`,
        where: sql`a.fullname is not null and ${tellsOf(told)}`,
        rest: sql`(a.fullname is null or ${masked})`,
      };
};

const id = v.pipe(v.string(), v.uuid());
const cursorForm = v.union([
  v.tuple([v.literal('value'), v.string(), id]),
  v.tuple([v.literal('rest'), v.nullable(v.pipe(v.number(), v.safeInteger())), v.nullable(id)]),
]);

interface ValueList {
  readonly order: ValueOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Conditions on account `a`. */
  readonly filters: RawBuilder<unknown>;
}

/** A page of account ids; `next` is null on the last. */
export const byValue = async (
  db: Kysely<Database>,
  { order, descending, limit, cursor, filters }: ValueList,
  cursors: Cursors,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null }> => {
  const { key, type } = order;
  const after = cursors.read(cursorForm, cursor);
  const direction = descending ? sql`desc` : sql`asc`;
  const found: { id: string; cursor: unknown[] }[] = [];
  if (after?.[0] !== 'rest') {
    const value = after && (type === 'text' ? sql`${after[1]}::text` : sql`${after[1]}::jsonb`);
    const beyond = after
      ? sql`and (${key}, a.id) ${descending ? sql`<` : sql`>`} (${value}, ${after[2]}::uuid)`
      : sql``;
    const { rows } = await sql<{ id: string; value: string }>`
      select a.id, ${key}::text as value from ${order.from}
      where ${order.where} and ${filters} ${beyond}
      order by ${key} ${direction}, a.id ${direction} limit ${limit + 1}`.execute(db);
    found.push(...rows.map(row => ({ id: row.id, cursor: ['value', row.value, row.id] })));
  }
  if (found.length <= limit) {
    const [, time, last] = after?.[0] === 'rest' ? after : [];
    const beyond =
      typeof time === 'number' && typeof last === 'string'
        ? sql`and (a.created_at, a.id) < (${new Date(time)}::timestamptz, ${last}::uuid)`
        : sql``;
    const { rows } = await sql<{ id: string; created_at: Date }>`
      select a.id, a.created_at from accounts a
      where ${filters} ${beyond} and ${order.rest}
      order by a.created_at desc, a.id desc limit ${limit + 1 - found.length}`.execute(db);
    found.push(...rows.map(row => ({ id: row.id, cursor: ['rest', row.created_at.getTime(), row.id] })));
  }
  const { items: ids, next } = cursors.pageOf(
    found,
    limit,
    row => row.cursor,
    row => row.id,
  );
  return { ids, next };
};
