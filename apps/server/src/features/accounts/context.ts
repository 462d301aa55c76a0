import type { SignedIn, TokenSet } from '@rollcall/contract';
import { ACCESS_LIFE } from './sessions/access-life.ts';
import type { AccessTokens } from './sessions/access-tokens.ts';
import type { AccountsApp } from './accounts-app.ts';
import type { MinorsSettings } from '../../identity/minors/age.ts';
import type { Names } from './profile/names/check-name.ts';
import type { SaidYears } from './minors/said-years.ts';
import type { GuardianLinks } from './minors/guardian-links.ts';
import type { LoginThrottle } from '../../identity/login-throttle.ts';
import type { DeviceCookie } from './sign-in/device-cookie.ts';
import type { KnownBrowsers } from './sign-in/known-browsers.ts';
import type { Codes } from './codes/codes.ts';
import type { EmailLinks } from './codes/email-links.ts';
import type { Demands } from './second-step/demands.ts';
import type { PastIdentifiers } from '../../identity/past-identifiers.ts';
import type { Passwords } from '../../identity/passwords.ts';
import type { CheckPid } from '../../identity/pids.ts';
import type { Converter } from './third-party/vendors/older-site.ts';
import type { ThirdParties } from './third-party/vendors/third-parties.ts';
import type { Session, Sessions } from './sessions/sessions.ts';
import { type Pending, secondStepRefusal } from './sign-in/pending.ts';
import type { SecondFactorStore } from '../../identity/second-factor/second-factors.ts';
import type { Tickets } from '../../identity/tickets.ts';
import type { Verification, Verify } from '../../identity/verification.ts';

/** What the calls of the accounts share. */
export interface AccountsContext {
  readonly app: Pick<AccountsApp, 'db' | 'now' | 'pictures' | 'decoder' | 'config' | 'exportUsage'>;
  readonly checkPid: CheckPid;
  readonly codes: Codes;
  readonly sessions: Sessions;
  readonly accessTokens: AccessTokens;
  readonly passwords: Passwords;
  readonly loginThrottle: LoginThrottle;
  readonly tickets: Tickets;
  readonly emailLinks: EmailLinks;
  readonly verify: Verify;
  /** Counts wrong passwords by IP address. */
  readonly verification: Pick<Verification, 'suspects' | 'wrongPassword'>;
  readonly knownBrowsers: KnownBrowsers;
  readonly deviceCookie: DeviceCookie;
  readonly thirdParties: ThirdParties;
  readonly converter: Converter;
  readonly secondFactors: SecondFactorStore;
  readonly demands: Demands;
  readonly minors: MinorsSettings;
  readonly guardianLinks: GuardianLinks;
  readonly saidYears: SaidYears;
  readonly names: Names;
  readonly pastIdentifiers: PastIdentifiers;
  /** The name of this installation in authenticator apps. */
  readonly site: string;
}

/** The token set of section 3 for a session: an access token that is new, and its refresh token. */
export const tokensOf = ({ accessTokens, app }: AccountsContext, session: Session): TokenSet => {
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

/** What a sign-in answers, after its transaction. @throws the refusal SecondFactorRequired where the second step is missing */
export const signedInAs = async (
  context: AccountsContext,
  session: Session | Pending,
  created: boolean,
): Promise<SignedIn> => {
  if ('ticket' in session) throw await secondStepRefusal(context.secondFactors, session);
  const { accountId, requires } = session;
  const token = tokensOf(context, session);
  return { auth: { account_id: accountId, created, token, ...(requires ? { requires } : {}) } };
};
