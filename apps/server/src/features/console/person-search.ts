/** Search of people by prefix, of people under 14 by the whole value. Each kind of identifier has its own index, so the cost does not grow with the number of accounts. */
import type { PersonColumn, Role } from '@rollcall/contract/console';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { nicknameKey } from '../../identity/nicknames.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Cursors } from '../../platform/cursor-page.ts';
import { refuse } from '../../platform/refusal.ts';
import { type ByFields, fieldFilter, fieldOrder } from './person-fields.ts';
import { byValue, columnOrder } from './person-orders.ts';

export interface PersonQuery {
  readonly q?: string | undefined;
  readonly sort: 'newest' | 'oldest';
  readonly pid?: string | undefined;
  readonly blocked?: boolean | undefined;
  /** Created at or after `from` and before `to`; ms since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** What is asked of custom fields. */
  readonly fields?: ByFields | undefined;
  /** The column that they are sorted by; neither with a text nor with the order of a field. */
  readonly by?: PersonColumn | undefined;
  readonly descending?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Searching {
  readonly role: Role;
  /** Whether people under 14 are as everybody. @default false */
  readonly minors?: boolean;
  /** Milliseconds since 1970: somebody's age counts as of then. */
  readonly at: number;
}

/** Ids in order, and the cursor of the next page; null on the last one. */
export interface PeoplePage {
  readonly ids: readonly string[];
  readonly next: string | null;
}

/**
 * One kind of match between a text and accounts, sorted by `key`, then id. Later modes exclude accounts that an earlier
 * one matched, so that each account is listed once.
 */
interface SearchMode {
  readonly name: string;
  readonly from: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** Condition on account `a`, by which later modes exclude it. */
  readonly matches: RawBuilder<unknown>;
}

/** Upper bound of a prefix range: the highest code point, which no stored value contains. */
const HIGHEST = '\u{10FFFF}';

const begins = (column: RawBuilder<unknown>, text: string) =>
  sql`${column} >= ${text} and ${column} < ${text + HIGHEST}`;

/** Part by part a search would tell what lists mask: accounts of people under 14 match by the whole value alone. */
const wholeForChildren = (at: number, whole: RawBuilder<unknown>) =>
  sql`(a.child_until is null or a.child_until <= ${new Date(at)}::timestamptz or ${whole})`;

const identifierMode = (
  name: string,
  kind: string,
  columnOf: (table: RawBuilder<unknown>) => RawBuilder<unknown>,
  { text, at }: { readonly text: string; readonly at: number },
): SearchMode => {
  const condition = (value: RawBuilder<unknown>) =>
    sql`${begins(value, text)} and ${wholeForChildren(at, sql`${value} = ${text}`)}`;
  const column = columnOf(sql.ref('i.value'));
  return {
    name,
    from: sql`identifiers i join accounts a on a.id = i.account_id`,
    key: column,
    where: sql`i.kind = ${sql.lit(kind)} and ${condition(column)}`,
    matches: sql`exists (select from identifiers o where o.account_id = a.id and o.kind = ${sql.lit(kind)}
      and ${condition(columnOf(sql.ref('o.value')))})`,
  };
};

const bytewise = (column: RawBuilder<unknown>) => sql`${column} collate "C"`;
const reversedBytewise = (column: RawBuilder<unknown>) => sql`reverse(${column}) collate "C"`;

const emailMode = (text: string, at: number): SearchMode =>
  identifierMode('email', 'email', bytewise, { text, at });
const usernameMode = (text: string, at: number): SearchMode =>
  identifierMode('username', 'username', bytewise, { text, at });

/** Numbers that somebody may have meant by `phone`: one digit is another, or two neighbours changed places. */
const numbersLike = (phone: string): string[] => {
  const digits = [...phone];
  const found = digits.flatMap((digit, at) => [
    ...[...'0123456789'].filter(other => other !== digit).map(other => digits.with(at, other)),
    digits.with(at, digits[at + 1] ?? digit).with(at + 1 < digits.length ? at + 1 : at, digit),
  ]);
  return [...new Set(found.map(one => one.join('')))].filter(one => one !== phone);
};

/**
 * Which identifiers are like a whole number, or a whole address, that nobody has; undefined for any other text. An address is like
 * those of the same name at another host.
 */
const likeness = (text: string): RawBuilder<unknown> | undefined => {
  const digits = text.replace(/^\+86/, '').replaceAll(/[ -]/g, '');
  if (/^\d{11}$/.test(digits)) return sql`i.kind = 'phone' and i.value = any(${numbersLike(digits)}::text[])`;
  const host = text.indexOf('@') + 1;
  if (host < 2 || host === text.length) return undefined;
  return sql`i.kind = 'email' and ${begins(bytewise(sql.ref('i.value')), text.slice(0, host))}`;
};

/** The people whose number or address is like one that nobody has; none under 14, whom a whole value alone finds. */
const alike = async (
  db: Kysely<Database>,
  { text, at, limit }: { readonly text: string; readonly at: number; readonly limit: number },
): Promise<string[]> => {
  const like = likeness(text.normalize('NFKC').trim().toLowerCase().normalize('NFKC'));
  if (!like) return [];
  const { rows } = await sql<{ id: string }>`
    select a.id from identifiers i join accounts a on a.id = i.account_id
    where ${like} and ${wholeForChildren(at, sql`false`)}
    order by i.value collate "C", a.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

const accountMode = (
  name: string,
  key: RawBuilder<unknown>,
  text: RawBuilder<unknown>,
  at: number,
): SearchMode => {
  const condition = sql`${key} >= ${text} and ${key} < ${text} || ${HIGHEST}
    and ${wholeForChildren(at, sql`${key} = ${text}`)}`;
  return { name, from: sql`accounts a`, key, where: condition, matches: condition };
};

const nicknameMode = (text: string, at: number): SearchMode =>
  accountMode('nickname', sql`a.nickname_key collate "C"`, sql`${nicknameKey(text)}::text`, at);
const fullnameMode = (text: string, at: number): SearchMode =>
  accountMode('fullname', sql`lower(a.fullname) collate "C"`, sql`lower(${text}::text)`, at);

/** A name that may contain a phone number or an e-mail address. */
const PERSONAL = '1[3-9][0-9][ -]?[0-9]{4}[ -]?[0-9]{4}|@';

/** The mode of a name, without names that are masked for viewers: a search would reveal them part by part. */
const withoutPersonal = (mode: SearchMode): SearchMode => {
  const shown = sql`${mode.key} !~ ${PERSONAL}`;
  return {
    ...mode,
    where: sql`${mode.where} and ${shown}`,
    matches: sql`(${mode.matches}) and ${shown}`,
  };
};

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/**
 * The modes for a typed text. Viewers, for whom phone numbers and e-mail addresses are masked, search by id and names
 * alone: a search by number would tell whose number it is.
 */
const modesOf = (typed: string, { role, at }: Searching): SearchMode[] => {
  const text = typed.normalize('NFKC').trim();
  const lower = text.toLowerCase().normalize('NFKC');
  if (UUID.test(lower)) {
    const condition = sql`a.id = ${lower}::uuid`;
    return [{ name: 'id', from: sql`accounts a`, key: sql`a.id`, where: condition, matches: condition }];
  }
  const [fullname, nickname] = [fullnameMode(text, at), nicknameMode(text, at)];
  const username = usernameMode(lower, at);
  if (role === 'viewer') return [withoutPersonal(fullname), withoutPersonal(nickname), username];
  if (lower.includes('@')) return [emailMode(lower, at)];
  const digits = lower.replace(/^\+86/, '').replaceAll(/[ -]/g, '');
  if (/^\d{1,20}$/.test(digits)) {
    const reversed = [...digits].toReversed().join('');
    const phone = identifierMode('phone', 'phone', bytewise, { text: digits, at });
    const end = identifierMode('phone-end', 'phone', reversedBytewise, { text: reversed, at });
    const length = digits.length;
    return [phone, ...(length >= 4 && length < 11 ? [end] : []), nickname, emailMode(lower, at)];
  }
  return [fullname, nickname, username, emailMode(lower, at)];
};

const filters = ({ pid, blocked, from, to, fields }: PersonQuery, now: number): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(pid === undefined ? [] : [sql`a.pid = ${pid}`]),
      ...(blocked === undefined ? [] : [blocked ? sql`a.blocked_at is not null` : sql`a.blocked_at is null`]),
      ...(from === undefined ? [] : [sql`a.created_at >= ${new Date(from)}::timestamptz`]),
      ...(to === undefined ? [] : [sql`a.created_at < ${new Date(to)}::timestamptz`]),
      ...fieldFilter(fields, now),
    ],
    sql` and `,
  );

const isFiltered = ({ pid, blocked, from, to, fields }: PersonQuery): boolean =>
  [pid, blocked, from, to, fields?.filter].some(filter => filter !== undefined);

const modeCursor = v.tuple([v.string(), v.string(), v.pipe(v.string(), v.regex(UUID))]);
const timeCursor = v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(UUID))]);

/** Accounts that match the text, by mode, then key. */
const byText = async (
  db: Kysely<Database>,
  query: PersonQuery,
  text: string,
  searching: Searching,
  cursors: Cursors,
): Promise<PeoplePage> => {
  const { limit } = query;
  const modes = modesOf(text, searching);
  const after = cursors.read(modeCursor, query.cursor);
  const start = after ? modes.findIndex(mode => mode.name === after[0]) : 0;
  const found: { id: string; key: string; mode: string }[] = [];
  for (const [at, mode] of modes.entries()) {
    if (at < start || found.length > limit) continue;
    const earlier = modes.slice(0, at).map(({ matches }) => sql`and not coalesce((${matches}), false)`);
    const beyond =
      after && at === start
        ? sql`and (${mode.key}, a.id) > (${castKey(mode, after[1])}, ${after[2]}::uuid)`
        : sql``;
    const { rows } = await sql<{ id: string; key: string }>`
      select a.id, ${mode.key} as key from ${mode.from}
      where ${mode.where} and ${filters(query, searching.at)} ${sql.join(earlier, sql` `)} ${beyond}
      order by ${mode.key}, a.id limit ${limit + 1 - found.length}`.execute(db);
    found.push(...rows.map(row => ({ ...row, mode: mode.name })));
  }
  if (found.length === 0 && !after && searching.role !== 'viewer' && !isFiltered(query))
    return { ids: await alike(db, { text, at: searching.at, limit }), next: null };
  const { items: ids, next } = cursors.pageOf(
    found,
    limit,
    row => [row.mode, row.key, row.id],
    row => row.id,
  );
  return { ids, next };
};

const castKey = (mode: SearchMode, key: string) =>
  mode.name === 'id' ? sql`${key}::uuid` : sql`${key}::text`;

/** Accounts by creation time. */
const byTime = async (
  db: Kysely<Database>,
  query: PersonQuery,
  at: number,
  cursors: Cursors,
): Promise<PeoplePage> => {
  const { limit, sort } = query;
  const after = cursors.read(timeCursor, query.cursor);
  const newest = sort === 'newest';
  const beyond = after
    ? sql`and (a.created_at, a.id) ${newest ? sql`<` : sql`>`} (${new Date(after[0])}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const direction = newest ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: string; created_at: Date }>`
    select a.id, a.created_at from accounts a where ${filters(query, at)} ${beyond}
    order by a.created_at ${direction}, a.id ${direction} limit ${limit + 1}`.execute(db);
  const page = cursors.pageOf(
    rows,
    limit,
    row => [row.created_at.getTime(), row.id],
    row => row.id,
  );
  return { ids: page.items, next: page.next };
};

/**
 * Returns a page of account ids.
 * @param searching.role of the operator; viewers search by id and names alone
 * @param cursorsOf the cursors of the list in an order: a search is one, so that its cursor cannot continue another search
 * @throws the refusals InvalidRequest, field cursor or by, and RoleRequired to a viewer who sorts by names
 */
export const findPeople = async (
  db: Kysely<Database>,
  query: PersonQuery,
  searching: Searching,
  cursorsOf: (...order: readonly string[]) => Cursors,
): Promise<PeoplePage> => {
  const text = query.q?.trim() ?? '';
  const { fields, by, descending = false, limit, cursor } = query;
  const { order } = fields ?? {};
  if (by !== undefined && (text !== '' || order)) throw refuse('InvalidRequest', { data: { field: 'by' } });
  const { role, minors = false, at } = searching;
  const list = { limit, cursor, filters: filters(query, at) };
  if (by !== undefined) {
    const valued = { ...list, descending, order: columnOrder(by, { role, minors, at }) };
    return byValue(db, valued, cursorsOf('column', by, String(descending)));
  }
  if (fields && order) {
    const valued = { ...list, descending: order.descending, order: fieldOrder(fields, order.key, at) };
    return byValue(db, valued, cursorsOf('field', order.key, String(order.descending)));
  }
  return text === ''
    ? byTime(db, query, searching.at, cursorsOf(query.sort))
    : byText(db, query, text, searching, cursorsOf('matches', text));
};
