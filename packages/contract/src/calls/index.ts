/**
 * All calls, by subject. Their names are the names of the server's handlers, of the browser library's methods
 * and in the reference. The file of a subject exports its calls only, except where this file imports calls by name.
 */
import type { Call } from '../call.ts';
import { exportAccountData } from './account-data.ts';
import * as agreements from './agreements.ts';
import * as avatar from './avatar.ts';
import * as customFields from './custom-fields.ts';
import * as deletion from './deletion.ts';
import * as devices from './devices.ts';
import * as notices from './notices.ts';
import {
  askGuardian,
  correctChild,
  decideForChild,
  exportChildData,
  getAge,
  openGuardian,
  openGuardianLink,
  sendGuardianCaptcha,
  setAge,
  withdrawSignUp,
} from './minors.ts';
import * as openid from './openid.ts';
import * as email from './email.ts';
import {
  checkAliyun,
  checkAltcha,
  checkGeetest,
  checkNetease,
  checkNextdata,
  checkTencent,
  getCaptchaRule,
  getGeetestTicket,
  getGraphRule,
  getWaterproofWallTicket,
  registerGeetest,
  registerSlide,
} from './human-verification.ts';
import * as password from './password.ts';
import * as phone from './phone.ts';
import * as privacy from './privacy.ts';
import * as profile from './profile.ts';
import * as proof from './proof.ts';
import * as registration from './registration.ts';
import * as secondFactor from './second-factor.ts';
import * as service from './service.ts';
import * as signIn from './sign-in.ts';
import * as thirdParty from './third-party.ts';
import * as tokens from './tokens.ts';
import * as universalCode from './universal-code.ts';
import {
  cancelUsageJob,
  eraseUsageData,
  exportUsageData,
  getUsageConsents,
  getUsageJob,
  getUsageJobs,
} from './usage-data.ts';
import * as voiceCode from './voice-code.ts';

/**
 * Every call of accounts and human verification, by name.
 * @see `docs/rules.md`
 */
export const calls = {
  ...registration,
  ...signIn,
  ...secondFactor,
  ...tokens,
  ...profile,
  ...customFields,
  ...privacy,
  ...agreements,
  ...thirdParty,
  ...phone,
  ...password,
  ...email,
  ...universalCode,
  ...voiceCode,
  ...service,
  ...devices,
  ...notices,
  ...openid,
  ...avatar,
  ...deletion,
  exportAccountData,
  ...proof,
  getAge,
  setAge,
  askGuardian,
  withdrawSignUp,
  openGuardianLink,
  sendGuardianCaptcha,
  openGuardian,
  decideForChild,
  correctChild,
  exportChildData,
  getCaptchaRule,
  getGraphRule,
  registerGeetest,
  registerSlide,
  checkGeetest,
  getGeetestTicket,
  checkTencent,
  getWaterproofWallTicket,
  checkNetease,
  checkNextdata,
  checkAliyun,
  checkAltcha,
  getUsageConsents,
  exportUsageData,
  eraseUsageData,
  getUsageJobs,
  getUsageJob,
  cancelUsageJob,
} as const satisfies Record<string, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
