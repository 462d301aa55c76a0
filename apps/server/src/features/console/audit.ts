/** The audit log. Triggers of the database chain its entries by hashes, and reject updates and deletes. */
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { AuditFacts } from '../../http/console-handler.ts';
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../../platform/database/schema.ts';

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

const cursorForm = v.tuple([v.pipe(v.number(), v.safeInteger())]);

export const auditHandlers = ({ db }: { readonly db: Kysely<Database> }): ConsoleHandlers<'listAudit'> => ({
  listAudit: async ({ query, cursors }) => {
    const { limit, act, subject, from, to, operator_id: operatorId } = query;
    const list = cursors();
    const after = list.read(cursorForm, query.cursor);
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
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (after) rows = rows.where('id', '<', after[0]);
    if (operatorId !== undefined) rows = rows.where('operator_id', '=', operatorId);
    if (subject !== undefined) rows = rows.where('subject', '=', subject);
    if (from !== undefined) rows = rows.where('at', '>=', new Date(from));
    if (to !== undefined) rows = rows.where('at', '<', new Date(to));
    if (act !== undefined) {
      const name = sql<string>`act collate "C"`;
      rows = act.includes('.')
        ? rows.where(name, '=', act)
        : rows.where(name, '>=', `${act}.`).where(name, '<', `${act}/`);
    }
    return list.pageOf(
      await rows.execute(),
      limit,
      row => [row.id],
      row => ({ ...row, at: row.at.getTime() }),
    );
  },
});
