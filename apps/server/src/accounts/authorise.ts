import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/handler.ts';
import { refuse } from '../refuse.ts';
import type { AccessTokens } from './access-tokens.ts';

/**
 * Who calls, by the Authorization header. The signature is checked, and in each request also that the session has
 * not ended and the account is not blocked: signed out is signed out at once, not when the token expires.
 * @throws the refusals TokenInvalid and AccountBlocked.
 */
export type Authorise = (authorization: string | undefined) => Promise<Caller>;

export const createAuthorise =
  (deps: {
    readonly db: Kysely<Database>;
    readonly accessTokens: AccessTokens;
    readonly now: () => number;
  }): Authorise =>
  async authorization => {
    const token = /^Bearer +([!-~]+)$/i.exec(authorization ?? '')?.[1];
    const claims = token === undefined ? undefined : await deps.accessTokens.verify(token);
    if (!claims) throw refuse('TokenInvalid');
    const row = await deps.db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['sessions.ended_at', 'sessions.expires_at', 'accounts.blocked_at'])
      .where('sessions.id', '=', claims.sessionId)
      .where('sessions.account_id', '=', claims.accountId)
      .executeTakeFirst();
    if (!row || row.ended_at || row.expires_at.getTime() <= deps.now()) throw refuse('TokenInvalid');
    if (row.blocked_at) throw refuse('AccountBlocked');
    return { accountId: claims.accountId, sessionId: claims.sessionId };
  };
