/** Ends the waits of a person who typed too many wrong passwords or codes, or asked for too many codes. */
import { purposes } from '@rollcall/contract';
import type { ClearedWait } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { identifiersOf } from '../../../identity/identifiers.ts';
import { clearFailures } from '../../../identity/sign-in-failures.ts';
import { recipientBudgets } from '../../../messages/message-budget.ts';
import type { CodeSettings } from '../../../messages/settings.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskText } from '../../../platform/mask.ts';
import { lockPerson, tellPerson } from './person.ts';

export const waitHandlers = ({
  db,
  now,
  codes,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly codes: Pick<CodeSettings, 'retrySeconds' | 'dailyLimit'>;
}): ConsoleHandlers<'clearPersonWaits'> => {
  /** Of the numbers and addresses: the pause before the next code, and the day's limit. */
  const clearCodes = async (
    trx: Kysely<Database>,
    addresses: readonly string[],
    at: number,
  ): Promise<ClearedWait[]> => {
    if (addresses.length === 0) return [];
    const retry = codes.retrySeconds * 1000;
    const paused = await trx
      .updateTable('codes')
      .set({ sent_at: new Date(at - retry) })
      .where('purpose', 'in', purposes)
      .where('address', 'in', addresses)
      .where('sent_at', '>', new Date(at - retry))
      .executeTakeFirst();
    const spent = await trx
      .deleteFrom('budgets')
      .where('name', 'in', addresses.flatMap(recipientBudgets))
      .where('spent', '>=', codes.dailyLimit)
      .where('ends_at', '>', new Date(at))
      .executeTakeFirst();
    return [
      ...(paused.numUpdatedRows > 0n ? (['code-wait'] as const) : []),
      ...(spent.numDeletedRows > 0n ? (['code-limit'] as const) : []),
    ];
  };

  return {
    clearPersonWaits: ({ body: { id, reason }, operator, audit }) =>
      transaction(db, async trx => {
        const at = now();
        await lockPerson(trx, { id, operatorId: operator.id, at });
        const failures = await clearFailures(trx, id);
        const guesses = await trx
          .deleteFrom('second_factor_failures')
          .where('account_id', '=', id)
          .executeTakeFirst();
        const addresses = (await identifiersOf(trx, id)).flatMap(({ kind, value }) =>
          kind === 'username' ? [] : [value],
        );
        const cleared: ClearedWait[] = [
          ...(failures > 0 ? (['passwords'] as const) : []),
          ...(guesses.numDeletedRows > 0n ? (['second-factor'] as const) : []),
          ...(await clearCodes(trx, addresses, at)),
        ];
        if (cleared.length > 0) await tellPerson(trx, { id, kind: 'waits-cleared', at });
        await audit(trx, { subject: id, after: { cleared, reason: maskText(reason) } });
        return { cleared };
      }),
  };
};
