/** Passkeys (WebAuthn): user verification is required; challenges are bound to a session or step, and valid once, for five minutes. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyAssertion, PasskeyRegistration } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Tickets } from '../tickets.ts';
import { lockOwner } from './factor-state.ts';
import { type Owner, ownerColumn, ownerColumns, ownerName } from './owner.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/** Most passkeys of one owner. */
const MOST = 20;
/** Characters of the longest id: base64url of 1,023 bytes (WebAuthn, 5.1). */
const LONGEST_ID = 1364;
/** Milliseconds that the browser's dialog stays open. */
const TIMEOUT = 5 * 60_000;

export interface PasskeyChallenge {
  readonly ticket: string;
  readonly options: Record<string, unknown>;
}

export interface NewPasskey {
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface Passkeys {
  /**
   * Begins to add a passkey.
   * @param binding identifies the session that will finish it
   * @param label the name that the authenticator shows
   */
  startAdding(
    owner: Owner,
    at: { readonly party: RelyingParty; readonly binding: string; readonly label: string },
  ): Promise<PasskeyChallenge>;
  /** Spends the ticket and verifies a new passkey. @throws the refusal WrongTicket */
  verifyNew(
    owner: Owner,
    given: {
      readonly party: RelyingParty;
      readonly binding: string;
      readonly ticket: string;
      readonly response: PasskeyRegistration;
    },
  ): Promise<NewPasskey>;
  /**
   * Stores a verified passkey in the transaction `db`, which holds the lock of its owner.
   * @throws the refusals Conflict if it is stored already, and IllegalOperation if there are as many as there may be
   */
  store(db: Kysely<Database>, owner: Owner, passkey: NewPasskey, name: string): Promise<void>;
  /**
   * Makes a challenge.
   * @param owner whose passkeys are accepted; undefined: any discoverable one
   * @param binding identifies the step or session that will answer it
   */
  challenge(
    owner: Owner | undefined,
    at: { readonly party: RelyingParty; readonly binding: string },
  ): Promise<PasskeyChallenge>;
  /**
   * Verifies an answer, and spends its challenge, in the transaction `db`, which then holds the owner's row.
   * @param asked.owner as given to `challenge`
   * @returns the passkey's owner
   * @throws the refusal WrongTicket
   */
  verify(
    db: Kysely<Database>,
    assertion: {
      readonly owner: Owner | undefined;
      readonly party: RelyingParty;
      readonly binding: string;
      readonly ticket: string;
      readonly response: PasskeyAssertion;
    },
  ): Promise<Owner>;
}

/** Loaded with the first passkey: loading it takes as long as fastify and the database's client together. */
const webAuthn = () => import('@simplewebauthn/server');

const asOptions = (options: object): Record<string, unknown> => ({ ...options });

export const createPasskeys = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly key: Buffer;
  readonly tickets: Tickets;
  /** The name of the site that authenticators show. */
  readonly site: string;
}): Passkeys => {
  const { db, now, tickets } = deps;
  const challenges = createPasskeyChallenges(deps);

  const tooMany = () =>
    refuse('IllegalOperation', { message: `There are ${MOST} passkeys already; remove one first.` });

  const credentialsOf = async (owner: Owner, trx: Kysely<Database> = db) => {
    const rows = await trx
      .selectFrom('passkeys')
      .select(['id', 'transports'])
      .where(ownerColumn(owner), '=', owner.id)
      .execute();
    return rows.map(({ id, transports }) => ({ id, transports }));
  };

  return {
    startAdding: async (owner, { party, binding, label }) => {
      const known = await credentialsOf(owner);
      if (known.length >= MOST) throw tooMany();
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        rpName: deps.site,
        rpID: party.id,
        userName: label,
        userDisplayName: label,
        userID: new Uint8Array(Buffer.from(owner.id.replaceAll('-', ''), 'hex')),
        timeout: TIMEOUT,
        attestationType: 'none',
        excludeCredentials: known,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      });
      const subject = { owner: ownerName(owner), binding, challenge: options.challenge };
      return { ticket: await tickets.issue(db, 'passkey-setup', subject), options: asOptions(options) };
    },

    verifyNew: async (owner, { party, binding, ticket, response }) => {
      const begun = await tickets.consume(db, 'passkey-setup', ticket);
      if (begun?.owner !== ownerName(owner) || begun.binding !== binding) throw refuse('WrongTicket');
      const { verifyRegistrationResponse } = await webAuthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        // The contract's schema has checked its form.
        response: response as RegistrationResponseJSON,
        expectedChallenge: begun.challenge,
        expectedOrigin: party.origins,
        expectedRPID: party.id,
        requireUserVerification: true,
      }).catch(() => ({ registrationInfo: undefined }));
      if (!registrationInfo) throw refuse('WrongTicket', { message: 'This passkey could not be verified.' });
      const { id, publicKey, counter } = registrationInfo.credential;
      if (id.length > LONGEST_ID)
        throw refuse('WrongTicket', { message: 'This passkey could not be verified.' });
      return { id, publicKey, counter, transports: response.response.transports ?? [] };
    },

    store: async (trx, owner, { id, publicKey, counter, transports }, name) => {
      // Again: many registrations may have been started before.
      if ((await credentialsOf(owner, trx)).length >= MOST) throw tooMany();
      await trx
        .insertInto('passkeys')
        .values({
          id,
          ...ownerColumns(owner),
          public_key: Buffer.from(publicKey),
          counter,
          transports: JSON.stringify(transports),
          name,
          created_at: new Date(now()),
        })
        .execute()
        .catch((error: unknown) => {
          throw uniqueViolation(error) === 'passkeys_pkey' ? refuse('Conflict') : error;
        });
    },

    challenge: async (owner, { party, binding }) => {
      const { ticket, challenge } = challenges.make(owner, binding);
      const { generateAuthenticationOptions } = await webAuthn();
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        challenge: new Uint8Array(challenge),
        timeout: TIMEOUT,
        userVerification: 'required',
        ...(owner ? { allowCredentials: await credentialsOf(owner) } : {}),
      });
      return { ticket, options: asOptions(options) };
    },

    verify: async (trx, { owner: expected, party, binding, ticket, response }) => {
      const challenge = challenges.read(ticket, expected, binding);
      if (!challenge) throw refuse('WrongTicket');
      const holder = await trx
        .selectFrom('passkeys')
        .select(['account_id', 'operator_id'])
        .where('id', '=', response.id)
        .executeTakeFirst();
      const owner = holder && ownerOf(holder);
      if (!owner || (expected && ownerName(expected) !== ownerName(owner))) throw refuse('WrongTicket');
      await lockOwner(trx, owner);
      const row = await trx
        .selectFrom('passkeys')
        .select(['id', 'public_key', 'counter', 'transports'])
        .where('id', '=', response.id)
        .where(ownerColumn(owner), '=', owner.id)
        .executeTakeFirst();
      // Removed meanwhile.
      if (!row) throw refuse('WrongTicket');
      const { id, public_key: publicKey, counter, transports } = row;
      // A counter that does not grow is refused too: the passkey was copied.
      const { verifyAuthenticationResponse } = await webAuthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge.toString('base64url'),
        expectedOrigin: party.origins,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      if (!verified || !authenticationInfo) throw refuse('WrongTicket');
      if (!(await challenges.spend(trx, ticket))) throw refuse('WrongTicket');
      await trx
        .updateTable('passkeys')
        .set({ counter: authenticationInfo.newCounter, last_used_at: new Date(now()) })
        .where('id', '=', id)
        .execute();
      return owner;
    },
  };
};

const ownerOf = (row: {
  readonly account_id: string | null;
  readonly operator_id: string | null;
}): Owner | undefined => {
  if (row.account_id !== null) return { kind: 'account', id: row.account_id };
  return row.operator_id === null ? undefined : { kind: 'operator', id: row.operator_id };
};
