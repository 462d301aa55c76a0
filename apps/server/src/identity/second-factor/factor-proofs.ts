/** Proving a second factor: a code of the app, a recovery code or a passkey. */
import type { PasskeyAssertion, SecondFactorMethod, SecondFactorProof } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockOwner } from './factor-state.ts';
import { type Guesses, ownerGuesses } from './guesses.ts';
import type { Owner } from './owner.ts';
import type { PasskeyChallenge, Passkeys } from './passkeys.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import type { PartyOf, Place } from './relying-party.ts';
import { spendTotp } from './totp.ts';

/** What was proved. */
export interface Proved {
  readonly method: SecondFactorMethod;
  /** Recovery codes that are left. */
  readonly recoveryCodesLeft: number;
}

export interface FactorProofs {
  /** A challenge for the owner's passkeys. @throws the refusal IllegalOperation where there is none */
  challenge(owner: Owner, place: Place): Promise<PasskeyChallenge>;
  /** A challenge that any passkey of this site answers; nothing is stored. @throws the refusal IllegalOperation */
  challengeAnybody(place: Place): Promise<PasskeyChallenge>;
  /** Whose passkey answers the challenge; `work` runs in the transaction, which holds the owner's row. @throws the refusal WrongTicket */
  identify<T>(
    given: { readonly ticket: string; readonly response: PasskeyAssertion },
    place: Place,
    work: (trx: Kysely<Database>, owner: Owner) => Promise<T>,
  ): Promise<T>;
  /**
   * Proves a second factor; `work` runs in the transaction that spends the code and holds the owner's row.
   * @param guesses limits wrong codes @default those of the owner
   * @throws the refusals CaptchaMismatch (a wrong code), WrongTicket (a wrong passkey or challenge), and of `guesses`
   */
  prove<T>(
    owner: Owner,
    proof: SecondFactorProof,
    place: Place,
    work: (trx: Kysely<Database>, proved: Proved) => Promise<T>,
    guesses?: Guesses,
  ): Promise<T>;
}

export const createFactorProofs = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly key: Buffer;
  readonly passkeys: Passkeys;
  readonly partyOf: PartyOf;
}): FactorProofs => {
  const { db, now, key, passkeys, partyOf } = deps;

  return {
    challenge: async (owner, { binding, page }) =>
      passkeys.challenge(owner, { party: partyOf(page), binding }),

    challengeAnybody: async ({ binding, page }) =>
      passkeys.challenge(undefined, { party: partyOf(page), binding }),

    identify: async (given, { binding, page }, work) => {
      const assertion = { ...given, party: partyOf(page), binding, owner: undefined };
      return transaction(db, async trx => {
        const owner = await passkeys.verify(trx, assertion);
        await ownerGuesses(db, owner).clear(trx);
        return work(trx, owner);
      });
    },

    prove: async (owner, proof, { binding, page }, work, guesses) => {
      const own = ownerGuesses(db, owner);
      const done = async (trx: Kysely<Database>) => {
        await own.clear(trx);
        await guesses?.clear(trx);
        const recoveryCodesLeft = await countRecoveryCodes(trx, owner);
        return work(trx, { method: proof.method, recoveryCodesLeft });
      };
      if (proof.method === 'passkey') {
        const { ticket, response } = proof;
        const assertion = { ticket, response, party: partyOf(page), binding, owner };
        return transaction(db, async trx => {
          await passkeys.verify(trx, assertion);
          return done(trx);
        });
      }
      const { method, code } = proof;
      const at = now();
      const limit = guesses ?? own;
      await limit.count(method, at);
      const proved = await transaction(db, async trx => {
        await lockOwner(trx, owner);
        const right =
          method === 'totp'
            ? await spendTotp(trx, key, owner, { code, at })
            : await spendRecoveryCode(trx, key, owner, code);
        return right ? { result: await done(trx) } : undefined;
      });
      if (proved) return proved.result;
      await limit.missed(at);
      throw refuse('CaptchaMismatch', { data: { field: 'code' } });
    },
  };
};
