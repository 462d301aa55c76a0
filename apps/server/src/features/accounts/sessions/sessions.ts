/**
 * Sessions (ARCHITECTURE.md, "Tokens and sessions"): one row a session; a refresh token names a generation of it. Refresh, logout and
 * a password change all write the session's row, so its lock puts them in an order.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database, SessionEnd } from '../../../platform/database/schema.ts';
import { endSessions } from '../../../identity/session-ends.ts';
import { refuse } from '../../../platform/refusal.ts';
import { deriveKeys, type Secret } from '../../../platform/derive-key.ts';
import type { SignInMethod } from '@rollcall/contract';
import type { Client } from '../../../http/client-headers.ts';
import type { Language } from '../../../http/language.ts';
import { deviceDigest, deviceWords } from './known-devices.ts';
import {
  type AgeColumns,
  isRestricted,
  type MinorsSettings,
  requirementOf,
} from '../../../identity/minors/age.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { SESSION_LIFE, SHARED_LIFE } from './session-life.ts';
import { findSession, over, type Rotated } from './session-rotation.ts';
import { createRotations } from './session-rotations.ts';
import { isGenuine, type ReadToken, readRefreshToken, writeRefreshToken } from './refresh-token.ts';

/** Sessions whose proof is remembered, of about 450 bytes each. */
const REMEMBERED = 50_000;
/** Milliseconds after an account's creation in which no device is new. */
const SIGN_UP = 60_000;
/** Characters of a User-Agent that are kept. */
const USER_AGENT = 500;

export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly pid: string;
  readonly refreshToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** What the person is asked before anything else. */
  readonly requires: 'age' | 'guardian' | undefined;
  /** Whether calls refuse the person until then. */
  readonly restricted: boolean;
}

interface Proof {
  readonly account_id: string;
  readonly pid: string;
  /** Of the session's refresh tokens. */
  readonly secret: Buffer;
}

export interface NewSession {
  readonly accountId: string;
  readonly pid: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly client: Client;
  /** Whether the person has just proved who they are; false for a session that another site vouches for. */
  readonly proved: boolean;
  /** The language of the message about a new device. */
  readonly language: Language;
  /** How the person signed in. */
  readonly method: SignInMethod;
  /** The hash that a password was just compared with: no session if it was changed meanwhile. */
  readonly passwordHash?: string;
  /**
   * When what proves the person was made, such as a code or an older site's session (ms); null: not known. It begins no session once the
   * account's were ended since. @default the person proves it at this moment
   */
  readonly provedSince?: number | null;
  /** Set where the second factor was proved too; otherwise no session begins where the account or the pid asks for one. */
  readonly secondFactor?: 'proved';
}

export type SessionStart =
  | { readonly state: 'begun'; readonly session: Session }
  /** No session: the account or the pid asks for a second factor, which was not proved. */
  | { readonly state: 'second-factor-required' }
  /** The account is gone or blocked, or its password is another by now. */
  | { readonly state: 'refused' }
  /** The account's sessions were ended after what proves the person was made. */
  | { readonly state: 'over' };

export interface Sessions {
  /**
   * Starts a session. The account's row is share-locked until `db`'s transaction ends: a password change or a block
   * comes wholly before (then there is no session) or wholly after (then it ends this one). A sign-in from a device
   * that the account does not know writes the message about it in the same statement.
   */
  start(db: Kysely<Database>, session: NewSession): Promise<SessionStart>;
  /**
   * Gives the successor of a refresh token. While the pid requires a second factor, a session without one is not
   * extended: it does not end immediately, but with its present refresh token.
   * @throws the refusals RefreshTokenInvalid (forged, ended, expired, or older than the parent: that ends the
   * session) and AccountBlocked (ends nothing). `data.reason` of the first tells the holder of a genuine token why the session is
   * over: a `SessionEnd`, `expired` or `blocked`.
   */
  refresh(token: string): Promise<Session>;
  /** Ends a session; one that has ended stays so. */
  end(id: string): Promise<void>;
  /**
   * Ends the session of a refresh token of any generation.
   * @throws the refusal RefreshTokenInvalid unless it is genuine and of this account.
   */
  endOf(accountId: string, token: string): Promise<void>;
  /** Ends every other session of a session's account, and what could begin one again (`endSessions`), within `db`'s transaction. */
  endOthers(
    db: Kysely<Database>,
    session: { readonly accountId: string; readonly sessionId: string },
    by: SessionEnd,
  ): Promise<void>;
  /** Ends every session of an account, and what could begin one again (`endSessions`), within `db`'s transaction. */
  endAll(db: Kysely<Database>, accountId: string, by: SessionEnd): Promise<void>;
}

export const createSessions = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
  /** Pids that require a second factor. @default none */
  readonly secondFactorPids?: readonly string[];
  /** @default nobody is asked for the age */
  readonly minors?: MinorsSettings;
}): Sessions => {
  const { db, now, secondFactorPids = [], minors = { mode: 'off', age: 14 } } = deps;
  const keys = deriveKeys(deps.secret, 'refresh tokens');
  const [key] = keys;

  /**
   * What a session's row never changes, so that a token can be proved without reading it: a refresh is then one statement. What does
   * change, such as its end, that statement looks at.
   */
  const proofs = new LruCache<string, Proof>(REMEMBERED);
  const isProved = (read: ReadToken, { secret }: Pick<Proof, 'secret'>) =>
    keys.some(one => isGenuine(one, secret, read));

  /** The row of a token that this server wrote; undefined for any other. */
  const genuine = async (read: ReadToken | undefined) => {
    const row = read && (await findSession(db, read.id));
    if (!read || !row || !isProved(read, row)) return undefined;
    const { account_id, pid, secret } = row;
    // A copy of its own: the driver's bytes hold on to the whole answer that they came in, and Buffer.from's to a shared 8 kB.
    const own = Buffer.alloc(secret.length);
    secret.copy(own);
    proofs.set(read.id, { account_id, pid, secret: own });
    return { read, row };
  };

  const rotate = createRotations(db);
  const rotated = ({ id, generation }: ReadToken, { pid }: Proof) =>
    rotate({ id, generation, at: now(), required: secondFactorPids.includes(pid) });
  const successorOf = (read: ReadToken, { account_id, pid, secret }: Proof, after: Rotated): Session => ({
    id: read.id,
    accountId: account_id,
    pid,
    refreshToken: writeRefreshToken(key, secret, read.id, after.generation),
    expiresAt: after.expires_at.getTime(),
    ...waitOf(after),
  });

  const waitOf = (account: AgeColumns) => {
    const requires = requirementOf(minors, account, now());
    return { requires, restricted: isRestricted(minors, requires) };
  };

  return {
    start: async (trx, session) => {
      const at = now();
      const id = randomUUID();
      const secret = randomBytes(32);
      const shared = session.client.shared === true;
      const expiresAt = at + (shared ? SHARED_LIFE : SESSION_LIFE);
      const moment = sql`${new Date(at)}::timestamptz`;
      const { ip, client, language, method } = session;
      const proved = session.secondFactor === 'proved';
      const required = secondFactorPids.includes(session.pid);
      const userAgent = session.userAgent.slice(0, USER_AGENT);
      const since = session.provedSince;
      const { rows } = await sql<{ may: boolean; over: boolean } & AgeColumns>`
        with account as (
          select id, created_at, birth_year, child_until, guarded_at, (${proved}::boolean or not (second_factor or ${required}::boolean)) as may,
            coalesce(${since !== undefined}::boolean
              and sessions_ended_at > coalesce(${typeof since === 'number' ? new Date(since) : null}::timestamptz, '-infinity'), false) as over
          from accounts
          where id = ${session.accountId} and blocked_at is null
            and (${session.passwordHash ?? null}::text is null or password_hash = ${session.passwordHash ?? null})
          for share
        ), session as (
          insert into sessions
            (id, account_id, pid, secret, rotated_at, created_at, expires_at, proved_at, user_agent, address,
             signed_in_with, second_factor, platform, product, sdk, shared)
          select ${id}::uuid, account.id, ${session.pid}, ${secret}::bytea, ${moment},
            ${moment}, ${new Date(expiresAt)}::timestamptz,
              ${session.proved ? new Date(at) : null}::timestamptz, ${userAgent}, ${ip}, ${method}, ${proved}::boolean,
              ${client.platform}, ${client.product}, ${client.sdk}, ${shared}::boolean
          from account where may and not over
          returning account_id
        ), device as (
          insert into known_devices (account_id, device, last_used_at)
          select account_id, ${deviceDigest(session.accountId, { userAgent, ip })}::bytea, ${moment} from session
          on conflict (account_id, device) do update set last_used_at = excluded.last_used_at
          -- Inserted, not updated.
          returning account_id, xmax = 0 as is_new
        ), news as (
          select account_id from device, account
          -- The sign-up, and what follows it at once, tells of nothing that its person does not know.
          where is_new and account.created_at < ${new Date(at - SIGN_UP)}::timestamptz
            -- Sessions that began before devices were kept.
            and not exists (
              select from sessions old
              where old.account_id = device.account_id and old.user_agent = ${userAgent} and old.address = ${ip}
            )
        ), notice as (
          insert into security_notices (id, account_id, kind, details, language, created_at, due_at)
          select ${randomUUID()}::uuid, account_id, 'new-device',
            ${JSON.stringify({ device: deviceWords(userAgent), ip })}::jsonb, ${language}, ${moment}, ${moment}
          from news
        )
        select may, over, birth_year, child_until, guarded_at,
          (select count(record_webhook_event('session.created', account_id, jsonb_build_object('session_id', ${id}::uuid))) from news)
        from account`.execute(trx);
      const [account] = rows;
      if (!account) return { state: 'refused' };
      if (account.over) return { state: 'over' };
      if (!account.may) return { state: 'second-factor-required' };
      const { accountId, pid } = session;
      const refreshToken = writeRefreshToken(key, secret, id, 0);
      return { state: 'begun', session: { id, accountId, pid, refreshToken, expiresAt, ...waitOf(account) } };
    },

    refresh: async token => {
      const read = readRefreshToken(token);
      const proof = read && proofs.get(read.id);
      if (read && proof && isProved(read, proof)) {
        const after = await rotated(read, proof);
        if (after && !after.ended_at) return successorOf(read, proof, after);
      }
      // Not remembered, or over: the row tells why.
      const found = await genuine(read);
      if (!found) throw refuse('RefreshTokenInvalid');
      const { row } = found;
      if (row.ended_at || row.expires_at.getTime() <= now()) throw over(row);
      if (row.blocked_at) throw refuse('AccountBlocked');
      const after = await rotated(found.read, row);
      if (!after) throw over((await findSession(db, found.read.id)) ?? row);
      if (after.ended_at) throw over({ ...row, ended_at: after.ended_at, ended_by: 'copied' });
      return successorOf(found.read, row, after);
    },

    end: async id => {
      await signOut(db, id, now());
    },

    endOf: async (accountId, token) => {
      const found = await genuine(readRefreshToken(token));
      if (found?.row.account_id !== accountId) throw refuse('RefreshTokenInvalid');
      await signOut(db, found.read.id, now());
    },

    endOthers: async (trx, { accountId, sessionId }, by) => {
      await endSessions(trx, { accountId, at: now(), by, except: sessionId });
    },

    endAll: async (trx, accountId, by) => {
      await endSessions(trx, { accountId, at: now(), by });
    },
  };
};

const signOut = (db: Kysely<Database>, id: string, at: number) =>
  db
    .updateTable('sessions')
    .set({ ended_at: new Date(at), ended_by: 'signed-out' })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
