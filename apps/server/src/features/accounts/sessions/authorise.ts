import type { Profile } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import type { Caller } from '../../../http/handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { AccessTokens } from './access-tokens.ts';
import { ageColumns, type AgeColumns, checkAge, type MinorsSettings } from '../../../identity/minors/age.ts';
import { profileColumns } from './profile-columns.ts';

/**
 * Who calls, by the Authorization header. The signature is checked, and in each request also that the session has
 * not ended and the account is not blocked: signed out is signed out immediately, not when the token expires.
 * @param options.waiting whether the call is open to a person who has to say their age, or waits for a guardian. @default false
 * @throws the refusals TokenInvalid, AccountBlocked, AgeRequired and GuardianRequired.
 */
export type Authorise = (
  authorization: string | undefined,
  options?: { readonly waiting?: boolean },
) => Promise<Caller>;

type Row = Profile & AgeColumns & { blocked_at: Date | null };

export const createAuthorise = (deps: {
  readonly db: Kysely<Database>;
  readonly accessTokens: Pick<AccessTokens, 'verify'>;
  readonly now: () => number;
  readonly minors: MinorsSettings;
}): Authorise => {
  // Built once, because every call with a token runs it.
  const statement = deps.db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('accounts.blocked_at')
    .select(ageColumns)
    .select(profileColumns)
    .where('sessions.id', '=', 'the session')
    .where('sessions.account_id', '=', 'the account')
    .where('sessions.expires_at', '>', new Date(0))
    .where('sessions.ended_at', 'is', null)
    .compile();

  return async (authorization, { waiting = false } = {}) => {
    const token = /^Bearer +([!-~]+)$/i.exec(authorization ?? '')?.[1];
    const claims = token === undefined ? undefined : await deps.accessTokens.verify(token);
    if (!claims) throw refuse('TokenInvalid');
    const parameters = [claims.sessionId, claims.accountId, new Date(deps.now())];
    const [row] = (await deps.db.executeQuery<Row>({ ...statement, parameters })).rows;
    if (!row) throw refuse('TokenInvalid');
    const { blocked_at, birth_year, child_until, guarded_at, ...profile } = row;
    if (blocked_at) throw refuse('AccountBlocked');
    if (!waiting) checkAge(deps.minors, { birth_year, child_until, guarded_at }, deps.now());
    return { accountId: claims.accountId, sessionId: claims.sessionId, profile };
  };
};
