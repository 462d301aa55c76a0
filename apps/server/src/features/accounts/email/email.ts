/** Registration by e-mail, and the address of an account. */
import type { CallName } from '@rollcall/contract';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Handlers } from '../../../http/handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import { checkNotCommon } from '../../../identity/common-passwords.ts';
import { createAccount } from '../sign-in/creation.ts';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import { beginChange } from '../notices/take-back.ts';
import { identifiersOf } from '../../../identity/identifiers.ts';
import { maskEmail } from '../../../platform/mask.ts';
import { checkUnregistered, registeredRefusal } from '../../../identity/registered.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import type { CheckPid } from '../../../identity/pids.ts';
import type { Codes } from '../codes/codes.ts';
import type { EmailLinks } from '../codes/email-links.ts';
import type { Passwords } from '../../../identity/passwords.ts';
import type { PastIdentifiers } from '../../../identity/past-identifiers.ts';
import { enterAccount, type EntranceContext, signedInAs } from '../sign-in/entrance.ts';

export interface EmailContext extends EntranceContext {
  readonly checkPid: CheckPid;
  readonly codes: Codes;
  readonly emailLinks: EmailLinks;
  readonly passwords: Passwords;
  readonly pastIdentifiers: PastIdentifiers;
}

export const emailHandlers = (context: EmailContext) => {
  const { app, checkPid, codes, emailLinks, passwords, pastIdentifiers, tickets } = context;

  return {
    checkEmailCaptcha: async ({ body, identifier: { value: email } }) => {
      await codes.check('email', email, body.captcha);
      return transaction(app.db, async db => {
        await codes.consume(db, 'email', email, body.captcha);
        return { captchaTicket: await tickets.issue(db, 'email', { email }) };
      });
    },

    registerByEmail: async ({ body, ip, userAgent, client, language }) => {
      const { captchaTicket, password, pid } = body;
      checkPid(pid);
      const proved = await tickets.look('email', captchaTicket);
      if (!proved) throw refuse('WrongTicket');
      const identifier = { kind: 'email', value: proved.email } as const;
      checkNotCommon(password, [identifier]);
      await checkUnregistered(app.db, identifier);
      const passwordHash = await passwords.hash(password, ip);
      const entered = await transaction(app.db, async db => {
        if (!(await tickets.consume(db, 'email', captchaTicket))) throw refuse('WrongTicket');
        const at = app.now();
        const accountId = await createAccount(db, { pid, identifier, passwordHash, at, language });
        return enterAccount(context, db, {
          accountId,
          ids: [],
          pid,
          ip,
          userAgent,
          client,
          language,
          method: 'email-code',
          proved: true,
          created: true,
        });
      }).catch((error: unknown) => {
        throw uniqueViolation(error) === 'identifiers_value' ? refuse(registeredRefusal(identifier)) : error;
      });
      if (entered.state === 'refused') throw new Error('The account that was just created is gone.');
      return signedInAs(context, entered, true);
    },

    getEmailLink: ({ caller }) => emailLinks.stateOf(caller),

    bindEmail: async ({ body: { captcha: code }, caller, identifier, language }) => {
      const { accountId } = caller;
      const at = app.now();
      await requireFreshProof(app.db, caller, at);
      if (code !== undefined) await codes.check('bind', identifier.value, code);
      // Of this address: who confirmed another one is not told whether this one has an account.
      else if (!(await emailLinks.isConfirmed(caller, identifier.value))) throw refuse('CaptchaMismatch');
      await checkUnregistered(app.db, identifier);
      await transaction(app.db, async db => {
        const before = (await identifiersOf(db, accountId)).filter(one => one.kind === 'email');
        const kind = before.length > 0 ? 'email-changed' : 'email-added';
        const details = { value: maskEmail(identifier.value) };
        await beginChange(db, { caller, kind, language, at, details });
        const confirmed = await emailLinks.spend(db, caller, identifier.value);
        if (code !== undefined) await codes.consume(db, 'bind', identifier.value, code);
        else if (!confirmed) throw refuse('CaptchaMismatch');
        await pastIdentifiers.remember(db, { accountId, identifiers: before, at });
        const bound = { value: identifier.value, created_at: new Date(at) };
        await db
          .insertInto('identifiers')
          .values({ kind: 'email', account_id: accountId, ...bound })
          .onConflict(conflict => conflict.constraint('identifiers_account').doUpdateSet(bound))
          .execute();
      }).catch((error: unknown) => {
        throw uniqueViolation(error) === 'identifiers_value' ? refuse(registeredRefusal(identifier)) : error;
      });
      return {};
    },
  } satisfies Partial<Handlers<CallName>>;
};
