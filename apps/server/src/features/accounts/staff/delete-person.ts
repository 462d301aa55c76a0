/** Deletes an account for the school, after the wait in which it can be cancelled. */
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { languageOf } from '../../../identity/person-account.ts';
import { endSessions } from '../../../identity/session-ends.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskText } from '../../../platform/mask.ts';
import { refuse } from '../../../platform/refusal.ts';
import { DELETION_WAIT } from '../data/deletion.ts';
import { tellChange } from '../notices/take-back.ts';
import { lockPerson, tellGuardian } from './person.ts';

export const deletePersonHandlers = ({
  db,
  now,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): ConsoleHandlers<'deletePerson'> => ({
  deletePerson: ({ body: { id, reason }, operator, audit }) =>
    transaction(db, async trx => {
      const at = now();
      await lockPerson(trx, { id, operatorId: operator.id, at });
      const { deletion_due_at: before } = await trx
        .selectFrom('accounts')
        .select('deletion_due_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (before) throw refuse('Conflict', { message: 'Its deletion is due already.' });
      const due = at + DELETION_WAIT;
      const notice = { kind: 'deletion-requested', details: { by: 'school' }, at } as const;
      await tellChange(trx, { ...notice, accountId: id, language: await languageOf(trx, id) });
      await tellGuardian(trx, { ...notice, accountId: id });
      await trx
        .updateTable('accounts')
        .set({ deletion_due_at: new Date(due) })
        .where('id', '=', id)
        .execute();
      const ended = await endSessions(trx, { accountId: id, at, by: 'school' });
      await audit(trx, {
        subject: id,
        before: { deletion_due_at: null },
        after: { deletion_due_at: due, reason: maskText(reason), sessions_ended: ended },
      });
      return { deletion_due_at: due };
    }),
});
