/** Operators' sessions: a random token in a cookie, its hash in a row. They end by idle time, by age, or explicitly. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { sha256 } from '../../platform/digest.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { NewSession, SignedInOperator } from '../../http/console-handler.ts';
import type { ConsoleSettings } from './settings.ts';
import { newToken } from './tokens.ts';

const MINUTE = 60_000;
/** Interval in ms at which `last_used_at` is updated, so that not every call writes. */
const USE_RECORDED_EVERY = MINUTE;
/** Tolerated clock difference between servers in ms; sessions created further in the future are invalid. */
const SKEW = 5 * MINUTE;

export interface OperatorSessions {
  /** Maximum age of a session in ms. */
  readonly life: number;
  /** Begins a session, within the transaction `db`. */
  begin(
    db: Kysely<Database>,
    operatorId: string,
    from: { readonly ip: string; readonly userAgent: string },
  ): Promise<NewSession>;
  /**
   * The operator of the token; undefined if the session is unknown or expired, or the operator is disabled.
   * @param how.use whether it counts as a use of the session, which then lasts on. @default true
   */
  find(token: string, how?: { readonly use: boolean }): Promise<SignedInOperator | undefined>;
  /** Records in the transaction `db` that the session's operator proved who they are. */
  prove(db: Kysely<Database>, sessionId: string): Promise<void>;
  /** Active sessions of an operator, most recently used first. */
  list(operatorId: string): Promise<
    readonly {
      readonly id: string;
      readonly created_at: Date;
      readonly last_used_at: Date;
      readonly address: string;
      readonly user_agent: string;
    }[]
  >;
  /** Ends one session of an operator (`only`), all but one (`but`), or all. @returns the number of sessions ended */
  end(
    db: Kysely<Database>,
    operatorId: string,
    which?: { readonly only?: string; readonly but?: string },
  ): Promise<number>;
  /** Deletes expired sessions. @param at ms since 1970 */
  deleteExpired(at: number): Promise<void>;
}

export const createOperatorSessions = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly settings: Pick<ConsoleSettings, 'idleMinutes' | 'sessionHours'>;
}): OperatorSessions => {
  const { db, now, settings } = deps;
  const lifeNow = () => settings.sessionHours * 60 * MINUTE;
  const running = (at: number) => ({
    usedAfter: new Date(at - settings.idleMinutes * MINUTE),
    begunAfter: new Date(at - lifeNow()),
    begunBefore: new Date(at + SKEW),
  });

  return {
    get life() {
      return lifeNow();
    },

    begin: async (trx, operatorId, { ip, userAgent }) => {
      const token = newToken();
      const at = new Date(now());
      await trx
        .insertInto('operator_sessions')
        .values({
          id: randomUUID(),
          hash: sha256(token),
          operator_id: operatorId,
          created_at: at,
          last_used_at: at,
          proved_at: at,
          user_agent: userAgent,
          address: ip,
        })
        .execute();
      await trx
        .updateTable('operators')
        .set({ last_signed_in_at: at })
        .where('id', '=', operatorId)
        .execute();
      return { operatorId, token, maxAge: lifeNow() / 1000 };
    },

    find: async (token, { use } = { use: true }) => {
      const at = now();
      const { usedAfter, begunAfter, begunBefore } = running(at);
      const row = await db
        .selectFrom('operator_sessions as s')
        .innerJoin('operators as o', 'o.id', 's.operator_id')
        .select(['o.id', 'o.name', 'o.role', 's.id as session', 's.last_used_at', 's.proved_at'])
        .select(
          sql<boolean>`exists (select from totp_secrets where operator_id = o.id)
            or exists (select from passkeys where operator_id = o.id)`.as('second_factor'),
        )
        .where('s.hash', '=', sha256(token))
        .where('o.disabled_at', 'is', null)
        .where('s.last_used_at', '>', usedAfter)
        .where('s.created_at', '>', begunAfter)
        .where('s.created_at', '<=', begunBefore)
        .executeTakeFirst();
      if (!row) return undefined;
      if (use && Math.abs(at - row.last_used_at.getTime()) >= USE_RECORDED_EVERY) {
        await db
          .updateTable('operator_sessions')
          .set({ last_used_at: new Date(at) })
          .where('id', '=', row.session)
          .execute();
      }
      return {
        id: row.id,
        name: row.name,
        role: row.role,
        sessionId: row.session,
        provedAt: row.proved_at.getTime(),
        secondFactor: row.second_factor,
      };
    },

    prove: async (trx, sessionId) => {
      await trx
        .updateTable('operator_sessions')
        .set({ proved_at: new Date(now()) })
        .where('id', '=', sessionId)
        .execute();
    },

    list: operatorId => {
      const { usedAfter, begunAfter } = running(now());
      return db
        .selectFrom('operator_sessions')
        .select(['id', 'created_at', 'last_used_at', 'address', 'user_agent'])
        .where('operator_id', '=', operatorId)
        .where('last_used_at', '>', usedAfter)
        .where('created_at', '>', begunAfter)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute();
    },

    end: async (trx, operatorId, { only, but } = {}) => {
      let query = trx.deleteFrom('operator_sessions').where('operator_id', '=', operatorId);
      if (only !== undefined) query = query.where('id', '=', only);
      if (but !== undefined) query = query.where('id', '<>', but);
      return Number((await query.executeTakeFirst()).numDeletedRows);
    },

    deleteExpired: async at => {
      const { usedAfter, begunAfter, begunBefore } = running(at);
      await db
        .deleteFrom('operator_sessions')
        .where(eb =>
          eb.or([
            eb('last_used_at', '<=', usedAfter),
            eb('created_at', '<=', begunAfter),
            eb('created_at', '>', begunBefore),
          ]),
        )
        .execute();
    },
  };
};
