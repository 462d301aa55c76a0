/** The audit log. Triggers of the database chain its entries by hashes, and reject updates and deletes. */
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { AuditFacts } from '../../http/console-handler.ts';
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { maskEmail, maskName, maskPhone } from '../../platform/mask.ts';

export interface AuditEntry extends AuditFacts {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly act: string;
  /** The caller's IP address. */
  readonly address: string;
  readonly requestId: string;
}

/** Inserts an entry in the transaction `db` of the change that it records. */
export const writeAudit = async (db: Kysely<Database>, entry: AuditEntry): Promise<void> => {
  const { at, act, by, subject, before, after, address, requestId } = entry;
  await db
    .insertInto('audit_log')
    .values({
      at: new Date(at),
      operator_id: by?.id ?? null,
      operator_name: by?.name ?? null,
      act,
      subject: subject ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      address,
      request_id: requestId,
    })
    .execute();
};

/** The act of a look at a person, whose page asks by several calls. */
export const LOOK = 'people.view';
/** Milliseconds in which calls of one operator at one address are one look. */
const LOOK_LASTS = 60_000;

/** Inserts the entry of a look at a subject, unless the look has one already: the same act a moment ago. */
export const writeLook = (db: Kysely<Database>, entry: AuditEntry): Promise<void> =>
  transaction(db, async trx => {
    const { at, act, by, subject, address } = entry;
    // The calls of one page come together.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`look ${by?.id} ${subject} ${act}`}, 0))`.execute(
      trx,
    );
    const known = await trx
      .selectFrom('audit_log')
      .select('id')
      .where('subject', '=', subject ?? '')
      .where('operator_id', 'is not distinct from', by?.id ?? null)
      .where(sql<string>`act collate "C"`, '=', act)
      .where('address', '=', address)
      .where('at', '>', new Date(at - LOOK_LASTS))
      // One of a clock that was put back since is another look.
      .where('at', '<=', new Date(at))
      .limit(1)
      .executeTakeFirst();
    if (!known) await writeAudit(trx, entry);
  });

/** UUIDs, of which some are accounts'. */
const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** By the id of each subject that is an account: its person, masked. */
const personsOf = async (
  db: Kysely<Database>,
  subjects: readonly (string | null)[],
  at: number,
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(subjects.flatMap(subject => (subject && ID.test(subject) ? [subject] : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('accounts as a')
    .leftJoin('identifiers as p', join => join.onRef('p.account_id', '=', 'a.id').on('p.kind', '=', 'phone'))
    .leftJoin('identifiers as e', join => join.onRef('e.account_id', '=', 'a.id').on('e.kind', '=', 'email'))
    .select(['a.id', 'a.nickname', 'a.fullname', 'a.child_until', 'p.value as phone', 'e.value as email'])
    .where('a.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, nickname, fullname, child_until: until, phone, email }) => [
      id,
      // No list has a part of the full name of somebody under 14.
      [
        maskName((until && until.getTime() > at ? null : fullname) ?? nickname),
        phone ? maskPhone(phone) : email ? maskEmail(email) : '',
      ]
        .filter(Boolean)
        .join(' '),
    ]),
  );
};

const id = v.pipe(v.number(), v.safeInteger());
const cursorForms = { at: v.tuple([id]), act: v.tuple([id, v.string()]) };

export const auditHandlers = ({
  db,
  now,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): ConsoleHandlers<'listAudit'> => ({
  listAudit: async ({ query, cursors }) => {
    const { limit, act, subject, from, to, sort, order, operator_id: operatorId } = query;
    const list = cursors(sort, order);
    const [after, afterAct] = list.read(cursorForms[sort], query.cursor) ?? [];
    const name = sql<string>`act collate "C"`;
    const direction = order === 'descending' ? 'desc' : 'asc';
    const beyond = sql.raw(order === 'descending' ? '<' : '>');
    let rows = db
      .selectFrom('audit_log')
      .select([
        'id',
        'at',
        'operator_id',
        'operator_name',
        'act',
        'subject',
        'before',
        'after',
        'address',
        'request_id',
      ])
      .limit(limit + 1);
    if (sort === 'act') rows = rows.orderBy(name, direction);
    rows = rows.orderBy('id', direction);
    if (after !== undefined)
      rows = rows.where(
        afterAct === undefined
          ? sql<boolean>`id ${beyond} ${after}`
          : sql<boolean>`(${name}, id) ${beyond} (${afterAct}, ${after})`,
      );
    if (operatorId !== undefined) rows = rows.where('operator_id', '=', operatorId);
    if (subject !== undefined) rows = rows.where('subject', '=', subject);
    if (from !== undefined) rows = rows.where('at', '>=', new Date(from));
    if (to !== undefined) rows = rows.where('at', '<', new Date(to));
    if (act !== undefined) {
      rows = act.includes('.')
        ? rows.where(name, '=', act)
        : rows.where(name, '>=', `${act}.`).where(name, '<', `${act}/`);
    }
    const found = await rows.execute();
    const persons = await personsOf(
      db,
      found.map(row => row.subject),
      now(),
    );
    return list.pageOf(
      found,
      limit,
      row => (sort === 'act' ? [row.id, row.act] : [row.id]),
      row => ({ ...row, at: row.at.getTime(), person: persons.get(row.subject ?? '') ?? null }),
    );
  },
});
