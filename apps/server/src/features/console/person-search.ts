/** Search of people by prefix. Each kind of identifier has its own index, so the cost does not grow with the number of accounts. */
import type { Role } from '@rollcall/contract/console';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { nicknameKey } from '../../identity/nicknames.ts';
import type { Database } from '../../platform/database/schema.ts';
import { readCursor, writeCursor } from '../../platform/cursor-page.ts';

export interface PersonQuery {
  readonly q?: string | undefined;
  readonly sort: 'newest' | 'oldest';
  readonly pid?: string | undefined;
  readonly blocked?: boolean | undefined;
  /** Created at or after `from` and before `to`; ms since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
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

const identifierMode = (
  name: string,
  kind: string,
  columnOf: (table: RawBuilder<unknown>) => RawBuilder<unknown>,
  condition: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
): SearchMode => {
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

const emailMode = (email: string, whole: boolean): SearchMode =>
  identifierMode('email', 'email', bytewise, column =>
    whole ? sql`${column} = ${email}` : begins(column, email),
  );

const accountMode = (
  name: string,
  key: RawBuilder<unknown>,
  text: RawBuilder<unknown> | string,
): SearchMode => {
  const condition = sql`${key} >= ${text} and ${key} < ${text} || ${HIGHEST}`;
  return { name, from: sql`accounts a`, key, where: condition, matches: condition };
};

const nicknameMode = (text: string): SearchMode =>
  accountMode('nickname', sql`a.nickname_key collate "C"`, sql`${nicknameKey(text)}::text`);
const fullnameMode = (text: string): SearchMode =>
  accountMode('fullname', sql`lower(a.fullname) collate "C"`, sql`lower(${text}::text)`);

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/**
 * The modes for a typed text. For viewers, whose phone numbers and addresses are masked, modes that match the masked part
 * are left out: they would reveal a number digit by digit.
 */
const modesOf = (typed: string, role: Role): SearchMode[] => {
  const text = typed.normalize('NFKC').trim();
  const lower = text.toLowerCase().normalize('NFKC');
  const masked = role === 'viewer';
  if (UUID.test(lower)) {
    const condition = sql`a.id = ${lower}::uuid`;
    return [{ name: 'id', from: sql`accounts a`, key: sql`a.id`, where: condition, matches: condition }];
  }
  if (lower.includes('@')) return [emailMode(lower, masked)];
  const digits = lower.replace(/^\+86/, '').replaceAll(/[ -]/g, '');
  if (/^\d{1,20}$/.test(digits)) {
    const reversed = [...digits].toReversed().join('');
    const phone = identifierMode('phone', 'phone', bytewise, column => begins(column, digits));
    const end = identifierMode('phone-end', 'phone', reversedBytewise, column => begins(column, reversed));
    const length = digits.length;
    return [
      ...(!masked || length <= 3 || length >= 11 ? [phone] : []),
      ...(length >= 4 && length < 11 && (!masked || length === 4) ? [end] : []),
      nicknameMode(text),
      ...(masked ? [] : [emailMode(lower, false)]),
    ];
  }
  return [
    fullnameMode(text),
    nicknameMode(text),
    identifierMode('username', 'username', bytewise, column => begins(column, lower)),
    ...(masked ? [] : [emailMode(lower, false)]),
  ];
};

const filters = ({ pid, blocked, from, to }: PersonQuery): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(pid === undefined ? [] : [sql`a.pid = ${pid}`]),
      ...(blocked === undefined ? [] : [blocked ? sql`a.blocked_at is not null` : sql`a.blocked_at is null`]),
      ...(from === undefined ? [] : [sql`a.created_at >= ${new Date(from)}::timestamptz`]),
      ...(to === undefined ? [] : [sql`a.created_at < ${new Date(to)}::timestamptz`]),
    ],
    sql` and `,
  );

const modeCursor = v.tuple([v.string(), v.string(), v.pipe(v.string(), v.regex(UUID))]);
const timeCursor = v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(UUID))]);

/** Accounts that match the text, by mode, then key. */
const byText = async (
  db: Kysely<Database>,
  query: PersonQuery,
  text: string,
  role: Role,
): Promise<PeoplePage> => {
  const { limit } = query;
  const modes = modesOf(text, role);
  const after = readCursor(modeCursor, query.cursor);
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
      where ${mode.where} and ${filters(query)} ${sql.join(earlier, sql` `)} ${beyond}
      order by ${mode.key}, a.id limit ${limit + 1 - found.length}`.execute(db);
    found.push(...rows.map(row => ({ ...row, mode: mode.name })));
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(row => row.id),
    next: found.length > limit && last ? writeCursor([last.mode, last.key, last.id]) : null,
  };
};

const castKey = (mode: SearchMode, key: string) =>
  mode.name === 'id' ? sql`${key}::uuid` : sql`${key}::text`;

/** Accounts by creation time. */
const byTime = async (db: Kysely<Database>, query: PersonQuery): Promise<PeoplePage> => {
  const { limit, sort } = query;
  const after = readCursor(timeCursor, query.cursor);
  const newest = sort === 'newest';
  const beyond = after
    ? sql`and (a.created_at, a.id) ${newest ? sql`<` : sql`>`} (${new Date(after[0])}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const direction = newest ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: string; created_at: Date }>`
    select a.id, a.created_at from accounts a where ${filters(query)} ${beyond}
    order by a.created_at ${direction}, a.id ${direction} limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(row => row.id),
    next: rows.length > limit && last ? writeCursor([last.created_at.getTime(), last.id]) : null,
  };
};

/**
 * Returns a page of account ids.
 * @param role of the operator; viewers cannot search by the part of a value that is masked for them
 * @throws the refusal InvalidRequest, field cursor
 */
export const findPeople = (db: Kysely<Database>, query: PersonQuery, role: Role): Promise<PeoplePage> => {
  const text = query.q?.trim() ?? '';
  return text === '' ? byTime(db, query) : byText(db, query, text, role);
};
