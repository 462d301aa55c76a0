/** Sends a person the link by which they set a new password, where they can't get through the page of their own. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { identifiersOf } from '../../../identity/identifiers.ts';
import { languageOf } from '../../../identity/person-account.ts';
import type { Tickets } from '../../../identity/tickets.ts';
import type { Messages } from '../../../messages/messages.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { lockPerson, tellGuardian } from './person.ts';

/** Bytes of a token, in base64url short enough for a variable of a text message's template. */
const TOKEN = 12;

export const resetLinkHandlers = ({
  db,
  now,
  tickets,
  messages,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly tickets: Pick<Tickets, 'remember'>;
  readonly messages: Pick<Messages, 'serves'>;
}): ConsoleHandlers<'sendPersonResetLink'> => ({
  sendPersonResetLink: ({ body: { id, to }, operator, audit }) =>
    transaction(db, async trx => {
      const at = now();
      const account = await lockPerson(trx, { id, operatorId: operator.id, at });
      const identifier = (await identifiersOf(trx, id)).find(({ kind }) => kind === to);
      if (!identifier || account.blocked_at) throw refuse('IllegalOperation');
      const language = await languageOf(trx, id);
      const channel = to === 'phone' ? 'sms' : 'email';
      // Nobody who can't get in reads it on the account page.
      if (!messages.serves({ channel, kind: 'reset-link', language })) throw refuse('NoSender');
      const token = randomBytes(TOKEN).toString('base64url');
      await tickets.remember('reset-link', token, { accountId: id, identifier, madeAt: at }, trx);
      await notifyAccount(trx, {
        accountId: id,
        kind: 'reset-link',
        language,
        at,
        recipient: { channel, to: identifier.value },
        takeBack: `/reset#${token}`,
      });
      // The link goes to what the account signs in with, and the guardian learns of it.
      await tellGuardian(trx, { accountId: id, kind: 'reset-link-sent', at }, [identifier.value]);
      await audit(trx, { subject: id, after: { to } });
      return {};
    }),
});
