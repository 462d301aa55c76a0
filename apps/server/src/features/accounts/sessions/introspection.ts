/** Tells software with a service token whether a person's access token is good now. */
import { decodeJwt } from 'jose';
import type { Kysely } from 'kysely';
import type { ApiHandlers } from '../../../http/console-handler.ts';
import type { MinorsSettings } from '../../../identity/minors/age.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createTokenVerifier } from './access-tokens.ts';
import { createAuthorise } from './authorise.ts';
import type { SigningKeys } from './signing-keys.ts';

const inactive = { active: false, sub: null, pid: null, session_id: null } as const;

export const introspectionHandlers = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly keys: SigningKeys;
  readonly config: { readonly issuer: string; readonly minors: MinorsSettings };
}): ApiHandlers<'introspectToken'> => {
  const { db, now, keys, config } = deps;
  const verify = createTokenVerifier({ keys, issuer: config.issuer, now });
  const authorise = createAuthorise({ db, accessTokens: { verify }, now, minors: config.minors });
  const isRefused = (call: Promise<unknown>) =>
    call.then(
      () => false,
      (error: unknown) => {
        if (error instanceof Refusal) return true;
        throw error;
      },
    );
  return {
    introspectToken: async ({ body: { token } }) => {
      const claims = await verify(token);
      if (!claims) return inactive;
      // One for this server alone, as somebody has who waits for a guardian, lets nobody in elsewhere.
      if (decodeJwt(token).aud !== claims.pid) return inactive;
      if (await isRefused(authorise(`Bearer ${token}`))) return inactive;
      const { accountId, sessionId, pid } = claims;
      return { active: true, sub: accountId, pid, session_id: sessionId };
    },
  };
};
