/** Sign-in by a code and by a password; sign-out. */
import { type CallName, type Calls, headers, type SignInMethod } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { repeatCollisions, transaction } from '../../../platform/database/transaction.ts';
import type { Handlers, Input } from '../../../http/handler.ts';
import { Refusal, refuse } from '../../../platform/refusal.ts';
import { isCommonPassword } from '../../../identity/common-passwords.ts';
import { createAccount } from './creation.ts';
import { checkInForce, checkSignable, namesAgreements } from '../agreements/documents.ts';
import { findAccount, type IdentifiedAccount, identifiersOf } from '../../../identity/identifiers.ts';
import type { Identifier } from '../../../platform/identifier.ts';
import { clearFailures } from '../../../identity/sign-in-failures.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import { findRegistered } from '../../../identity/registered.ts';
import { ruleRequired, type Verify, type Verification } from '../../../identity/verification.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import type { CheckPid } from '../../../identity/pids.ts';
import type { Codes } from '../codes/codes.ts';
import type { Passwords } from '../../../identity/passwords.ts';
import type { LoginThrottle } from '../../../identity/login-throttle.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { type Admitted, type Entered, enterAccount, type EntranceContext, signedInAs } from './entrance.ts';

/** Who signs in, from where, with what agreed to. */
interface Entrance {
  readonly pid: string;
  readonly ids: readonly number[];
  readonly ip: string;
  readonly userAgent: string;
  readonly client: Input['client'];
  readonly language: Input['language'];
  readonly method: SignInMethod;
  /** The account was created just now. */
  readonly created?: boolean;
  /** When the code was made that proves the person (ms); absent with a password. */
  readonly provedSince?: number;
}

type PasswordInput = Pick<
  Input<Calls['loginByAccount']>,
  'body' | 'identifier' | 'ip' | 'userAgent' | 'client' | 'language' | 'header' | 'setCookie'
>;

export interface SignInContext extends EntranceContext {
  readonly checkPid: CheckPid;
  readonly codes: Codes;
  readonly passwords: Passwords;
  readonly loginThrottle: LoginThrottle;
  readonly verify: Verify;
  /** Counts wrong passwords by IP address. */
  readonly verification: Pick<Verification, 'suspects' | 'wrongPassword'>;
  readonly knownBrowsers: KnownBrowsers;
  readonly deviceCookie: DeviceCookie;
}

export const signInHandlers = (context: SignInContext) => {
  const {
    app,
    checkPid,
    codes,
    sessions,
    passwords,
    loginThrottle,
    verify,
    verification,
    knownBrowsers,
    deviceCookie,
    tickets,
  } = context;

  const signedIn = (entered: Admitted, created: boolean) => signedInAs(context, entered, created);

  /** Starts the session and signs what was named, within the transaction `db`. */
  const enter = async (
    db: Kysely<Database>,
    accountId: string,
    entrance: Entrance,
    passwordHash?: string,
  ): Promise<Entered> => {
    return enterAccount(context, db, {
      ...entrance,
      accountId,
      proved: true,
      ...(passwordHash === undefined ? {} : { passwordHash }),
    });
  };

  const enterByCode = async (
    db: Kysely<Database>,
    account: IdentifiedAccount,
    identifier: Identifier,
    entrance: Entrance,
  ) => {
    const entered: Entered = account.blocked ? { state: 'refused' } : await enter(db, account.id, entrance);
    if (entered.state === 'refused') throw refuse('AccountBlocked');
    // The session holds the account's row now: a change that ran meanwhile may have taken the number off the account.
    if ((await findAccount(db, identifier))?.id !== account.id) throw refuse('CaptchaMismatch');
    await clearFailures(db, account.id);
    return entered;
  };

  /**
   * The account of a silent sign-in: the number's own, or a new one.
   * @param asks makes no new one, but the ticket that makes it once its person agrees
   */
  const enterSilently = (identifier: Identifier, code: string, entrance: Entrance, asks: boolean) =>
    transaction(app.db, async db => {
      const provedSince = await codes.consume(db, 'silence', identifier.value, code);
      const found = await findAccount(db, identifier);
      if (found) {
        const entered = await enterByCode(db, found, identifier, { ...entrance, provedSince });
        return { entered, created: false };
      }
      if (asks) {
        const { pid } = entrance;
        return { enrolment: await tickets.issue(db, 'enrolment', { phone: identifier.value, pid }) };
      }
      await checkInForce(db, entrance.ids, entrance.pid, app.now());
      const id = await createAccount(db, {
        pid: entrance.pid,
        identifier,
        passwordHash: null,
        at: app.now(),
        language: entrance.language,
      });
      const account = { id, passwordHash: null, passwordTooCommon: false, blocked: false };
      const first = { ...entrance, created: true };
      return { entered: await enterByCode(db, account, identifier, first), created: true };
    });

  /** Hashes again with today's parameters. A sign-in does not fail because this does. */
  const rehash = async (
    account: IdentifiedAccount,
    { body: { password }, ip }: PasswordInput,
  ): Promise<string | null> => {
    try {
      const hash = await passwords.hash(password, ip);
      const { numUpdatedRows } = await app.db
        .updateTable('accounts')
        .set({ password_hash: hash })
        .where('id', '=', account.id)
        .where('password_hash', '=', account.passwordHash)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? hash : account.passwordHash;
    } catch (error) {
      if (error instanceof Refusal) return account.passwordHash;
      throw error;
    }
  };

  /** Notes whether the password is one that others would guess, so that its person can be asked to change it. */
  const judgeChoice = async (account: IdentifiedAccount, hash: string | null, password: string) => {
    const common = isCommonPassword(password, await identifiersOf(app.db, account.id));
    if (common === account.passwordTooCommon) return;
    await app.db
      .updateTable('accounts')
      .set({ password_too_common: common })
      .where('id', '=', account.id)
      .where('password_hash', '=', hash)
      .execute();
  };

  /** Sign-in by a password; `verified`: a human was verified for it. */
  const enterByPassword = async (input: PasswordInput, verified: boolean) => {
    const { body, identifier, ip, userAgent, client, language, header } = input;
    const { password, pid, agreement_ids: ids } = body;
    await checkSignable(app.db, ids, pid, app.now());
    const account = await findAccount(app.db, identifier);
    const device = deviceCookie.read(header('cookie'));
    const hooks = {
      before: async () => {
        if (!verified && (await verification.suspects({ ip, device }, identifier))) throw ruleRequired();
      },
      wrong: () => {
        if (device !== undefined) return verification.wrongPassword({ ip, device });
        const { id, setCookie } = deviceCookie.create();
        input.setCookie(setCookie);
        return verification.wrongPassword({ ip, device: id });
      },
    };
    const attempt = async () => {
      const match = await passwords.check(account?.passwordHash, password, ip, hooks);
      if (!account || match === 'wrong') return undefined;
      // Told only after the right password.
      if (account.blocked) throw refuse('AccountBlocked');
      const hash = match === 'stale' ? await rehash(account, input) : account.passwordHash;
      await judgeChoice(account, hash, password);
      const entrance = { pid, ids, ip, userAgent, client, language, method: 'password' } as const;
      const start = (db: Kysely<Database>) => enter(db, account.id, entrance, hash ?? undefined);
      // Without a signature it is one statement, and needs no transaction around it.
      const started = await (namesAgreements(entrance.ids)
        ? transaction(app.db, start)
        : repeatCollisions(() => start(app.db)));
      if (started.state !== 'refused') return started;
      // Blocked, or the password changed, while it was compared.
      if ((await findAccount(app.db, identifier))?.blocked) throw refuse('AccountBlocked');
      return undefined;
    };
    const guessed = {
      identity: identifier,
      accountId: account?.id,
      browser: knownBrowsers.find(header('cookie'), account?.id),
    };
    const onLock = async () => {
      if (!account) return;
      await notifyAccount(app.db, { accountId: account.id, kind: 'account-locked', language, at: app.now() });
    };
    const entered = await loginThrottle.run(guessed, attempt, { verified, onLock });
    if (!entered) throw refuse('WrongCredentials');
    return signedIn(entered, false);
  };

  return {
    loginByPhone: async ({ body, identifier, ip, userAgent, client, language }) => {
      const { captcha: code, pid, agreement_ids: ids } = body;
      checkPid(pid);
      // The code first: without it the answer must not show whether the number is registered.
      await codes.check('login', identifier.value, code);
      const entered = await transaction(app.db, async db => {
        const provedSince = await codes.consume(db, 'login', identifier.value, code);
        const entrance = {
          pid,
          ids,
          ip,
          userAgent,
          client,
          language,
          method: 'code',
          provedSince,
        } as const;
        return enterByCode(db, await findRegistered(db, identifier), identifier, entrance);
      });
      return signedIn(entered, false);
    },

    loginByEmail: async ({ body, identifier, ip, userAgent, client, language }) => {
      const { captcha: code, pid, agreement_ids: ids } = body;
      checkPid(pid);
      await codes.check('login', identifier.value, code);
      const entered = await transaction(app.db, async db => {
        const provedSince = await codes.consume(db, 'login', identifier.value, code);
        const account = await findAccount(db, identifier);
        // The same as a wrong code, so that guesses don't tell which addresses have an account.
        if (!account) throw refuse('CaptchaMismatch');
        const entrance = {
          pid,
          ids,
          ip,
          userAgent,
          client,
          language,
          method: 'email-code',
          provedSince,
        } as const;
        return enterByCode(db, account, identifier, entrance);
      });
      return signedIn(entered, false);
    },

    loginSilently: async ({ body, identifier, ip, userAgent, client, language, header }) => {
      const { captcha: code, pid, agreement_ids: ids } = body;
      checkPid(pid);
      await codes.check('silence', identifier.value, code);
      const entrance = { pid, ids, ip, userAgent, client, language, method: 'code' } as const;
      const asks = header(headers.enrol) === 'ask' && !namesAgreements(ids);
      const enter = () => enterSilently(identifier, code, entrance, asks);
      const outcome = await enter().catch((error: unknown) => {
        if (uniqueViolation(error) !== 'identifiers_value') throw error;
        // Another call registered it at the same time: this transaction was rolled back, and now the account is found.
        return enter();
      });
      if ('enrolment' in outcome) throw refuse('EnrolmentRequired', { data: { ticket: outcome.enrolment } });
      return signedIn(outcome.entered, outcome.created);
    },

    loginByAccount: async input => {
      checkPid(input.body.pid);
      return enterByPassword(input, false);
    },

    loginSecurely: async input => {
      const { pid } = input.body;
      checkPid(pid);
      const verified = await verify(input, { scene: 'security', identifier: input.identifier, pid });
      return enterByPassword(input, verified).catch((error: unknown) => {
        // Its ticket was given while the risk was low, and does not lift the delay.
        const late =
          error instanceof Refusal && error.refusal === 'TooManyAttempts' && !error.detail.data?.locked;
        throw late ? ruleRequired() : error;
      });
    },

    logout: async ({ body, caller }) => {
      await sessions.endOf(caller.accountId, body.refresh_token);
      return {};
    },
  } satisfies Partial<Handlers<CallName>>;
};
