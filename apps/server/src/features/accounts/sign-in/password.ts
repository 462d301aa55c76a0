/** Setting, changing and resetting a password. */
import type { CallName } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { findAccount, identifiersOf } from '../../../identity/identifiers.ts';
import type { Handlers, Input } from '../../../http/handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import { clearFailures } from '../../../identity/sign-in-failures.ts';
import { lockRunning, requireFreshProof } from '../../../identity/fresh-proof.ts';
import { isVoid } from '../../../identity/session-ends.ts';
import { checkNotCommon } from '../../../identity/common-passwords.ts';
import { createWithOwnPassword, type OwnPasswordContext } from '../proof/own-password.ts';
import { beginChange } from '../notices/take-back.ts';
import { checkOwnPhone } from '../codes/number-checks.ts';
import { findRegistered } from '../../../identity/registered.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import type { Codes } from '../codes/codes.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Tickets } from '../../../identity/tickets.ts';

/** A new password, and the message about it. */
interface Replacement {
  readonly hash: string;
  readonly kind: 'password-changed' | 'password-reset';
  readonly language: Input['language'];
}

export interface PasswordContext extends OwnPasswordContext {
  readonly codes: Codes;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
}

export const passwordHandlers = (context: PasswordContext) => {
  const { app, codes, sessions, passwords, tickets } = context;
  const withOwnPassword = createWithOwnPassword(context);

  const passwordHashOf = async (accountId: string): Promise<string | null> => {
    const { password_hash: hash } = await app.db
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    return hash;
  };

  /** Only for callers who proved themselves, as the refusal tells about the account's identifiers. */
  const checkChoice = async (accountId: string, password: string): Promise<void> =>
    checkNotCommon(password, await identifiersOf(app.db, accountId));

  const hasSignedIn = async (db: Kysely<Database>, accountId: string): Promise<boolean> =>
    (await db
      .selectFrom('known_devices')
      .select('account_id')
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst()) !== undefined;

  /** The account first, then its sessions: a sign-in that started before is ended, one that starts later is refused. */
  const replace = async (db: Kysely<Database>, accountId: string, change: Replacement): Promise<void> => {
    const { hash, kind, language } = change;
    const at = app.now();
    await db
      .updateTable('accounts')
      .set({ password_hash: hash, password_set_at: new Date(at), password_too_common: false })
      .where('id', '=', accountId)
      .execute();
    await sessions.endAll(db, accountId, 'password');
    await clearFailures(db, accountId);
    await notifyAccount(db, { accountId, kind, language, at });
  };

  return {
    changePassword: async ({ body, caller, ip, language }) => {
      const { accountId } = caller;
      const changed = await withOwnPassword({ caller, password: body.old_password, ip }, async old => {
        await checkChoice(accountId, body.password);
        const hash = await passwords.hash(body.password, ip);
        return transaction(app.db, async db => {
          // Of two concurrent changes the second finds another password than the one it compared with.
          const row = await db
            .selectFrom('accounts')
            .select('id')
            .where('id', '=', accountId)
            .where('password_hash', '=', old)
            .forUpdate()
            .executeTakeFirst();
          if (!row) return undefined;
          await replace(db, accountId, { hash, kind: 'password-changed', language });
          return true;
        });
      });
      if (!changed) throw refuse('WrongOldPassword');
      return {};
    },

    changePasswordByPhone: async ({ body, caller, identifier, ip, language }) => {
      const { accountId } = caller;
      const { captcha: code } = body;
      const phone = identifier.value;
      // The code first: the answer to a token alone must not show whether a number is the account's.
      await codes.check('update', phone, code);
      await checkOwnPhone(app.db, accountId, phone);
      await checkChoice(accountId, body.password);
      const hash = await passwords.hash(body.password, ip);
      await transaction(app.db, async db => {
        await lockRunning(db, caller);
        await checkOwnPhone(db, accountId, phone);
        await codes.consume(db, 'update', phone, code);
        await replace(db, accountId, { hash, kind: 'password-changed', language });
      });
      return {};
    },

    initPassword: async ({ body, caller, ip, language }) => {
      const { accountId } = caller;
      await requireFreshProof(app.db, caller, app.now());
      if ((await passwordHashOf(accountId)) !== null) throw refuse('PasswordAlreadySet');
      await checkChoice(accountId, body.password);
      const hash = await passwords.hash(body.password, ip);
      await transaction(app.db, async db => {
        await beginChange(db, { caller, kind: 'password-set', language, at: app.now() });
        const { numUpdatedRows } = await db
          .updateTable('accounts')
          .set({ password_hash: hash, password_set_at: new Date(app.now()), password_too_common: false })
          .where('id', '=', accountId)
          .where('password_hash', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw refuse('PasswordAlreadySet');
        // Guessed while there was none.
        await clearFailures(db, accountId);
      });
      return {};
    },

    checkResetPasswordCaptcha: async ({ body: { captcha: code }, identifier }) => {
      // The code first: without it the answer must not show whether the number is registered.
      await codes.check('reset', identifier.value, code);
      return transaction(app.db, async db => {
        const madeAt = await codes.consume(db, 'reset', identifier.value, code);
        const { id: accountId } = await findRegistered(db, identifier);
        return { ticket: await tickets.issue(db, 'reset', { accountId, identifier, madeAt }) };
      });
    },

    checkEmailResetCaptcha: async ({ body: { captcha: code }, identifier }) => {
      await codes.check('reset', identifier.value, code);
      return transaction(app.db, async db => {
        const madeAt = await codes.consume(db, 'reset', identifier.value, code);
        const account = await findAccount(db, identifier);
        // The same as a wrong code, so that guesses don't tell which addresses have an account.
        if (!account) throw refuse('CaptchaMismatch');
        return { ticket: await tickets.issue(db, 'reset', { accountId: account.id, identifier, madeAt }) };
      });
    },

    resetPassword: async ({ body, ip, language }) => {
      // Checked before the password is hashed, so that a request without a ticket is cheap.
      const own = await tickets.look('reset', body.ticket);
      const looked =
        own ?? (await tickets.look('reset-link', body.ticket)) ?? (await tickets.look('paper', body.ticket));
      if (!looked) throw refuse('WrongTicket');
      await checkChoice(looked.accountId, body.password);
      const hash = await passwords.hash(body.password, ip);
      await transaction(app.db, async db => {
        const sent = own ? undefined : await tickets.consume(db, 'reset-link', body.ticket);
        const paper = own || sent ? undefined : await tickets.consume(db, 'paper', body.ticket);
        const link = sent ?? paper;
        const subject = own ? await tickets.consume(db, 'reset', body.ticket) : link;
        if (!subject) throw refuse('WrongTicket');
        const account = await db
          .selectFrom('accounts')
          .select(['blocked_at', 'password_set_at', 'sessions_ended_at'])
          .where('id', '=', subject.accountId)
          .forUpdate()
          .executeTakeFirst();
        if (!account) throw refuse('WrongTicket');
        if (isVoid(account, subject.madeAt ?? 0)) throw refuse('WrongTicket');
        // A link of an operator, on paper too, ends with the next password.
        if (link && Number(account.password_set_at) > link.madeAt) throw refuse('WrongTicket');
        // A paper that lies about is spent at the first sign-in, in whatever way.
        if (paper && (await hasSignedIn(db, paper.accountId))) throw refuse('WrongTicket');
        // The number or address that got the code may have been taken off the account since.
        const owner = await findAccount(db, subject.identifier);
        if (owner?.id !== subject.accountId) throw refuse('WrongTicket');
        if (account.blocked_at) throw refuse('AccountBlocked');
        await replace(db, subject.accountId, { hash, kind: 'password-reset', language });
      });
      return {};
    },
  } satisfies Partial<Handlers<CallName>>;
};
