/** Unbinds WeChat or QQ, and cancels a deletion, for a person who can't. */
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { languageOf } from '../../../identity/person-account.ts';
import { whyDeletionStays } from '../../../identity/minors/staying-deletion.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskText } from '../../../platform/mask.ts';
import { refuse } from '../../../platform/refusal.ts';
import { unbindIdentities } from '../../../identity/identities.ts';
import { tellChange } from '../notices/take-back.ts';
import { lockPerson, tellGuardian, tellPerson } from './person.ts';

const whyStays = {
  guardian: 'The guardian asked for this deletion.',
  unanswered: 'No guardian consented in time.',
} as const;

export const wayInHandlers = ({
  db,
  now,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): ConsoleHandlers<'unbindPersonIdentity' | 'cancelPersonDeletion'> => ({
  unbindPersonIdentity: ({ body: { id, provider, reason }, operator, audit }) =>
    transaction(db, async trx => {
      const at = now();
      await lockPerson(trx, { id, operatorId: operator.id, at });
      const notice = { kind: `${provider}-unbound`, details: { by: 'school' }, at } as const;
      await tellChange(trx, { ...notice, accountId: id, language: await languageOf(trx, id) });
      await unbindIdentities(trx, provider, id);
      await tellGuardian(trx, { ...notice, accountId: id });
      await audit(trx, { subject: id, before: { provider }, after: { reason: maskText(reason) } });
      return {};
    }),

  cancelPersonDeletion: ({ body: { id, reason }, operator, audit }) =>
    transaction(db, async trx => {
      const at = now();
      await lockPerson(trx, { id, operatorId: operator.id, at });
      const row = await trx
        .selectFrom('accounts as a')
        .leftJoin('guardianships as g', 'g.account_id', 'a.id')
        .select(['a.deletion_due_at', 'a.guarded_at', 'a.child_until', 'g.erase_at', 'g.due_at'])
        .where('a.id', '=', id)
        .executeTakeFirstOrThrow();
      const { deletion_due_at: due } = row;
      if (due === null) throw refuse('Conflict', { message: 'No deletion is due.' });
      const stays = whyDeletionStays(row, at);
      if (stays) throw refuse('IllegalOperation', { message: whyStays[stays] });
      await trx.updateTable('accounts').set({ deletion_due_at: null }).where('id', '=', id).execute();
      await tellPerson(trx, { id, kind: 'deletion-cancelled', at });
      await audit(trx, {
        subject: id,
        before: { deletion_due_at: due.getTime() },
        after: { deletion_due_at: null, reason: maskText(reason) },
      });
      return {};
    }),
});
