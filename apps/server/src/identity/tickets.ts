/** Single-use tickets: an unguessable text that carries what one step of a flow proved to the next. */
import { createHmac, randomBytes } from 'node:crypto';
import type { CaptchaRuleName, SignInMethod } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import type { Identifier } from '../platform/identifier.ts';
import type { Identity } from './third-party-identity.ts';
import { deriveKeys, type Secret } from '../platform/derive-key.ts';

/** What a ticket of each use says. */
export interface TicketSubjects {
  /**
   * The account whose password may be reset, and what proved it, made at `madeAt` (ms; tickets of earlier versions do not say it): void
   * once the account's sessions were ended since.
   */
  reset: { readonly accountId: string; readonly identifier: Identifier; readonly madeAt?: number };
  /** As `reset`, of a link that an operator sent: void also once the password was set since. */
  'reset-link': TicketSubjects['reset'] & { readonly madeAt: number };
  /** As `reset-link`, of a link on paper for somebody without number and address. */
  paper: TicketSubjects['reset-link'];
  /** A number that was proved, to the services of a product; without `pid` to none. */
  common: { readonly phone: string; readonly pid?: string };
  /** An address that was proved. */
  email: { readonly email: string };
  /** A number that was proved and has no account: its person is asked to agree to one. */
  enrolment: { readonly phone: string; readonly pid: string };
  /** A third-party sign-in that waits for a phone; `phone` is where the code was sent last. */
  oauth: { readonly identity: Identity; readonly pid: string; readonly phone?: string };
  /** A third party's identity that its person may bind to an account, after a yes. */
  binding: { readonly identity: Identity; readonly accountId: string };
  /** Named by an account's id: which number it asked a code for, to put it in the place of which. */
  change: { readonly from: string; readonly to: string };
  /** A guardian's number was proved; with `accountId`, for that pupil alone. */
  guardian: { readonly phone: string; readonly accountId?: string };
  /** A human was verified, for one scene, identity and pid. */
  verification: {
    readonly scene: string;
    readonly identity: string;
    readonly pid: string;
    /** What X-Captcha-Id has to say; null: nothing. */
    readonly captchaId: string | null;
    /** A digest of what the browser reports about itself; empty or absent: unknown. */
    readonly device?: string;
    /** Issued without a challenge, as the risk was low. */
    readonly unasked?: true;
  };
  /** A person is before a challenge of the human verification. */
  attempt: {
    readonly rule: Exclude<CaptchaRuleName, 'DEFAULT'>;
    readonly scene: string;
    /** As it is kept. */
    readonly identity: string;
    readonly pid: string;
    readonly device: string;
    /** The vendor's public id of this site; null with the built-in challenge. */
    readonly appid: string | null;
    /** What the browser got of GeeTest; `success` 0: the server made the challenge itself, and it can't be passed. */
    readonly geetest?: { readonly challenge: string; readonly success: 0 | 1 };
  };
  /** A new secret of an authenticator app, which the first right code stores. `binding`: of the session that began. */
  'totp-setup': { readonly owner: string; readonly binding: string; readonly sealed: string };
  /** A challenge to make a passkey. */
  'passkey-setup': { readonly owner: string; readonly binding: string; readonly challenge: string };
  /** A person proved the first factor; the second is missing. `password`: a digest of the hash at that time. */
  'second-step': {
    readonly accountId: string;
    readonly pid: string;
    readonly ids: number[];
    readonly method: SignInMethod;
    readonly password: string | null;
    /** The account was created by this sign-in. */
    readonly created: boolean;
    /** Wrong codes while a second factor is set up with it. */
    readonly wrong?: number;
  };
  /** A person set a second factor up in the second step, and keeps the recovery codes; the session is missing. `factor`: its id. */
  'second-step-set-up': TicketSubjects['second-step'] & { readonly factor: string };
  /** A person answered what an OpenID Connect client asked, in `request`. */
  'openid-answer': { readonly request: string; readonly sessionId: string; readonly allow: boolean };
  /** An operator gave the right password; the second step is missing. `password`: a digest of the hash that was right. */
  'operator-second-step': { readonly operatorId: string; readonly password: string };
}
export type TicketUse = keyof TicketSubjects;

const MINUTE = 60_000;
/** Milliseconds that a link on paper is good: the term may begin weeks after it was printed. */
export const PAPER_LIFE = 90 * 24 * 60 * MINUTE;
/** Lifetime of a ticket in milliseconds. */
const TICKET_LIFE: Readonly<Record<TicketUse, number>> = {
  reset: 10 * MINUTE,
  'reset-link': 24 * 60 * MINUTE,
  paper: PAPER_LIFE,
  common: 10 * MINUTE,
  email: 10 * MINUTE,
  enrolment: 10 * MINUTE,
  oauth: 10 * MINUTE,
  binding: 10 * MINUTE,
  change: 10 * MINUTE,
  guardian: 60 * MINUTE,
  verification: 5 * MINUTE,
  // As long as GeeTest's own challenges.
  attempt: 10 * MINUTE,
  'totp-setup': 10 * MINUTE,
  'passkey-setup': 5 * MINUTE,
  'second-step': 10 * MINUTE,
  'second-step-set-up': 10 * MINUTE,
  'openid-answer': MINUTE,
  'operator-second-step': 10 * MINUTE,
};

export interface Tickets {
  /** For a use that is no part of a transaction. */
  readonly db: Kysely<Database>;
  /** Makes a ticket, within the transaction `db` where it is one. */
  issue<U extends TicketUse>(db: Kysely<Database>, use: U, subject: TicketSubjects[U]): Promise<string>;
  /** Stores a record under a name of our own; replaces an earlier one. Within the transaction `db` where it is one. */
  remember<U extends TicketUse>(
    use: U,
    name: string,
    subject: TicketSubjects[U],
    db?: Kysely<Database>,
  ): Promise<void>;
  /** What the ticket says; undefined where it is forged, used, of another use, or over. It stays as it is. */
  look<U extends TicketUse>(use: U, ticket: string): Promise<TicketSubjects[U] | undefined>;
  /**
   * Uses the ticket up: of many that try concurrently one gets the subject, and a rollback of `db` gives it back.
   * @param saying what the ticket has to say; one that says something else stays as it is. @default anything
   */
  consume<U extends TicketUse>(
    db: Kysely<Database>,
    use: U,
    ticket: string,
    saying?: Partial<TicketSubjects[U]>,
  ): Promise<TicketSubjects[U] | undefined>;
  /** Counts a guess that comes with a ticket. @returns false where the ticket is no more, or has had `most` */
  countGuess(use: 'second-step', ticket: string, most: number): Promise<boolean>;
  /** Replaces what a ticket says. @returns false where the ticket is no more. */
  rewrite<U extends TicketUse>(use: U, ticket: string, subject: TicketSubjects[U]): Promise<boolean>;
}

export const createTickets = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
}): Tickets => {
  const { db, now } = deps;
  const keys = deriveKeys(deps.secret, 'tickets');
  const macWith = (key: Buffer, use: TicketUse, ticket: string): Buffer =>
    createHmac('sha256', key).update(`${use}|${ticket}`).digest();
  const macOf = (use: TicketUse, ticket: string): Buffer => macWith(keys[0], use, ticket);
  const macsOf = (use: TicketUse, ticket: string): Buffer[] => keys.map(key => macWith(key, use, ticket));

  return {
    db,

    issue: async (trx, use, subject) => {
      const ticket = randomBytes(32).toString('base64url');
      await trx
        .insertInto('tickets')
        .values({
          mac: macOf(use, ticket),
          use,
          subject: JSON.stringify(subject),
          expires_at: new Date(now() + TICKET_LIFE[use]),
        })
        .execute();
      return ticket;
    },

    remember: async (use, name, subject, trx = db) => {
      const record = { subject: JSON.stringify(subject), expires_at: new Date(now() + TICKET_LIFE[use]) };
      // The record under the previous secret is out of date from now on.
      for (const mac of macsOf(use, name).slice(1))
        await trx.deleteFrom('tickets').where('mac', '=', mac).execute();
      await trx
        .insertInto('tickets')
        .values({ mac: macOf(use, name), use, ...record })
        .onConflict(conflict => conflict.column('mac').doUpdateSet(record))
        .execute();
    },

    look: async <U extends TicketUse>(use: U, ticket: string) => {
      const row = await db
        .selectFrom('tickets')
        .select('subject')
        .where('mac', 'in', macsOf(use, ticket))
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      return row?.subject as TicketSubjects[U] | undefined;
    },

    consume: async <U extends TicketUse>(
      trx: Kysely<Database>,
      use: U,
      ticket: string,
      saying: Partial<TicketSubjects[U]> = {},
    ) => {
      const row = await trx
        .deleteFrom('tickets')
        .where('mac', 'in', macsOf(use, ticket))
        .where('expires_at', '>', new Date(now()))
        .where(sql<boolean>`subject @> ${JSON.stringify(saying)}::jsonb`)
        .returning('subject')
        .executeTakeFirst();
      return row?.subject as TicketSubjects[U] | undefined;
    },

    countGuess: async (use, ticket, most) => {
      const wrong = sql`coalesce((subject ->> 'wrong')::integer, 0)`;
      const { numUpdatedRows } = await db
        .updateTable('tickets')
        .set({ subject: sql`jsonb_set(subject, '{wrong}', to_jsonb(${wrong} + 1))` })
        .where('mac', 'in', macsOf(use, ticket))
        .where('expires_at', '>', new Date(now()))
        .where(sql<boolean>`${wrong} < ${most}`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    rewrite: async (use, ticket, subject) => {
      const { numUpdatedRows } = await db
        .updateTable('tickets')
        .set({ subject: JSON.stringify(subject) })
        .where('mac', 'in', macsOf(use, ticket))
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
};
