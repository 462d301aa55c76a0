/** The accounts: every account call's handler, and who calls. */
import type { CallName } from '@rollcall/contract';
import type { App } from '../../platform/context.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { databasePictures } from '../../pictures/database-pictures.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import { sweepPictures } from '../../pictures/cleanup.ts';
import type { CaptchaCall } from '../human-verification/human-verification.ts';
import type { UsageCall } from '../usage/data/handlers.ts';
import type { Handlers } from '../../http/handler.ts';
import { createConverter } from './third-party/older-site.ts';
import { createThirdParties } from './third-party/third-parties.ts';
import { createAccessTokens } from './access-tokens.ts';
import { agreementHandlers } from './agreements.ts';
import { createAttempts } from '../../identity/login-throttle.ts';
import { type Authorise, createAuthorise } from './authorise.ts';
import { anyNumberHandlers } from './any-number.ts';
import { avatarHandlers } from './avatar.ts';
import { createCodes } from './codes.ts';
import { seedAgreements } from './default-agreements.ts';
import { deleteDue, deletionHandlers } from './deletion.ts';
import { deviceHandlers } from './devices.ts';
import { emailHandlers } from './email.ts';
import { passwordHandlers } from './password.ts';
import { createPasswords, type Hasher } from '../../identity/passwords.ts';
import { phoneHandlers } from './phone.ts';
import { createCheckPid } from '../../identity/pids.ts';
import { profileHandlers } from './profile.ts';
import { registrationHandlers } from './registration.ts';
import type { Room } from './context.ts';
import { createSessions } from './sessions.ts';
import { signInHandlers } from './sign-in.ts';
import { openSigningKeys } from './signing-keys.ts';
import { startSweeping, sweep } from './cleanup.ts';
import { thirdPartyHandlers } from './third-party.ts';
import { createTickets } from '../../identity/tickets.ts';
import { tokenHandlers } from './tokens.ts';
import { createVerification, createVerify, type Verification } from '../../identity/verification.ts';

/** Every call but those of the human verification. */
export type AccountCall = Exclude<CallName, CaptchaCall | UsageCall>;

export interface Accounts {
  readonly handlers: Handlers<AccountCall>;
  readonly authorise: Authorise;
  /** The public keys that access tokens are verified with (RFC 7517), for `/.well-known/jwks.json`. */
  jwks(): Promise<object>;
  /** Ends the sweeping; to be called before the database is closed. */
  close(): Promise<void>;
}

/** What the accounts need of the application. */
export interface AccountsApp extends Pick<App, 'db' | 'now' | 'log' | 'messages'> {
  readonly config: Pick<App['config'], 'secret' | 'pids' | 'issuer' | 'codes' | 'hashing' | 'thirdParty'>;
  /** Who knows when a human has to be verified; absent: `createVerification`. */
  readonly verification?: Verification;
  /** Absent: they are kept in the database. */
  readonly pictures?: Pictures;
  /** What else goes with an account that is deleted, in the transaction that deletes it. */
  readonly onDeletion?: (db: Kysely<Database>, accountId: string) => Promise<void>;
}

/**
 * Opens the accounts on a migrated database: takes or makes the signing key, publishes the default agreements where
 * there are none, and starts sweeping.
 * @param hasher a test watches it; argon2id otherwise.
 */
export const createAccounts = async (app: AccountsApp, hasher?: Hasher): Promise<Accounts> => {
  const { config, db, now, log, messages } = app;
  const { secret } = config;
  const pictures = app.pictures ?? databasePictures(db, now);
  const keys = await openSigningKeys({ db, now, log, secret });
  await seedAgreements(db, now());
  const tickets = createTickets({ db, now, secret });
  const accessTokens = createAccessTokens({ keys, issuer: config.issuer, now });
  const room: Room = {
    app,
    checkPid: createCheckPid(config.pids),
    codes: createCodes({ db, now, messages, secret, limits: config.codes }),
    sessions: createSessions({ db, now, secret }),
    accessTokens,
    passwords: await createPasswords(config.hashing, hasher),
    attempts: createAttempts({ db, now, secret, queue: config.hashing.queue }),
    tickets,
    verify: createVerify(app.verification ?? createVerification(tickets)),
    thirdParties: createThirdParties(config.thirdParty, log),
    converter: createConverter(config.thirdParty.convert, {
      now,
      log,
      timeoutMs: config.thirdParty.timeoutMs,
    }),
  };
  const sweeping = startSweeping({
    now,
    log,
    work: [
      at => sweep(db, at),
      at => deleteDue(db, at, app.onDeletion),
      at => sweepPictures(pictures, db, at),
    ],
  });
  return {
    handlers: {
      ...registrationHandlers(room),
      ...signInHandlers(room),
      ...tokenHandlers(room),
      ...profileHandlers(room),
      ...agreementHandlers(room),
      ...thirdPartyHandlers(room),
      ...phoneHandlers(room),
      ...passwordHandlers(room),
      ...emailHandlers(room),
      ...anyNumberHandlers(room),
      ...deviceHandlers(room),
      ...avatarHandlers(room, pictures),
      ...deletionHandlers(room),
    },
    authorise: createAuthorise({ db, accessTokens, now }),
    jwks: () => keys.jwks(),
    close: () => sweeping.close(),
  };
};
