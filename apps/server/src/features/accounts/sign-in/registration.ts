/** Registration by phone. */
import type { CallName } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Handlers, Input } from '../../../http/handler.ts';
import type { Identifier } from '../../../platform/identifier.ts';
import { refuse } from '../../../platform/refusal.ts';
import { checkNotCommon } from '../../../identity/common-passwords.ts';
import { createAccount } from './creation.ts';
import { checkInForce, checkSignable } from '../agreements/documents.ts';
import { checkUnregistered, registeredRefusal } from '../../../identity/registered.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import type { CheckPid } from '../../../identity/pids.ts';
import type { Codes } from '../codes/codes.ts';
import type { Passwords } from '../../../identity/passwords.ts';
import { enterAccount, type EntranceContext, signedInAs } from './entrance.ts';

/** An account to create, and the session that begins with it. */
interface Registration extends Pick<Input, 'ip' | 'userAgent' | 'client' | 'language'> {
  readonly identifier: Identifier;
  readonly pid: string;
  readonly ids: readonly number[];
  /** Undefined: none. */
  readonly password: string | undefined;
  /** Looks, before anything that costs, whether the number is proved. @throws the refusal of what is not right */
  readonly check: () => Promise<void>;
  /** Uses up, within the transaction `db`, what proves the number. @throws the refusal of what is not right */
  readonly prove: (db: Kysely<Database>) => Promise<void>;
}

export interface RegistrationContext extends EntranceContext {
  readonly checkPid: CheckPid;
  readonly codes: Codes;
  readonly passwords: Passwords;
}

export const registrationHandlers = (context: RegistrationContext) => {
  const { app, checkPid, codes, passwords, tickets } = context;

  /** @throws the refusals AgreementsOutdated, PasswordTooCommon, InvalidRequest, PhoneRegistered, SecondFactorRequired, and those of the proof */
  const register = async (registration: Registration) => {
    const { identifier, pid, ids, password, ip, userAgent, client, language } = registration;
    if (password !== undefined) checkNotCommon(password, [identifier]);
    await checkSignable(app.db, ids, pid, app.now());
    await checkInForce(app.db, ids, pid, app.now());
    // The proof is checked first: without it no password is hashed, and the answer does not show whether the number is registered.
    await registration.check();
    await checkUnregistered(app.db, identifier);
    // Outside of the transaction: no connection is held while a core works.
    const passwordHash = password === undefined ? null : await passwords.hash(password, ip);
    const entered = await transaction(app.db, async db => {
      await registration.prove(db);
      const at = app.now();
      const accountId = await createAccount(db, { pid, identifier, passwordHash, at, language });
      const entrance = { accountId, ids, pid, ip, userAgent, client, language };
      return enterAccount(context, db, { ...entrance, method: 'code', proved: true, created: true });
    }).catch((error: unknown) => {
      throw uniqueViolation(error) === 'identifiers_value' ? refuse(registeredRefusal(identifier)) : error;
    });
    if (entered.state === 'refused') throw new Error('The account that was just created is gone.');
    return signedInAs(context, entered, true);
  };

  return {
    registerByPhone: async ({ body, identifier, ip, userAgent, client, language }) => {
      const { captcha: code, password, pid, agreement_ids: ids } = body;
      checkPid(pid);
      return register({
        identifier,
        pid,
        ids,
        password,
        ip,
        userAgent,
        client,
        language,
        check: () => codes.check('register', identifier.value, code),
        prove: async db => {
          await codes.consume(db, 'register', identifier.value, code);
        },
      });
    },

    enrolByPhone: async ({ body, ip, userAgent, client, language }) => {
      const { ticket, password, agreement_ids: ids } = body;
      const proved = await tickets.look('enrolment', ticket);
      if (!proved) throw refuse('WrongTicket');
      return register({
        identifier: { kind: 'phone', value: proved.phone },
        pid: proved.pid,
        ids,
        password,
        ip,
        userAgent,
        client,
        language,
        check: async () => {},
        prove: async db => {
          if (!(await tickets.consume(db, 'enrolment', ticket))) throw refuse('WrongTicket');
        },
      });
    },
  } satisfies Partial<Handlers<CallName>>;
};
