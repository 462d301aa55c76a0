/**
 * Proof: calls by which a signed-in person proves again who they are. A change of how somebody signs in needs a proof of
 * the last five minutes, and is refused with ProofRequired otherwise; a sign-in is a proof too.
 */
import * as v from 'valibot';
import { sent } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

const way = v.picklist(['second-factor', 'password', 'phone', 'email', 'wechat', 'qq']);
export type ProofWay = v.InferOutput<typeof way>;

/** When the proof is over, in milliseconds since 1970. */
const proved = v.object({ proved_until: v.number() });

export const getProofWays = {
  summary:
    'The ways in which the caller can prove who they are: the second factor; the password; a code to the own number or address that is bound for more than 72 hours, or since the account exists; WeChat and QQ where nothing else is bound. Without any, the person signs in again.',
  method: 'GET',
  path: accounts('proof/ways'),
  token: 'required',
  waiting: true,
  answer: v.object({
    /** When the present proof is over, in milliseconds since 1970; null: there is none. */
    proved_until: v.nullable(v.number()),
    /** `to`: the masked number or address that a code is sent to. */
    ways: v.array(v.object({ way, to: v.nullable(v.string()) })),
  }),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const proveByPassword = {
  summary: 'Proves who the caller is by the password. Ten wrong ones in a row end the session.',
  method: 'POST',
  path: accounts('proof/password'),
  token: 'required',
  waiting: true,
  body: v.object({ password: f.anyPassword }),
  answer: proved,
  refusals: ['TokenInvalid', 'AccountBlocked', 'InvalidPassword', 'WrongCredentials', 'TooManyAttempts'],
} as const satisfies Call;

export const sendProofCaptcha = {
  summary:
    "Sends a code to the caller's own number or address, to prove who the caller is; `voice` calls the number.",
  method: 'POST',
  path: accounts('captcha/proof'),
  token: 'required',
  waiting: true,
  body: v.object({ way: v.picklist(['phone', 'email', 'voice']) }),
  answer: sent,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'IllegalOperation',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
  ],
} as const satisfies Call;

export const proveByCode = {
  summary: "Proves who the caller is by the code to the caller's own number or address.",
  method: 'POST',
  path: accounts('proof/code'),
  token: 'required',
  waiting: true,
  body: v.object({ way: v.picklist(['phone', 'email']), captcha: f.code }),
  answer: proved,
  refusals: ['TokenInvalid', 'AccountBlocked', 'InvalidCaptcha', 'IllegalOperation', 'CaptchaMismatch'],
} as const satisfies Call;

const appid = v.optional(f.appid);

export const proveByWechat = {
  summary:
    "Proves who the caller is by an authorisation code of the caller's WeChat, where nothing else is bound.",
  method: 'POST',
  path: accounts('proof/wechat'),
  token: 'required',
  waiting: true,
  body: v.object({ code: f.opaque('code'), appid }),
  answer: proved,
  refusals: ['TokenInvalid', 'AccountBlocked', 'IllegalOperation', 'WechatError'],
} as const satisfies Call;

export const proveByQq = {
  summary:
    "Proves who the caller is by an authorisation code of the caller's QQ, where nothing else is bound.",
  method: 'POST',
  path: accounts('proof/qq'),
  token: 'required',
  waiting: true,
  body: v.object({ code: f.opaque('code'), appid, redirect_uri: v.optional(f.opaque('redirect_uri')) }),
  answer: proved,
  refusals: ['TokenInvalid', 'AccountBlocked', 'IllegalOperation', 'QqError'],
} as const satisfies Call;
