/** Unbinds WeChat or QQ, and cancels a deletion, for a person who can't. */
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { languageOf } from '../../../identity/person-account.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskText } from '../../../platform/mask.ts';
import { refuse } from '../../../platform/refusal.ts';
import { unbindIdentities } from '../identities.ts';
import { tellChange } from '../take-back.ts';
import { guardianToTell, lockPerson, tellPerson } from './person.ts';

export const wayInHandlers = ({
  db,
  now,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): ConsoleHandlers<'unbindPersonIdentity' | 'cancelPersonDeletion'> => ({
  unbindPersonIdentity: ({ body: { id, provider, reason }, operator, audit }) =>
    transaction(db, async within => {
      const at = now();
      await lockPerson(within, { id, operatorId: operator.id, at });
      const notice = { kind: `${provider}-unbound`, details: { by: 'school' }, at } as const;
      await tellChange(within, { ...notice, accountId: id, language: await languageOf(within, id) });
      await unbindIdentities(within, provider, id);
      const guardian = await guardianToTell(within, { id, at });
      if (guardian) {
        const recipient = { channel: 'sms', to: guardian.phone } as const;
        await notifyAccount(within, { ...notice, accountId: id, language: guardian.language, recipient });
      }
      await audit(within, { subject: id, before: { provider }, after: { reason: maskText(reason) } });
      return {};
    }),

  cancelPersonDeletion: ({ body: { id, reason }, operator, audit }) =>
    transaction(db, async within => {
      const at = now();
      await lockPerson(within, { id, operatorId: operator.id, at });
      const { deletion_due_at: due, erase_at: erase } = await within
        .selectFrom('accounts as a')
        .leftJoin('guardianships as g', 'g.account_id', 'a.id')
        .select(['a.deletion_due_at', 'g.erase_at'])
        .where('a.id', '=', id)
        .executeTakeFirstOrThrow();
      if (due === null) throw refuse('Conflict', { message: 'No deletion is due.' });
      if (erase) throw refuse('IllegalOperation', { message: 'The guardian asked for this deletion.' });
      await within.updateTable('accounts').set({ deletion_due_at: null }).where('id', '=', id).execute();
      await tellPerson(within, { id, kind: 'deletion-cancelled', at });
      await audit(within, {
        subject: id,
        before: { deletion_due_at: due.getTime() },
        after: { deletion_due_at: null, reason: maskText(reason) },
      });
      return {};
    }),
});
