import type { Profile } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { Caller } from '../../http/handler.ts';
import { refuse } from '../../platform/refusal.ts';
import type { AccessTokens } from './access-tokens.ts';
import { profileColumns } from './profile-columns.ts';

/**
 * Who calls, by the Authorization header. The signature is checked, and in each request also that the session has
 * not ended and the account is not blocked: signed out is signed out at once, not when the token expires.
 * @throws the refusals TokenInvalid and AccountBlocked.
 */
export type Authorise = (authorization: string | undefined) => Promise<Caller>;

type Row = Profile & { blocked_at: Date | null };

export const createAuthorise = (deps: {
  readonly db: Kysely<Database>;
  readonly accessTokens: AccessTokens;
  readonly now: () => number;
}): Authorise => {
  // Built once, because every call with a token runs it.
  const statement = deps.db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('accounts.blocked_at')
    .select(profileColumns)
    .where('sessions.id', '=', 'the session')
    .where('sessions.account_id', '=', 'the account')
    .where('sessions.expires_at', '>', new Date(0))
    .where('sessions.ended_at', 'is', null)
    .compile();

  return async authorization => {
    const token = /^Bearer +([!-~]+)$/i.exec(authorization ?? '')?.[1];
    const claims = token === undefined ? undefined : await deps.accessTokens.verify(token);
    if (!claims) throw refuse('TokenInvalid');
    const parameters = [claims.sessionId, claims.accountId, new Date(deps.now())];
    const [row] = (await deps.db.executeQuery<Row>({ ...statement, parameters })).rows;
    if (!row) throw refuse('TokenInvalid');
    const { blocked_at, ...profile } = row;
    if (blocked_at) throw refuse('AccountBlocked');
    return { accountId: claims.accountId, sessionId: claims.sessionId, profile };
  };
};
