/** Operators' calls about saved statements. */
import { randomUUID } from 'node:crypto';
import { sqlLimits } from '@rollcall/contract/console';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskText } from '../../../platform/mask.ts';
import { answered, type KeptContext, lockRevision, requireRoom } from '../kept/shared.ts';

const audited = ({ name, sql }: { readonly name: string; readonly sql: string }) => ({
  name,
  sql: maskText(sql),
});

export const savedSqlHandlers = ({
  db,
  now,
}: KeptContext): ConsoleHandlers<'listSavedSql' | 'saveSql' | 'deleteSavedSql'> => ({
  listSavedSql: async () => {
    const rows = await db
      .selectFrom('usage_sql as k')
      .leftJoin('operators as o', 'o.id', 'k.owner_id')
      .select(['k.id', 'k.name', 'k.sql', 'k.revision', 'k.changed_at', 'o.name as owner'])
      .orderBy('k.name')
      .orderBy('k.id')
      .execute();
    return { items: rows.map(answered) };
  },

  saveSql: ({ body: { id, revision, name, sql }, operator, audit }) =>
    transaction(db, async trx => {
      const changed_at = new Date(now());
      if (id === undefined) {
        await requireRoom(trx, 'usage_sql', sqlLimits.kept);
        const made = randomUUID();
        await trx
          .insertInto('usage_sql')
          .values({ id: made, name, sql, owner_id: operator.id, changed_at })
          .execute();
        await audit(trx, { subject: made, after: audited({ name, sql }) });
        return { id: made, revision: 1 };
      }
      const row = await lockRevision(trx, 'usage_sql', { id, revision });
      const next = { name, sql, revision: revision + 1, changed_at };
      await trx.updateTable('usage_sql').set(next).where('id', '=', id).execute();
      await audit(trx, { subject: id, before: audited(row), after: audited({ name, sql }) });
      return { id, revision: revision + 1 };
    }),

  deleteSavedSql: ({ body: { id, revision }, audit }) =>
    transaction(db, async trx => {
      const row = await lockRevision(trx, 'usage_sql', { id, revision });
      await trx.deleteFrom('usage_sql').where('id', '=', id).execute();
      await audit(trx, { subject: id, before: audited(row) });
      return {};
    }),
});
