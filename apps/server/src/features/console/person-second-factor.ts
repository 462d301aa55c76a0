/** A way back for a person who lost their authenticator app, passkeys and recovery codes. */
import { sql } from 'kysely';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { notifyAccount } from '../../messages/security-notices.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { maskText } from '../../platform/mask.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleContext } from './context.ts';
import { languageOf, lockAccountExclusively } from '../../identity/person-account.ts';
import { endSessions } from '../../identity/session-ends.ts';

export const personSecondFactorHandlers = ({
  db,
  now,
  secondFactors,
}: ConsoleContext): ConsoleHandlers<'resetPersonSecondFactor'> => ({
  resetPersonSecondFactor: ({ body: { id, reason }, audit }) =>
    transaction(db, async trx => {
      await lockAccountExclusively(trx, id);
      const had = await secondFactors.clear(trx, { kind: 'account', id });
      if (!had) throw refuse('Conflict', { message: 'This person has no second factor.' });
      // A change that is taken back afterwards must not bring a factor back.
      await sql`update take_backs set before = before || '{"factors": {"totp": null, "passkeys": []}}'
        where account_id = ${id}`.execute(trx);
      const at = now();
      // A thief may have set the factor up, and be signed in.
      const ended = await endSessions(trx, { accountId: id, at, by: 'school' });
      await notifyAccount(trx, {
        accountId: id,
        kind: 'second-factor-removed',
        language: await languageOf(trx, id),
        at,
        onPage: true,
      });
      await audit(trx, {
        subject: id,
        before: { second_factor: true },
        // An entry of the audit log outlives the account, so personal numbers in the operator's text are masked.
        after: { second_factor: false, reason: maskText(reason), sessions_ended: ended },
      });
      return {};
    }),
});
