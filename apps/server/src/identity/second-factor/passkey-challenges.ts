/**
 * Challenges to use a passkey. A challenge is derived from its signed ticket, so asking for one stores nothing, however
 * often it is asked for; a row is written when an answer was right, so that the challenge is valid once.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { type Owner, ownerName } from './owner.ts';

/** Milliseconds that a challenge is valid. */
const LIFE = 5 * 60_000;
/** Milliseconds by which servers' clocks may differ: a spent challenge is kept that much longer. */
const SKEW = 5 * 60_000;
/** Bytes of a ticket: when it ends (ms), a random part, and a MAC; 43 characters in base64url. */
const TIME = 6;
const NONCE = 10;
const MAC = 16;

export interface PasskeyChallenges {
  /** @param owner whose passkeys are accepted; undefined: those of every owner @param binding the step or session that answers */
  make(owner: Owner | undefined, binding: string): { readonly ticket: string; readonly challenge: Buffer };
  /** The challenge of a ticket that `make` gave for the same owner and binding; undefined where it is forged or over. */
  read(ticket: string, owner: Owner | undefined, binding: string): Buffer | undefined;
  /** Spends the challenge in the transaction `db`. @returns false if it was spent */
  spend(db: Kysely<Database>, ticket: string): Promise<boolean>;
}

export const createPasskeyChallenges = (deps: {
  readonly now: () => number;
  readonly key: Buffer;
}): PasskeyChallenges => {
  const { now, key } = deps;
  const hmac = (use: string, body: Buffer, ...more: string[]): Buffer =>
    createHmac('sha256', key)
      .update(`passkey ${use}|`)
      .update(body)
      .update(more.map(text => `|${text}`).join(''))
      .digest();
  const macOf = (body: Buffer, owner: Owner | undefined, binding: string): Buffer =>
    hmac('ticket', body, owner ? ownerName(owner) : '', binding).subarray(0, MAC);
  const endOf = (ticket: Buffer): number => ticket.readUIntBE(0, TIME);

  return {
    make: (owner, binding) => {
      const body = Buffer.alloc(TIME + NONCE);
      body.writeUIntBE(now() + LIFE, 0, TIME);
      randomBytes(NONCE).copy(body, TIME);
      const ticket = Buffer.concat([body, macOf(body, owner, binding)]);
      return { ticket: ticket.toString('base64url'), challenge: hmac('challenge', ticket) };
    },

    read: (text, owner, binding) => {
      const ticket = Buffer.from(text, 'base64url');
      if (ticket.length !== TIME + NONCE + MAC) return undefined;
      const body = ticket.subarray(0, TIME + NONCE);
      if (!timingSafeEqual(ticket.subarray(TIME + NONCE), macOf(body, owner, binding))) return undefined;
      return endOf(ticket) > now() ? hmac('challenge', ticket) : undefined;
    },

    spend: async (db, text) => {
      // Decoded, as base64url has several spellings of the same bytes.
      const ticket = Buffer.from(text, 'base64url');
      const row = await db
        .insertInto('tickets')
        .values({
          mac: hmac('spent', ticket),
          use: 'passkey-challenge',
          subject: JSON.stringify({}),
          expires_at: new Date(endOf(ticket) + SKEW),
        })
        .onConflict(conflict => conflict.doNothing())
        .returning('mac')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
};
