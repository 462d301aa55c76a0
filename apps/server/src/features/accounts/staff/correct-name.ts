/** Corrects a person's full name or nickname. */
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { nicknameKey } from '../../../identity/nicknames.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import { maskText } from '../../../platform/mask.ts';
import { refuse } from '../../../platform/refusal.ts';
import { lockPerson, tellPerson } from './person.ts';

export const nameHandlers = ({
  db,
  now,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): ConsoleHandlers<'correctPersonName'> => ({
  correctPersonName: ({ body: { id, nickname, fullname, reason }, operator, audit }) =>
    transaction(db, async trx => {
      const at = now();
      await lockPerson(trx, { id, operatorId: operator.id, at });
      const before = await trx
        .selectFrom('accounts')
        .select(['nickname', 'fullname'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const set = {
        ...(nickname === undefined || nickname === before.nickname
          ? {}
          : { nickname, nickname_key: nicknameKey(nickname) }),
        ...(fullname === undefined || (fullname || null) === before.fullname
          ? {}
          : { fullname: fullname || null }),
      };
      const changed = Object.keys(set).filter(key => key !== 'nickname_key');
      if (changed.length === 0) throw refuse('Conflict', { message: 'These are the names already.' });
      await trx.updateTable('accounts').set(set).where('id', '=', id).execute();
      await tellPerson(trx, { id, kind: 'name-corrected', at });
      // Entries outlive the account: which name was changed, and not the names.
      await audit(trx, { subject: id, after: { changed, reason: maskText(reason) } });
      return {};
    }).catch((error: unknown) => {
      throw uniqueViolation(error) === 'accounts_nickname_key' ? refuse('NicknameExists') : error;
    }),
});
