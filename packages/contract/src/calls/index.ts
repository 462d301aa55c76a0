/**
 * Every call, by subject. A subject's file exports its calls and nothing else (but for the human verification's); their names are the names in the
 * server, the browser library and the reference.
 */
import type { Call } from '../call.ts';
import * as agreements from './agreements.ts';
import * as anyNumber from './any-number.ts';
import * as avatar from './avatar.ts';
import * as deletion from './deletion.ts';
import * as devices from './devices.ts';
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
import * as registration from './registration.ts';
import * as signIn from './sign-in.ts';
import * as thirdParty from './third-party.ts';
import * as tokens from './tokens.ts';
import {
  cancelUsageJob,
  eraseUsageData,
  exportUsageData,
  getUsageConsents,
  getUsageJob,
  getUsageJobs,
} from './usage-data.ts';

export const calls = {
  ...registration,
  ...signIn,
  ...tokens,
  ...profile,
  ...privacy,
  ...agreements,
  ...thirdParty,
  ...phone,
  ...password,
  ...email,
  ...anyNumber,
  ...devices,
  ...avatar,
  ...deletion,
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
