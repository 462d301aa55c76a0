/** Admins' calls about operators: invitations, roles, disabling, password links. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { createLink, endLinks, endPasswordLinks } from './one-time-links.ts';
import type { ConsoleContext } from './context.ts';

type OperatorCall =
  | 'listOperators'
  | 'inviteOperator'
  | 'listInvitations'
  | 'withdrawInvitation'
  | 'linkOperatorPassword'
  | 'changeOperatorRole'
  | 'disableOperator'
  | 'enableOperator';

/**
 * Locks the operator and all active admins, ordered by id, in the transaction `db`: of two admins who remove each other's
 * role concurrently, the second is seen to be the last admin.
 * @throws the refusal NotFound.
 */
const lockOperator = async (db: Kysely<Database>, id: string) => {
  const admins = await db
    .selectFrom('operators')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const operator = await db
    .selectFrom('operators')
    .select(['id', 'name', 'role', 'disabled_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!operator) throw refuse('NotFound');
  const isLastAdmin = admins.length === 1 && admins[0]?.id === id;
  return { operator, isLastAdmin };
};

export const operatorHandlers = ({ db, now, sessions }: ConsoleContext): ConsoleHandlers<OperatorCall> => ({
  listOperators: async () => {
    const rows = await db
      .selectFrom('operators')
      .select(['id', 'name', 'role', 'created_at', 'disabled_at', 'last_signed_in_at'])
      .select(
        sql<boolean>`exists (select from totp_secrets where operator_id = operators.id)
          or exists (select from passkeys where operator_id = operators.id)`.as('second_factor'),
      )
      .orderBy('name')
      .execute();
    return rows.map(row => ({
      ...row,
      created_at: row.created_at.getTime(),
      disabled_at: row.disabled_at?.getTime() ?? null,
      last_signed_in_at: row.last_signed_in_at?.getTime() ?? null,
    }));
  },

  inviteOperator: ({ body: { role }, operator, audit }) =>
    transaction(db, async trx => {
      const made = await createLink(trx, { kind: 'invitation', role, maker: operator, at: now() });
      await audit(trx, { subject: made.id, after: { role } });
      return { link: made.link, expires_at: made.expires_at };
    }),

  listInvitations: async () => {
    const rows = await db
      .selectFrom('operator_links as l')
      .leftJoin('operators as o', 'o.id', 'l.operator_id')
      .select(['l.id', 'l.kind', 'l.role', 'l.made_by', 'l.created_at', 'l.expires_at', 'o.name'])
      .where('l.expires_at', '>', new Date(now()))
      .orderBy('l.created_at', 'desc')
      .execute();
    return rows.flatMap(({ id, kind, role, name, made_by: by, created_at: created, expires_at: expires }) =>
      kind === 'first-run' || !expires
        ? []
        : [
            {
              id,
              kind,
              role,
              name,
              invited_by: by,
              created_at: created.getTime(),
              expires_at: expires.getTime(),
            },
          ],
    );
  },

  withdrawInvitation: ({ body, audit }) =>
    transaction(db, async trx => {
      const link = await trx
        .deleteFrom('operator_links')
        .where('id', '=', body.id)
        .where('kind', '<>', 'first-run')
        .returning(['kind', 'role'])
        .executeTakeFirst();
      if (!link) throw refuse('NotFound');
      await audit(trx, { subject: body.id, before: link });
      return {};
    }),

  linkOperatorPassword: ({ body, operator, audit }) =>
    transaction(db, async trx => {
      const found = await trx
        .selectFrom('operators')
        .select(['id', 'role'])
        .where('id', '=', body.id)
        .where('disabled_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!found) throw refuse('NotFound');
      await endPasswordLinks(trx, found.id);
      const { link, expires_at } = await createLink(trx, {
        kind: 'password',
        role: found.role,
        operatorId: found.id,
        maker: operator,
        at: now(),
      });
      await audit(trx, { subject: found.id });
      return { link, expires_at };
    }),

  changeOperatorRole: ({ body: { id, role }, audit }) =>
    transaction(db, async trx => {
      const { operator, isLastAdmin } = await lockOperator(trx, id);
      if (isLastAdmin && role !== 'admin') throw refuse('LastAdmin');
      await trx
        .updateTable('operators')
        .set({ role, ...(role === operator.role ? {} : { renewed_at: new Date(now()) }) })
        .where('id', '=', id)
        .execute();
      await endLinks(trx, id);
      await audit(trx, { subject: id, before: { role: operator.role }, after: { role } });
      return {};
    }),

  disableOperator: ({ body: { id }, audit }) =>
    transaction(db, async trx => {
      const { operator, isLastAdmin } = await lockOperator(trx, id);
      if (isLastAdmin) throw refuse('LastAdmin');
      await trx
        .updateTable('operators')
        .set({ disabled_at: operator.disabled_at ?? new Date(now()) })
        .where('id', '=', id)
        .execute();
      await sessions.end(trx, id);
      await endLinks(trx, id);
      await audit(trx, {
        subject: id,
        before: { disabled: operator.disabled_at !== null },
        after: { disabled: true },
      });
      return {};
    }),

  enableOperator: ({ body: { id }, audit }) =>
    transaction(db, async trx => {
      const { operator } = await lockOperator(trx, id);
      await trx
        .updateTable('operators')
        .set({ disabled_at: null, ...(operator.disabled_at ? { renewed_at: new Date(now()) } : {}) })
        .where('id', '=', id)
        .execute();
      await audit(trx, {
        subject: id,
        before: { disabled: operator.disabled_at !== null },
        after: { disabled: false },
      });
      return {};
    }),
});
