/** Operators' calls that keep a person out: blocking, and ending sessions. */
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { lockAccountExclusively } from '../../identity/person-account.ts';
import { endSessions } from '../../identity/session-ends.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { maskText } from '../../platform/mask.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleContext } from './context.ts';

type BlockCall = 'blockPerson' | 'unblockPerson' | 'endPersonSession' | 'endPersonSessions';

export const blockHandlers = ({
  db,
  now,
}: Pick<ConsoleContext, 'db' | 'now'>): ConsoleHandlers<BlockCall> => ({
  blockPerson: ({ body: { id, reason }, operator, audit }) =>
    transaction(db, async trx => {
      // Lock the account before ending its sessions: a sign-in in progress either commits first and is ended here, or sees the block.
      const account = await lockAccountExclusively(trx, id);
      if (account.blocked_at) throw refuse('Conflict', { message: 'This account is blocked already.' });
      await trx
        .updateTable('accounts')
        .set({ blocked_at: new Date(now()) })
        .where('id', '=', id)
        .execute();
      const row = { reason, operator_name: operator.name };
      await trx
        .insertInto('account_blocks')
        .values({ account_id: id, ...row })
        .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
        .execute();
      const ended = await endSessions(trx, { accountId: id, at: now(), by: 'school' });
      await audit(trx, {
        subject: id,
        before: { blocked: false },
        // An entry of the audit log outlives the account, so personal numbers in the operator's text are masked.
        after: { blocked: true, reason: maskText(reason), sessions_ended: ended },
      });
      return {};
    }),

  unblockPerson: ({ body: { id }, audit }) =>
    transaction(db, async trx => {
      const account = await lockAccountExclusively(trx, id);
      if (!account.blocked_at) throw refuse('Conflict', { message: 'This account is not blocked.' });
      await trx.updateTable('accounts').set({ blocked_at: null }).where('id', '=', id).execute();
      const was = await trx
        .deleteFrom('account_blocks')
        .where('account_id', '=', id)
        .returning('reason')
        .executeTakeFirst();
      await audit(trx, {
        subject: id,
        before: { blocked: true, ...(was ? { reason: maskText(was.reason) } : {}) },
        after: { blocked: false },
      });
      return {};
    }),

  endPersonSession: ({ body: { id, session_id: sessionId }, audit }) =>
    transaction(db, async trx => {
      const { numUpdatedRows } = await trx
        .updateTable('sessions')
        .set({ ended_at: new Date(now()), ended_by: 'school' })
        .where('id', '=', sessionId)
        .where('account_id', '=', id)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw refuse('NotFound');
      await audit(trx, { subject: id, after: { session_id: sessionId } });
      return {};
    }),

  endPersonSessions: ({ body: { id }, audit }) =>
    transaction(db, async trx => {
      await lockAccountExclusively(trx, id);
      const ended = await endSessions(trx, { accountId: id, at: now(), by: 'school' });
      await audit(trx, { subject: id, after: { ended } });
      return { ended };
    }),
});
