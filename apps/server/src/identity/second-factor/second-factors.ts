/** The second factors of an owner: what they have, adding, removing, and proving one. */
import type {
  PasskeyAssertion,
  PasskeyRegistration,
  SecondFactorMethod,
  SecondFactorProof,
  SecondFactors,
} from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Tickets } from '../tickets.ts';
import { countGuess, forgetGuesses } from './guesses.ts';
import { type Owner, ownerColumn, ownerName } from './owner.ts';
import { createPasskeys, type PasskeyChallenge } from './passkeys.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from './recovery-codes.ts';
import { type PageHeaders, type PasskeyPlaces, relyingPartyOf } from './relying-party.ts';
import {
  deleteTotp,
  describeTotp,
  newTotpSecret,
  openTotpSecret,
  sealTotpSecret,
  spendTotp,
  storeTotp,
  totpStep,
} from './totp.ts';

/** The session or step that a setup or challenge belongs to, and the page of the request. */
export interface Place {
  readonly binding: string;
  readonly page: PageHeaders;
}

/** What was proved. */
export interface Proved {
  readonly method: SecondFactorMethod;
  /** Recovery codes that are left. */
  readonly recoveryCodesLeft: number;
}

export type FactorState = Omit<SecondFactors, 'required'>;

/** The methods by which an owner with this state can prove themselves. */
export const methodsOf = (state: FactorState): SecondFactorMethod[] => [
  ...(state.totp ? (['totp'] as const) : []),
  ...(state.passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(state.recovery_codes_left > 0 ? (['recovery_code'] as const) : []),
];

export interface SecondFactorStore {
  state(owner: Owner, page: PageHeaders): Promise<FactorState>;
  /** Whether the owner has an app or a passkey. */
  has(db: Kysely<Database>, owner: Owner): Promise<boolean>;
  /** @param names the issuer and the label that the app shows */
  startTotp(
    owner: Owner,
    binding: string,
    names: { readonly issuer: string; readonly label: string },
  ): Promise<{ ticket: string; secret: string; uri: string; qr: string }>;
  /**
   * Stores the app whose code is right, with `work` in one transaction.
   * @returns the recovery codes if this is the first factor, otherwise null
   * @throws the refusals WrongTicket, CaptchaMismatch, TooManyAttempts
   */
  addTotp(
    owner: Owner,
    given: { readonly binding: string; readonly ticket: string; readonly code: string },
    work: (within: Kysely<Database>, first: boolean) => Promise<void>,
  ): Promise<string[] | null>;
  /** @throws the refusal IllegalOperation where passkeys do not work */
  startPasskey(owner: Owner, place: Place, label: string): Promise<PasskeyChallenge>;
  /** As `addTotp`. @throws the refusals WrongTicket, Conflict */
  addPasskey(
    owner: Owner,
    place: Place,
    given: { readonly ticket: string; readonly name: string; readonly response: PasskeyRegistration },
    work: (within: Kysely<Database>, first: boolean) => Promise<void>,
  ): Promise<string[] | null>;
  /**
   * Removes a factor in the transaction `db`; with the last one the recovery codes go.
   * @param which a passkey's id, or the app
   * @param keepOne refuses to remove the last one
   * @throws the refusals NotFound, IllegalOperation
   */
  remove(
    db: Kysely<Database>,
    owner: Owner,
    which: 'totp' | { readonly passkey: string },
    keepOne: boolean,
  ): Promise<void>;
  /** Removes everything in the transaction `db`. @returns whether there was a factor */
  clear(db: Kysely<Database>, owner: Owner): Promise<boolean>;
  /** New recovery codes in place of all earlier ones, in the transaction `db`. @throws NotFound without a factor */
  renewRecoveryCodes(db: Kysely<Database>, owner: Owner): Promise<string[]>;
  /** A challenge for the owner's passkeys. @throws the refusal IllegalOperation where there is none */
  challenge(owner: Owner, place: Place): Promise<PasskeyChallenge>;
  /** A challenge that any passkey of this site answers. @throws the refusal IllegalOperation */
  challengeAnybody(place: Place): Promise<PasskeyChallenge>;
  /** Whose passkey answers the challenge; `work` runs in the transaction. @throws the refusal WrongTicket */
  identify<T>(
    given: { readonly ticket: string; readonly response: PasskeyAssertion },
    place: Place,
    work: (within: Kysely<Database>, owner: Owner) => Promise<T>,
  ): Promise<T>;
  /**
   * Proves a second factor; `work` runs in the transaction that spends the code.
   * @throws the refusals CaptchaMismatch (a wrong code), WrongTicket (a wrong passkey or challenge), TooManyAttempts
   */
  prove<T>(
    owner: Owner,
    proof: SecondFactorProof,
    place: Place,
    work: (within: Kysely<Database>, proved: Proved) => Promise<T>,
  ): Promise<T>;
}

export const createSecondFactors = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  /** 32 bytes, of `openDataKey`: it outlives the server's secret. */
  readonly key: Buffer;
  readonly tickets: Tickets;
  readonly places: PasskeyPlaces;
  /** The name of the site that authenticators show. */
  readonly site: string;
}): SecondFactorStore => {
  const { db, now, key, tickets, places } = deps;
  const passkeys = createPasskeys(deps);

  const partyOf = (page: PageHeaders) => {
    const party = relyingPartyOf(places, page);
    if (!party) throw refuse('IllegalOperation', { message: 'Passkeys do not work at this address.' });
    return party;
  };

  /** Locks the owner's row, so that two changes of their factors follow one another. */
  const lock = (within: Kysely<Database>, { kind, id }: Owner) =>
    within
      .selectFrom(kind === 'account' ? 'accounts' : 'operators')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();

  const has = async (within: Kysely<Database>, owner: Owner): Promise<boolean> => {
    const column = ownerColumn(owner);
    const totp = await within
      .selectFrom('totp_secrets')
      .select('id')
      .where(column, '=', owner.id)
      .executeTakeFirst();
    if (totp) return true;
    const passkey = await within
      .selectFrom('passkeys')
      .select('id')
      .where(column, '=', owner.id)
      .limit(1)
      .executeTakeFirst();
    return passkey !== undefined;
  };

  /** Notes on an account's row whether there is a factor: every sign-in locks that row. */
  const mark = async (within: Kysely<Database>, { kind, id }: Owner, value: boolean): Promise<void> => {
    if (kind === 'account')
      await within.updateTable('accounts').set({ second_factor: value }).where('id', '=', id).execute();
  };

  /** Adds a factor, and recovery codes if it is the first. */
  const add = (
    owner: Owner,
    store: (within: Kysely<Database>) => Promise<void>,
    work: (within: Kysely<Database>, first: boolean) => Promise<void>,
  ) =>
    transaction(db, async within => {
      await lock(within, owner);
      const first = !(await has(within, owner));
      await store(within);
      if (first) await mark(within, owner, true);
      const codes = first ? await replaceRecoveryCodes(within, key, owner) : null;
      await forgetGuesses(within, owner);
      await work(within, first);
      return codes;
    });

  return {
    has,

    state: async (owner, page) => {
      const column = ownerColumn(owner);
      const totp = await db
        .selectFrom('totp_secrets')
        .select('created_at')
        .where(column, '=', owner.id)
        .executeTakeFirst();
      const rows = await db
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at', 'last_used_at'])
        .where(column, '=', owner.id)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return {
        passkeys_available: relyingPartyOf(places, page) !== undefined,
        totp: totp ? { created_at: totp.created_at.getTime() } : null,
        passkeys: rows.map(row => ({
          ...row,
          created_at: row.created_at.getTime(),
          last_used_at: row.last_used_at?.getTime() ?? null,
        })),
        recovery_codes_left: await countRecoveryCodes(db, owner),
      };
    },

    startTotp: async (owner, binding, names) => {
      const secret = newTotpSecret();
      const sealed = sealTotpSecret(key, owner, secret).toString('base64');
      const ticket = await tickets.issue(db, 'totp-setup', { owner: ownerName(owner), binding, sealed });
      return { ticket, secret, ...(await describeTotp(secret, names)) };
    },

    addTotp: async (owner, { binding, ticket, code }, work) => {
      const begun = await tickets.look('totp-setup', ticket);
      if (begun?.owner !== ownerName(owner) || begun.binding !== binding) throw refuse('WrongTicket');
      const sealed = Buffer.from(begun.sealed, 'base64');
      const secret = openTotpSecret(key, owner, sealed);
      const at = now();
      const step = secret === undefined ? undefined : totpStep(secret, code, at);
      if (step === undefined) throw refuse('CaptchaMismatch', { data: { field: 'code' } });
      return add(
        owner,
        async within => {
          if (!(await tickets.consume(within, 'totp-setup', ticket))) throw refuse('WrongTicket');
          await storeTotp(within, owner, { sealed, step, at });
        },
        work,
      );
    },

    startPasskey: async (owner, { binding, page }, label) =>
      passkeys.startAdding(owner, { party: partyOf(page), binding, label }),

    addPasskey: async (owner, { binding, page }, given, work) => {
      const made = await passkeys.verifyNew(owner, { ...given, party: partyOf(page), binding });
      return add(owner, within => passkeys.store(within, owner, made, given.name), work);
    },

    remove: async (within, owner, which, keepOne) => {
      await lock(within, owner);
      const removed =
        which === 'totp'
          ? await deleteTotp(within, owner)
          : (
              await within
                .deleteFrom('passkeys')
                .where('id', '=', which.passkey)
                .where(ownerColumn(owner), '=', owner.id)
                .executeTakeFirst()
            ).numDeletedRows > 0n;
      if (!removed) throw refuse('NotFound');
      if (await has(within, owner)) return;
      if (keepOne)
        throw refuse('IllegalOperation', { message: 'A second factor is required; add another one first.' });
      await mark(within, owner, false);
      await deleteRecoveryCodes(within, owner);
    },

    clear: async (within, owner) => {
      await lock(within, owner);
      const had = await has(within, owner);
      await deleteTotp(within, owner);
      await within.deleteFrom('passkeys').where(ownerColumn(owner), '=', owner.id).execute();
      await deleteRecoveryCodes(within, owner);
      await forgetGuesses(within, owner);
      await mark(within, owner, false);
      return had;
    },

    renewRecoveryCodes: async (within, owner) => {
      await lock(within, owner);
      if (!(await has(within, owner))) throw refuse('NotFound');
      return replaceRecoveryCodes(within, key, owner);
    },

    challenge: async (owner, { binding, page }) =>
      passkeys.challenge(owner, { party: partyOf(page), binding }),

    challengeAnybody: async ({ binding, page }) =>
      passkeys.challenge(undefined, { party: partyOf(page), binding }),

    identify: async ({ ticket, response }, { binding, page }, work) => {
      const party = partyOf(page);
      const taken = await passkeys.takeChallenge(ticket, binding);
      return transaction(db, async within => {
        const owner = await passkeys.verify(within, taken, { party, response });
        await forgetGuesses(within, owner);
        return work(within, owner);
      });
    },

    prove: async (owner, proof, { binding, page }, work) => {
      if (proof.method === 'passkey') {
        const party = partyOf(page);
        const taken = await passkeys.takeChallenge(proof.ticket, binding);
        return transaction(db, async within => {
          const proved = await passkeys.verify(within, taken, { party, response: proof.response });
          if (ownerName(proved) !== ownerName(owner)) throw refuse('WrongTicket');
          await forgetGuesses(within, owner);
          return work(within, {
            method: 'passkey',
            recoveryCodesLeft: await countRecoveryCodes(within, owner),
          });
        });
      }
      const { method, code } = proof;
      const at = now();
      await countGuess(db, owner, { at, capped: method === 'totp' });
      return transaction(db, async within => {
        const right =
          method === 'totp'
            ? await spendTotp(within, key, owner, { code, at })
            : await spendRecoveryCode(within, key, owner, code);
        if (!right) throw refuse('CaptchaMismatch', { data: { field: 'code' } });
        await forgetGuesses(within, owner);
        return work(within, { method, recoveryCodesLeft: await countRecoveryCodes(within, owner) });
      });
    },
  };
};
