/** What calls answer of which a test says nothing. */
import type { CallName, Profile, SignedIn, TokenSet } from '@rollcall/contract';

// By their names: the published contract leaves the schemas of answers out.
/** Calls that sign somebody in. */
export const signIns: ReadonlySet<CallName> = new Set([
  'enrolByPhone',
  'registerByPhone',
  'loginByAccount',
  'loginByPhone',
  'loginSecurely',
  'loginSilently',
  'finishSetUp',
  'finishSignIn',
  'loginByPasskey',
  'loginByQq',
  'loginByWechat',
  'registerByThirdParty',
  'loginByEmail',
  'registerByEmail',
]);
/** Calls that send a code. */
export const sendings: ReadonlySet<CallName> = new Set([
  'sendRegisterCaptcha',
  'sendLoginCaptcha',
  'sendSilentLoginCaptcha',
  'sendOauthCaptcha',
  'sendBindPhoneCaptcha',
  'sendChangePhoneCaptcha',
  'sendResetPasswordCaptcha',
  'sendUpdatePasswordCaptcha',
  'sendEmailCaptcha',
  'sendEmailLoginCaptcha',
  'sendEmailResetCaptcha',
  'sendCommonCaptcha',
  'sendProofCaptcha',
  'sendGuardianCaptcha',
]);
/** Calls that answer nothing. */
export const silent: ReadonlySet<CallName> = new Set([
  'logout',
  'removePasskey',
  'removeTotp',
  'deleteTokens',
  'setUsername',
  'signAgreements',
  'bindQq',
  'bindThirdParty',
  'bindWechat',
  'unbindQq',
  'unbindWechat',
  'bindPhone',
  'cancelNewNumber',
  'changePhone',
  'changePassword',
  'changePasswordByPhone',
  'initPassword',
  'resetPassword',
  'bindEmail',
  'endDevice',
  'dismissNotice',
  'disallowClient',
  'cancelDeletion',
  'withdrawSignUp',
]);

/** @returns undefined: nothing fits every test */
export const usual = (name: CallName, profile: Profile, tokens: TokenSet): unknown => {
  if (signIns.has(name))
    return { auth: { account_id: profile.id, created: false, token: tokens } } satisfies SignedIn;
  if (sendings.has(name)) return { retry_after: 60, expires_in: 600 };
  if (silent.has(name)) return {};
  if (name === 'refreshTokens') return tokens;
  if (name === 'getProfile') return profile;
  // There is nothing to agree to.
  if (name === 'getAgreements' || name === 'getAgreementsToSign' || name === 'getUnsignedAgreements')
    return [];
  return undefined;
};
