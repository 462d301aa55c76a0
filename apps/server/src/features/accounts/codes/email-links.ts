/**
 * The link in the message to an address that is to be bound, for those who read mail on another device. It confirms
 * the address once the
 * digits are typed that are shown where the message was asked for; the session that asked then binds the address. So the link
 * alone does nothing for the owner of a mistyped address, and nothing is bound by a session that has ended or proved nothing lately.
 */
import { randomBytes } from 'node:crypto';
import type { AnswerOf, getEmailLink } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Caller } from '../../../http/handler.ts';
import { identifiersOf } from '../../../identity/identifiers.ts';
import { sha256 } from '../../../platform/digest.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { deriveKeys, type Secret } from '../../../platform/derive-key.ts';
import { maskEmail, maskPhone } from '../../../platform/mask.ts';
import { CODE_LIFE, type CodeMac } from './codes.ts';
import { digitsOf } from './link-secrets.ts';

/** Digits that are typed: not as many as the code of the message has, so that neither is taken for the other. */
export const DIGITS = 4;
/** Wrong digits after which a link is over; the code of the message stays good. */
export const MOST_WRONG = 3;

export interface OpenLink {
  readonly sessionId: string;
  readonly email: string;
  /** The account that asks, as its person knows it: a masked number or address, else the username's beginning. */
  readonly account: string | undefined;
  readonly left: number;
}

export interface EmailLinks {
  /**
   * Makes the link of a session, in the place of an earlier one.
   * @returns its path, and the digits that the session's page shows
   */
  create(
    db: Kysely<Database>,
    caller: Pick<Caller, 'sessionId'>,
    sent: { readonly email: string; readonly code: CodeMac },
  ): Promise<{ readonly path: string; readonly digits: string }>;
  /** How far the session's own request is, and what its page shows, for a page that was loaded again. */
  stateOf(caller: Pick<Caller, 'sessionId'>): Promise<AnswerOf<typeof getEmailLink>>;
  /** Whether the session's request is of this address, and confirmed. Changes nothing. */
  isConfirmed(caller: Pick<Caller, 'sessionId'>, email: string): Promise<boolean>;
  /** What the link is about; undefined where it is used or over, or its session is. Changes nothing. */
  look(token: string): Promise<OpenLink | undefined>;
  /** Confirms the address. A wrong try is counted. @returns undefined as `look` */
  confirm(token: string, digits: string): Promise<'confirmed' | 'wrong' | undefined>;
  /**
   * Ends the request for an owner who did not ask.
   * @returns the address, and the code that the message had; undefined where the link is over
   */
  refuse(token: string): Promise<{ readonly email: string; readonly code: CodeMac | undefined } | undefined>;
  /** Ends the session's request, within the transaction that binds. @returns whether it was confirmed for this address */
  spend(db: Kysely<Database>, caller: Pick<Caller, 'sessionId'>, email: string): Promise<boolean>;
}

const accountName = async (db: Kysely<Database>, accountId: string): Promise<string | undefined> => {
  const own = await identifiersOf(db, accountId);
  const value = (kind: string) => own.find(one => one.kind === kind)?.value;
  const [phone, email, username] = [value('phone'), value('email'), value('username')];
  if (phone !== undefined) return maskPhone(phone);
  if (email !== undefined) return maskEmail(email);
  return username === undefined ? undefined : `${username.slice(0, 2)}***`;
};

export const createEmailLinks = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
}): EmailLinks => {
  const { db, now } = deps;
  const keys = deriveKeys(deps.secret, 'email links');
  /** Of the link's digest, which is kept: the session's page can be shown them again. */
  const digitsWith = (key: Buffer, digest: Buffer) => digitsOf(key, digest.toString('hex'), DIGITS);
  const date = () => new Date(now());

  /** Links that wait, of sessions that run. */
  const open = (token: string) =>
    db
      .selectFrom('email_links as l')
      .innerJoin('sessions as s', 's.id', 'l.session_id')
      .innerJoin('accounts as a', 'a.id', 's.account_id')
      .select(['l.session_id', 'l.email', 'l.wrong_digits', 's.account_id'])
      .where('l.token_hash', '=', sha256(token))
      .where('l.state', '=', 'waiting')
      .where('l.wrong_digits', '<', MOST_WRONG)
      .where('l.expires_at', '>', date())
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', date())
      .where('a.blocked_at', 'is', null)
      .executeTakeFirst();

  return {
    create: async (trx, { sessionId }, { email, code }) => {
      const token = randomBytes(16).toString('base64url');
      const digest = sha256(token);
      const link = {
        email,
        token_hash: digest,
        code_mac: code,
        wrong_digits: 0,
        state: 'waiting' as const,
        expires_at: new Date(now() + CODE_LIFE),
      };
      await trx
        .insertInto('email_links')
        .values({ session_id: sessionId, ...link })
        .onConflict(conflict => conflict.column('session_id').doUpdateSet(link))
        .execute();
      return { path: `/bind-email/${token}`, digits: digitsWith(keys[0], digest) };
    },

    stateOf: async ({ sessionId }) => {
      const row = await db
        .selectFrom('email_links')
        .select(['state', 'wrong_digits', 'email', 'token_hash', 'expires_at'])
        .where('session_id', '=', sessionId)
        .where('expires_at', '>', date())
        .executeTakeFirst();
      if (!row || (row.state === 'waiting' && row.wrong_digits >= MOST_WRONG)) return { state: 'none' };
      const { state } = row;
      if (state === 'refused') return { state };
      return {
        state,
        email: maskEmail(row.email),
        link_digits: digitsWith(keys[0], row.token_hash),
        expires_in: Math.ceil((row.expires_at.getTime() - now()) / 1000),
      };
    },

    isConfirmed: async ({ sessionId }, email) => {
      const row = await db
        .selectFrom('email_links')
        .select('session_id')
        .where('session_id', '=', sessionId)
        .where('email', '=', email)
        .where('state', '=', 'confirmed')
        .where('expires_at', '>', date())
        .executeTakeFirst();
      return row !== undefined;
    },

    look: async token => {
      const found = await open(token);
      return (
        found && {
          sessionId: found.session_id,
          email: found.email,
          account: await accountName(db, found.account_id),
          left: MOST_WRONG - found.wrong_digits,
        }
      );
    },

    confirm: async (token, digits) => {
      if (!(await open(token))) return undefined;
      const right = keys.some(key => digitsWith(key, sha256(token)) === digits);
      // The row's lock puts guesses in an order: no more than MOST_WRONG are compared, and of two right ones one confirms.
      const row = await db
        .updateTable('email_links')
        .set(eb => (right ? { state: 'confirmed' as const } : { wrong_digits: eb('wrong_digits', '+', 1) }))
        .where('token_hash', '=', sha256(token))
        .where('state', '=', 'waiting')
        .where('wrong_digits', '<', MOST_WRONG)
        .where('expires_at', '>', date())
        .returning('wrong_digits')
        .executeTakeFirst();
      if (!row) return undefined;
      if (right) return 'confirmed';
      return row.wrong_digits < MOST_WRONG ? 'wrong' : undefined;
    },

    refuse: async token => {
      const row = await db
        .updateTable('email_links')
        .set({ state: 'refused' })
        .where('token_hash', '=', sha256(token))
        // A person who was talked into typing the digits may think better of it.
        .where('state', 'in', ['waiting', 'confirmed'])
        .where('expires_at', '>', date())
        .returning(['email', 'code_mac'])
        .executeTakeFirst();
      return row && { email: row.email, code: row.code_mac ?? undefined };
    },

    spend: async (trx, { sessionId }, email) => {
      const row = await trx
        .deleteFrom('email_links')
        .where('session_id', '=', sessionId)
        .returning(['email', 'state', 'expires_at'])
        .executeTakeFirst();
      return row?.state === 'confirmed' && row.email === email && row.expires_at > date();
    },
  };
};
