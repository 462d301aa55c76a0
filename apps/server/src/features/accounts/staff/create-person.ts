/** Creates the account of a person whom the school enrols by hand. */
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { type MinorsSettings, yearAt } from '../../../identity/minors/age.ts';
import { setBirthYear } from '../../../identity/minors/birth-year.ts';
import type { CheckPid } from '../../../identity/pids.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import { readIdentifier } from '../../../platform/identifier.ts';
import { refuse } from '../../../platform/refusal.ts';
import { createAccount } from '../sign-in/creation.ts';
import { registeredRefusal } from '../../../identity/registered.ts';

/** Of the nickname and the messages, as of everybody who was not written to before (`languageOf`): the operator's own need not be theirs. */
const language = 'zh-CN';

export const createPersonHandlers = ({
  db,
  now,
  minors,
  checkPid,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly minors: MinorsSettings;
  readonly checkPid: CheckPid;
}): ConsoleHandlers<'createPerson'> => ({
  createPerson: async ({ body, audit }) => {
    const { pid, phone_number: phone, email, fullname, birth_year: year } = body;
    checkPid(pid);
    if (phone === undefined && email === undefined)
      throw refuse('InvalidRequest', { data: { field: 'phone_number' } });
    if (phone !== undefined && email !== undefined)
      throw refuse('InvalidRequest', { data: { field: 'email' } });
    const identifier =
      phone === undefined ? readIdentifier('email', email ?? '') : readIdentifier('phone_number', phone);
    const at = now();
    if (year !== undefined && year > yearAt(at))
      throw refuse('FutureDate', { data: { field: 'birth_year' } });
    return transaction(db, async trx => {
      const id = await createAccount(trx, { pid, identifier, passwordHash: null, at, language });
      if (fullname !== undefined)
        await trx.updateTable('accounts').set({ fullname }).where('id', '=', id).execute();
      const child =
        year !== undefined &&
        (await setBirthYear(trx, minors, { accountId: id, year, from: 'staff', language, at })).child;
      // There is no guardian to tell yet: the person names one at the first sign-in, within the time that the message says.
      await notifyAccount(trx, {
        accountId: id,
        kind: child && minors.mode !== 'off' ? 'child-account-created' : 'account-created',
        language,
        at,
        recipient: { channel: identifier.kind === 'email' ? 'email' : 'sms', to: identifier.value },
      });
      await audit(trx, { subject: id, after: { pid, by: identifier.kind } });
      return { id };
    }).catch((error: unknown) => {
      throw uniqueViolation(error) === 'identifiers_value' ? refuse(registeredRefusal(identifier)) : error;
    });
  },
});
