/** Adding and removing an owner's apps, passkeys and recovery codes. */
import { randomUUID } from 'node:crypto';
import type { PasskeyRegistration } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { budgetName, spend } from '../../platform/database/budgets.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Tickets } from '../tickets.ts';
import { hasFactor, isEnabled, lockOwner, markEnabled } from './factor-state.ts';
import { type Guesses, ownerGuesses } from './guesses.ts';
import { type Owner, ownerColumn, ownerName } from './owner.ts';
import type { PasskeyChallenge, Passkeys } from './passkeys.ts';
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import type { PartyOf, Place } from './relying-party.ts';
import {
  deleteTotp,
  describeTotp,
  newTotpSecret,
  openTotpSecret,
  sealTotpSecret,
  storeTotp,
  totpStep,
} from './totp.ts';

const HOUR = 3600 * 1000;
/** Set-ups of an app or a passkey that an owner begins in an hour, finished or not. */
export const HOURLY_SET_UPS = 30;

/** What adding a factor changed. */
export interface Added {
  /** The id of the app or passkey. */
  readonly id: string;
  /** The owner had no factor before. */
  readonly first: boolean;
  /** Sign-ins ask for a second step from now on, and did not before. */
  readonly turnedOn: boolean;
}

/** What else is written in the transaction that adds a factor, before it is stored. */
export type WithFactor = (trx: Kysely<Database>, added: Added) => Promise<void>;

export interface FactorChanges {
  /**
   * @param names the issuer and the label that the app shows
   * @throws the refusal TooManyAttempts beyond `HOURLY_SET_UPS`, with `retry_after` in seconds
   */
  startTotp(
    owner: Owner,
    binding: string,
    names: { readonly issuer: string; readonly label: string },
  ): Promise<{ ticket: string; secret: string; uri: string; qr: string }>;
  /**
   * Stores the app whose code is right, with `work` in one transaction; sign-ins ask for it from now on.
   * @param guesses limits wrong codes
   * @returns the recovery codes if sign-ins did not ask before, otherwise null
   * @throws the refusals WrongTicket, CaptchaMismatch
   */
  addTotp(
    owner: Owner,
    given: { readonly binding: string; readonly ticket: string; readonly code: string },
    work: WithFactor,
    guesses?: Guesses,
  ): Promise<string[] | null>;
  /** @throws the refusals IllegalOperation where passkeys do not work, and TooManyAttempts as `startTotp` */
  startPasskey(owner: Owner, place: Place, label: string): Promise<PasskeyChallenge>;
  /**
   * As `addTotp`.
   * @param options.asks whether sign-ins ask for a second step from now on; false: as before @default true
   * @throws the refusals WrongTicket, Conflict
   */
  addPasskey(
    owner: Owner,
    place: Place,
    given: { readonly ticket: string; readonly name: string; readonly response: PasskeyRegistration },
    work: WithFactor,
    options?: { readonly asks: boolean },
  ): Promise<string[] | null>;
  /**
   * Turns two-step verification on or off in the transaction `db`.
   * @returns whether it was the other way before, and new recovery codes if it was turned on and there were none
   * @throws the refusal NotFound without a factor
   */
  setEnabled(
    db: Kysely<Database>,
    owner: Owner,
    enabled: boolean,
  ): Promise<{ readonly changed: boolean; readonly codes: string[] | null }>;
  /**
   * Removes a factor in the transaction `db`; with the last one the recovery codes go.
   * @param which a passkey's id, or the app
   * @param keepOne refuses to remove the last one
   * @returns whether sign-ins asked for a second step before, and do not from now on
   * @throws the refusals NotFound, IllegalOperation
   */
  remove(
    db: Kysely<Database>,
    owner: Owner,
    which: 'totp' | { readonly passkey: string },
    keepOne: boolean,
  ): Promise<{ readonly turnedOff: boolean }>;
  /** Removes everything in the transaction `db`. @returns whether there was a factor */
  clear(db: Kysely<Database>, owner: Owner): Promise<boolean>;
  /** New recovery codes in place of all earlier ones, in the transaction `db`. @throws NotFound without a factor */
  renewRecoveryCodes(db: Kysely<Database>, owner: Owner): Promise<string[]>;
}

export const createFactorChanges = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly key: Buffer;
  readonly tickets: Tickets;
  readonly passkeys: Passkeys;
  readonly partyOf: PartyOf;
}): FactorChanges => {
  const { db, now, key, tickets, passkeys, partyOf } = deps;

  /** Each set-up that is begun writes a row. @throws the refusal TooManyAttempts, with `retry_after` in seconds */
  const spendSetUp = async (owner: Owner): Promise<void> => {
    const name = budgetName(key, 'set-up', ownerName(owner));
    const budget = { name, limit: HOURLY_SET_UPS, windowMs: HOUR };
    await transaction(db, trx => spend(trx, [budget], now(), 'TooManyAttempts'));
  };

  const add = (
    owner: Owner,
    id: string,
    store: (trx: Kysely<Database>) => Promise<void>,
    work: WithFactor,
    asks: boolean,
  ) =>
    transaction(db, async trx => {
      await lockOwner(trx, owner);
      const first = !(await hasFactor(trx, owner));
      const turnedOn = asks && !(await isEnabled(trx, owner));
      // First, as it may keep what there was before.
      await work(trx, { id, first, turnedOn });
      await store(trx);
      if (turnedOn) await markEnabled(trx, owner, true);
      const codes = turnedOn ? await replaceRecoveryCodes(trx, key, owner) : null;
      await ownerGuesses(db, owner).clear(trx);
      return codes;
    });

  return {
    startTotp: async (owner, binding, names) => {
      await spendSetUp(owner);
      const secret = newTotpSecret();
      const sealed = sealTotpSecret(key, owner, secret).toString('base64');
      const ticket = await tickets.issue(db, 'totp-setup', { owner: ownerName(owner), binding, sealed });
      return { ticket, secret, ...(await describeTotp(secret, names)) };
    },

    addTotp: async (owner, { binding, ticket, code }, work, guesses) => {
      const begun = await tickets.look('totp-setup', ticket);
      if (begun?.owner !== ownerName(owner) || begun.binding !== binding) throw refuse('WrongTicket');
      const sealed = Buffer.from(begun.sealed, 'base64');
      const secret = openTotpSecret(key, owner, sealed);
      const at = now();
      await guesses?.count('totp', at);
      const step = secret === undefined ? undefined : totpStep(secret, code, at);
      if (step === undefined) {
        await guesses?.missed(at);
        throw refuse('CaptchaMismatch', { data: { field: 'code' } });
      }
      const id = randomUUID();
      const store = async (trx: Kysely<Database>) => {
        if (!(await tickets.consume(trx, 'totp-setup', ticket))) throw refuse('WrongTicket');
        await guesses?.clear(trx);
        await storeTotp(trx, owner, { id, sealed, step, at });
      };
      return add(owner, id, store, work, true);
    },

    startPasskey: async (owner, { binding, page }, label) => {
      const party = partyOf(page);
      await spendSetUp(owner);
      return passkeys.startAdding(owner, { party, binding, label });
    },

    addPasskey: async (owner, { binding, page }, given, work, { asks } = { asks: true }) => {
      const made = await passkeys.verifyNew(owner, { ...given, party: partyOf(page), binding });
      const store = (trx: Kysely<Database>) => passkeys.store(trx, owner, made, given.name);
      return add(owner, made.id, store, work, asks);
    },

    setEnabled: async (trx, owner, enabled) => {
      await lockOwner(trx, owner);
      if (!(await hasFactor(trx, owner))) throw refuse('NotFound');
      if ((await isEnabled(trx, owner)) === enabled) return { changed: false, codes: null };
      await markEnabled(trx, owner, enabled);
      const needsCodes = enabled && (await countRecoveryCodes(trx, owner)) === 0;
      return { changed: true, codes: needsCodes ? await replaceRecoveryCodes(trx, key, owner) : null };
    },

    remove: async (trx, owner, which, keepOne) => {
      await lockOwner(trx, owner);
      const enabled = await isEnabled(trx, owner);
      const removed =
        which === 'totp'
          ? await deleteTotp(trx, owner)
          : (
              await trx
                .deleteFrom('passkeys')
                .where('id', '=', which.passkey)
                .where(ownerColumn(owner), '=', owner.id)
                .executeTakeFirst()
            ).numDeletedRows > 0n;
      if (!removed) throw refuse('NotFound');
      if (await hasFactor(trx, owner)) return { turnedOff: false };
      if (keepOne)
        throw refuse('IllegalOperation', { message: 'A second factor is required; add another one first.' });
      await markEnabled(trx, owner, false);
      await deleteRecoveryCodes(trx, owner);
      return { turnedOff: enabled };
    },

    clear: async (trx, owner) => {
      await lockOwner(trx, owner);
      const had = await hasFactor(trx, owner);
      await deleteTotp(trx, owner);
      await trx.deleteFrom('passkeys').where(ownerColumn(owner), '=', owner.id).execute();
      await deleteRecoveryCodes(trx, owner);
      await ownerGuesses(db, owner).clear(trx);
      await markEnabled(trx, owner, false);
      return had;
    },

    renewRecoveryCodes: async (trx, owner) => {
      await lockOwner(trx, owner);
      if (!(await hasFactor(trx, owner))) throw refuse('NotFound');
      return replaceRecoveryCodes(trx, key, owner);
    },
  };
};
