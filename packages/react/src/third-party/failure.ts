/** Why a sign-in or a binding by a third party failed for good. */
import { AuthError } from '@rollcall/account';
import { problemOf } from '../problem/problem.ts';

/**
 * `denied` by the person at the vendor; `forged`: the state is not this browser's; `refused` by the vendor; `snapshot`: WeChat
 * shows the page without its person; `down`: the
 * vendor did not answer; `taken`: another account has it; `expired`: the ticket; `blocked`: the account; `signed-out`
 * while it was being bound.
 */
export type ThirdPartyFailure =
  | 'denied'
  | 'forged'
  | 'refused'
  | 'snapshot'
  | 'down'
  | 'taken'
  | 'expired'
  | 'blocked'
  | 'signed-out';

/** The failure that a refusal means; undefined: another try may succeed. */
export function failureOf(thrown: unknown): ThirdPartyFailure | undefined {
  if (!(thrown instanceof AuthError)) return undefined;
  // Once the person has proved who they are, the same binding succeeds.
  if (['ProofRequired', 'SecondFactorRequired'].includes(problemOf(thrown).name)) return undefined;
  switch (thrown.name) {
    case 'IllegalOperation':
      return 'forged';
    case 'WechatError':
    case 'QqError':
      if ((thrown.body as { data?: { snapshot?: unknown } } | undefined)?.data?.snapshot === true)
        return 'snapshot';
      return problemOf(thrown).seconds || (thrown.status ?? 0) >= 500 ? 'down' : 'refused';
    case 'ThirdPartyBound':
      return 'taken';
    case 'IllegalOauthTicket':
      return 'expired';
    case 'AccountBlocked':
      return 'blocked';
    case 'NoToken':
    case 'TokenInvalid':
    case 'RefreshTokenInvalid':
    case 'CookieInvalid':
      return 'signed-out';
    default:
      return undefined;
  }
}
