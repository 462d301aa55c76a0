/**
 * A number that the school will add to an account without number and guardian: there is no old number to send a link to, so the
 * person reads of it after a sign-in and on the account page, and cancels it there.
 */
import type { CallName } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Handlers } from '../../../http/handler.ts';
import { lockAccountExclusively } from '../../../identity/person-account.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { endChange } from './number-change-end.ts';
import { guardianToTell } from '../minors/guardian-to-tell.ts';
import type { AppContext } from '../../../http/context.ts';

const planned = async (db: Kysely<Database>, accountId: string, at: number) => {
  const row = await db
    .selectFrom('number_changes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'approved')
    .where('old_number', 'is', null)
    .executeTakeFirst();
  return row && !(await guardianToTell(db, { id: accountId, at })) ? row : undefined;
};

/**
 * What the person is shown of it.
 * @param at milliseconds since 1970
 * @returns the number, masked, and when it will be added; undefined where none will
 */
export const plannedNumber = async (
  db: Kysely<Database>,
  accountId: string,
  at: number,
): Promise<{ readonly phone_number: string; readonly due_at: number } | undefined> => {
  const { new_number: number, due_at: due } = (await planned(db, accountId, at)) ?? {};
  return number && due ? { phone_number: maskPhone(number), due_at: due.getTime() } : undefined;
};

export const ownNumberChangeHandlers = ({
  app: { db, now },
}: {
  readonly app: Pick<AppContext, 'db' | 'now'>;
}) =>
  ({
    cancelNewNumber: ({ caller: { accountId } }) =>
      transaction(db, async trx => {
        // The account first, as the job that adds it.
        await lockAccountExclusively(trx, accountId);
        const row = await planned(trx, accountId, now());
        if (row) await endChange(trx, row, { state: 'cancelled', by: 'person', at: now() });
        return {};
      }),
  }) satisfies Partial<Handlers<CallName>>;
