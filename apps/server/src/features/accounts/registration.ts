/** Registration by phone. */
import type { CallName } from '@rollcall/contract';
import { transaction } from '../../platform/database/transaction.ts';
import type { Handlers } from '../../http/handler.ts';
import { refuse } from '../../platform/refusal.ts';
import { checkNotCommon } from '../../identity/common-passwords.ts';
import { createAccount } from './creation.ts';
import { checkSignable } from './documents.ts';
import { checkUnregistered, registeredRefusal } from './registered.ts';
import { type AccountsContext, signedInAs } from './context.ts';
import { enterAccount } from './second-step.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';

export const registrationHandlers = (context: AccountsContext) => {
  const { app, checkPid, codes, passwords } = context;

  return {
    registerByPhone: async ({ body, identifier, ip, userAgent, language }) => {
      const { captcha, pid, agreement_ids: ids } = body;
      checkPid(pid);
      checkNotCommon(body.password, [identifier]);
      await checkSignable(app.db, ids, pid, app.now());
      // The code is checked first: without it no password is hashed, and the answer does not show whether the number is registered.
      await codes.check('register', identifier.value, captcha);
      await checkUnregistered(app.db, identifier);
      // Outside of the transaction: no connection is held while a core works.
      const passwordHash = await passwords.hash(body.password, ip);
      const session = await transaction(app.db, async db => {
        await codes.consume(db, 'register', identifier.value, captcha);
        const at = app.now();
        const accountId = await createAccount(db, { pid, identifier, passwordHash, at });
        const entrance = { accountId, ids, pid, ip, userAgent, language };
        return enterAccount(context, db, { ...entrance, method: 'code', proved: true, created: true });
      }).catch((error: unknown) => {
        throw uniqueViolation(error) === 'identifiers_value' ? refuse(registeredRefusal(identifier)) : error;
      });
      if (!session) throw new Error('The account that was just created is gone.');
      return signedInAs(context, session, true);
    },
  } satisfies Partial<Handlers<CallName>>;
};
