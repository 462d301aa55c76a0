/** The token set of a session (specification, section 3). */
import type { TokenSet } from '@rollcall/contract';
import type { AppContext } from '../../../http/context.ts';
import { ACCESS_LIFE } from './access-life.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Session } from './sessions.ts';

export interface TokenContext {
  readonly app: Pick<AppContext, 'now'>;
  readonly accessTokens: AccessTokens;
}

/** An access token that is new, and the session's refresh token. */
export const tokensOf = ({ accessTokens, app }: TokenContext, session: Session): TokenSet => {
  const left = Math.max(1, Math.floor((session.expiresAt - app.now()) / 1000));
  // No access token outlives its session.
  const life = Math.min(ACCESS_LIFE, left);
  return {
    access: {
      token: accessTokens.issue(
        { accountId: session.accountId, sessionId: session.id, pid: session.pid },
        // No other service takes the token of a person who waits for a guardian.
        { ownOnly: session.restricted, life },
      ),
      type: 'Bearer',
      expires_in: life,
    },
    refresh: { token: session.refreshToken, expires_in: left },
  };
};
