/** Sign-in with WeChat and QQ: sign in, finish with a phone, bind, unbind. */
import * as v from 'valibot';
import { done, sent, signedIn } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

const agreed = v.optional(f.agreementIds, [-1]);
/** Absent: the first that is configured. */
const appid = v.optional(f.appid);
/** The page that the vendor redirected to; QQ requires it again with the code. */
const redirectUri = v.optional(f.opaque('redirect_uri'));

const thirdParty = v.object({
  provider: v.picklist(['wechat', 'qq']),
  appid: v.string(),
  /** `service`: a WeChat service account, for pages in WeChat's own browser. Absent: a website app. */
  kind: v.optional(v.picklist(['service'])),
  /** The URL to redirect the browser to, without a query. */
  authorize_url: v.string(),
  /** The script that embeds the sign-in in a page, if the vendor has one. */
  script_url: v.optional(v.string()),
});
export type ThirdParty = v.InferOutput<typeof thirdParty>;
export type Provider = ThirdParty['provider'];

export const getThirdParties = {
  summary: 'The third parties that are configured for sign-in.',
  method: 'GET',
  path: accounts('oauth/providers'),
  token: 'none',
  answer: v.array(thirdParty),
  refusals: [],
} as const satisfies Call;

export const loginByWechat = {
  summary:
    'Signs in by a WeChat authorisation code. An unbound identity is refused with PhoneRequired and `data.oauth_ticket` (10 minutes, once).',
  method: 'POST',
  path: accounts('oauth/wechat'),
  token: 'none',
  body: v.object({ code: f.opaque('code'), pid: f.pid, appid, agreement_ids: agreed }),
  answer: signedIn,
  refusals: [
    'EmptyAgreementIds',
    'IllegalPid',
    'WechatError',
    'PhoneRequired',
    'AccountBlocked',
    'SecondFactorRequired',
  ],
} as const satisfies Call;

export const loginByQq = {
  summary:
    'Signs in by a QQ authorisation code. An unbound identity is refused with PhoneRequired and `data.oauth_ticket` (10 minutes, once).',
  method: 'POST',
  path: accounts('oauth/qq'),
  token: 'none',
  body: v.object({
    code: f.opaque('code'),
    pid: f.pid,
    appid,
    agreement_ids: agreed,
    redirect_uri: redirectUri,
  }),
  answer: signedIn,
  refusals: [
    'EmptyAgreementIds',
    'IllegalPid',
    'QqError',
    'PhoneRequired',
    'AccountBlocked',
    'SecondFactorRequired',
  ],
} as const satisfies Call;

export const sendOauthCaptcha = {
  summary: 'Sends a code to the phone number that will finish a third-party sign-in.',
  method: 'POST',
  path: accounts('captcha/oauth'),
  token: 'none',
  identifier: 'phone_number',
  sends: { purpose: 'oauth', channel: 'sms', pid: 'ticket' },
  body: v.object({ phone_number: f.phoneNumber, oauth_ticket: f.opaque('oauth_ticket') }),
  answer: sent,
  refusals: [
    'InvalidPhoneNumber',
    'IllegalOauthTicket',
    'ThirdPartyBound',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;

export const registerByThirdParty = {
  summary:
    'Finishes a third-party sign-in. With a code: binds the identity to the account of the number that it was sent to, or to a new one. Without: to a new account without a number.',
  method: 'POST',
  path: accounts('oauth/third-party'),
  token: 'none',
  body: v.object({
    oauth_ticket: f.opaque('oauth_ticket'),
    captcha: v.optional(f.code),
    agreement_ids: agreed,
  }),
  answer: signedIn,
  refusals: [
    'InvalidCaptcha',
    'EmptyAgreementIds',
    'AgreementsOutdated',
    'IllegalOauthTicket',
    'CaptchaMismatch',
    'PhoneRequired',
    'ThirdPartyBound',
    'AccountBlocked',
    'SecondFactorRequired',
    'TooManyAttempts',
  ],
} as const satisfies Call;

export const bindWechat = {
  summary: 'Binds the WeChat identity of an authorisation code to the caller.',
  method: 'POST',
  path: accounts('oauth/wechat/bind'),
  token: 'required',
  body: v.object({ code: f.opaque('code'), appid }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'ProofRequired', 'WechatError', 'ThirdPartyBound'],
} as const satisfies Call;

export const unbindWechat = {
  summary: 'Unbinds WeChat, unless it is the last means to sign in.',
  method: 'PATCH',
  path: accounts('oauth/wechat/unbind'),
  token: 'required',
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'ProofRequired', 'IllegalOperation'],
} as const satisfies Call;

export const bindQq = {
  summary: 'Binds the QQ identity of an authorisation code to the caller.',
  method: 'POST',
  path: accounts('oauth/qq/bind'),
  token: 'required',
  body: v.object({ code: f.opaque('code'), appid, agreement_ids: agreed, redirect_uri: redirectUri }),
  answer: done,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'EmptyAgreementIds',
    'QqError',
    'ThirdPartyBound',
  ],
} as const satisfies Call;

export const unbindQq = {
  summary: 'Unbinds QQ, unless it is the last means to sign in.',
  method: 'PATCH',
  path: accounts('oauth/qq/unbind'),
  token: 'required',
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'ProofRequired', 'IllegalOperation'],
} as const satisfies Call;

export const prepareThirdPartyBinding = {
  summary:
    'Exchanges an authorisation code for a ticket that binds its identity to the caller (10 minutes, once), and tells the name of the WeChat or QQ account. Binds nothing.',
  method: 'POST',
  path: accounts('oauth/bind/prepare'),
  token: 'required',
  body: v.object({
    provider: v.picklist(['wechat', 'qq']),
    code: f.opaque('code'),
    appid,
    redirect_uri: redirectUri,
  }),
  answer: v.object({
    bind_ticket: v.string(),
    /** The account's name at the vendor, chosen by its owner; null if the vendor does not tell it. */
    nickname: v.nullable(v.string()),
  }),
  refusals: ['TokenInvalid', 'AccountBlocked', 'WechatError', 'QqError', 'ThirdPartyBound'],
} as const satisfies Call;

export const bindThirdParty = {
  summary: 'Binds the identity of a ticket to the caller.',
  method: 'POST',
  path: accounts('oauth/bind'),
  token: 'required',
  body: v.object({ bind_ticket: f.opaque('bind_ticket') }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'ProofRequired', 'IllegalOauthTicket', 'ThirdPartyBound'],
} as const satisfies Call;
