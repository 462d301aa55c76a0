/** The second factors of owners: what they have, adding, removing, and proving one. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Tickets } from '../tickets.ts';
import { createFactorChanges, type FactorChanges } from './factor-changes.ts';
import { createFactorProofs, type FactorProofs } from './factor-proofs.ts';
import { type FactorState, hasFactor, hasThisFactor, readState } from './factor-state.ts';
import type { Owner } from './owner.ts';
import { createPasskeys } from './passkeys.ts';
import { type PageHeaders, type PartyOf, type PasskeyPlaces, relyingPartyOf } from './relying-party.ts';

export interface SecondFactorStore extends FactorChanges, FactorProofs {
  state(owner: Owner, page: PageHeaders): Promise<FactorState>;
  /** Whether the owner has an app or a passkey. */
  has(db: Kysely<Database>, owner: Owner): Promise<boolean>;
  /** Whether the owner has the app or passkey of this id. */
  hasThis(db: Kysely<Database>, owner: Owner, id: string): Promise<boolean>;
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
  const { db, places } = deps;
  const partyOf: PartyOf = page => {
    const party = relyingPartyOf(places, page);
    if (!party) throw refuse('IllegalOperation', { message: 'Passkeys do not work at this address.' });
    return party;
  };
  const shared = { ...deps, partyOf, passkeys: createPasskeys(deps) };
  return {
    has: hasFactor,
    hasThis: hasThisFactor,
    state: (owner, page) => readState(db, places, owner, page),
    ...createFactorChanges(shared),
    ...createFactorProofs(shared),
  };
};
