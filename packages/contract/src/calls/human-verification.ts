/**
 * Human verification: the rule of a scene, the parameters of a challenge, and the exchange of a provider's result for a
 * ticket (specification, sections 3, 4 and 7).
 *
 * Paths are constants of their own, so that the browser library can import them without the schemas.
 */
import * as v from 'valibot';
import type { AnswerOf, Call } from '../call.ts';
import * as f from '../fields.ts';

/** Paths on the platform service. */
export const CAPTCHA_RULE = '/captcha/rule/v3';
/** Begins a GeeTest challenge. */
export const CAPTCHA_GEETEST_REGISTER = '/captcha/geetest/register';
/** Checks a GeeTest challenge. */
export const CAPTCHA_GEETEST_VERIFY = '/captcha/geetest/verify';
/** Checks a Tencent challenge. */
export const CAPTCHA_TENCENT = '/captcha/tencent';
/** Checks a NextData challenge. */
export const CAPTCHA_NEXTDATA = '/captcha/nextdata';
/** Checks a NetEase challenge. */
export const CAPTCHA_NETEASE = '/captcha/netease';
/** Checks an Aliyun challenge. */
export const CAPTCHA_ALIYUN = '/captcha/aliyun';
/** Checks a challenge of the built-in provider. */
export const CAPTCHA_ALTCHA = '/captcha/altcha';
/** Paths on the main backend. */
export const CAPTCHA_GRAPH_RULE = '/tiger/captcha/graph/rule';
/** Begins a GeeTest challenge. */
export const CAPTCHA_REGISTER_SLIDE = '/tiger/captcha/geetest/register_slide';
/** Gives a ticket for a GeeTest challenge. */
export const CAPTCHA_TICKETS_GEETEST = '/tiger/captcha/tickets/geetest';
/** Gives a ticket for a Tencent challenge. */
export const CAPTCHA_TICKETS_WATERPROOF_WALL = '/tiger/captcha/tickets/waterproof-wall';

/** `DEFAULT`: no challenge. `ALTCHA`: the built-in challenge. */
export const captchaRules = [
  'GEETEST',
  'TENCENT',
  'NETEASE',
  'NEXTDATA',
  'ALIYUN',
  'DEFAULT',
  'ALTCHA',
] as const;
export type CaptchaRuleName = (typeof captchaRules)[number];

/** Aliyun's scene if the rule names none (specification, section 7: for aliyun login). */
export const ALIYUN_SCENE = 'nc_login';

const string = v.string();
const integer = v.pipe(v.number(), v.integer());
const optional = v.optional(string);
const positive = v.pipe(integer, v.minValue(1));
const hex = v.pipe(string, v.regex(/^[\da-f]+$/i), v.maxLength(1_024));
/** The result of a vendor's script: printable ASCII. */
const vendorResult = v.pipe(string, v.regex(/^[ -~]{1,8192}$/));
/** This site's public id with a vendor. */
const appid = v.pipe(string, v.regex(/^[!-~]{1,128}$/));
/** The guarded action: the purpose of a call that sends a code (`sends`), or `security` for login/security. */
const scene = v.pipe(string, v.regex(/^[\w./-]{1,64}$/));

/**
 * A challenge of the built-in provider, by ALTCHA's second protocol. `cost` is the number of rounds of a derivation,
 * `keyLength` is in bytes. Unknown parameters are kept, because the signature covers all. Valid for its attempt only.
 */
export const altchaChallenge = v.looseObject({
  parameters: v.looseObject({
    algorithm: string,
    cost: positive,
    keyLength: positive,
    keyPrefix: hex,
    keySignature: v.optional(hex),
    nonce: hex,
    salt: hex,
  }),
  signature: hex,
});
export type AltchaChallenge = v.InferOutput<typeof altchaChallenge>;

const ruleBody = v.object({
  identity: f.identity,
  scene,
  pid: f.pid,
  /** The device's fingerprint, a weak signal; empty if it was blocked or late. */
  deviceId: v.optional(v.pipe(string, v.maxLength(128))),
  /** Seconds since 1970, by the browser's clock. */
  timestamp: integer,
});

/** All fields but `rule`, `appid` and `ticket` (specification, section 3) are Rollcall's and may be absent. */
const ruleAnswer = v.object({
  rule: v.picklist(captchaRules),
  /**
   * The vendor's public id: GeeTest's, Tencent's and NetEase's captcha id, NextData's organization, Aliyun's appkey; `rollcall` where
   * there is no vendor. X-Captcha-Id goes with it beside each ticket.
   */
  appid: optional,
  /** With DEFAULT: the ticket, issued without a challenge. */
  ticket: optional,
  /**
   * The id of this attempt. Sent with the provider's result, it binds the ticket to scene, identity and pid. Absent where the
   * request's Sec-Fetch-Site is this site's: the rule's cookie binds then.
   */
  attempt: optional,
  /** The URL of the vendor's script, if it is not the vendor's own. */
  script: optional,
  /** Aliyun's scene. Absent: `ALIYUN_SCENE`. */
  scene: optional,
  /** With ALTCHA: the challenge of this attempt. */
  challenge: v.optional(altchaChallenge),
});

const attempt = v.optional(f.opaque('attempt'));
const geetestParamsBody = v.object({ appid, attempt });
/** `success` 0: the vendor is down, and the server has made the challenge. */
const geetestParams = v.object({
  gt: string,
  challenge: string,
  success: v.picklist([0, 1]),
  new_captcha: v.boolean(),
});
const geetestBody = v.object({
  geetest_challenge: vendorResult,
  geetest_validate: vendorResult,
  geetest_seccode: vendorResult,
  appid,
  attempt,
});
const tencentBody = v.object({
  appid,
  tencentTicket: vendorResult,
  randomStr: vendorResult,
  attempt,
});

/** `ticket` for X-Captcha-Ticket and `appid`, if the provider has one, for X-Captcha-Id. Valid for 5 minutes, once. */
const ticketAnswer = v.object({ ticket: string, appid: optional });
export type CaptchaTicket = v.InferOutput<typeof ticketAnswer>;

/** The refusals of exchanging a vendor's result. */
const exchangeRefusals = [
  'CaptchaRuleError',
  'CaptchaVendorError',
  'CaptchaVendorTimeout',
  'CaptchaVendorConfig',
  'CaptchaFailed',
] as const;

// Functions, because the build marks calls as pure, so that bundlers drop unused ones; an object with a spread stays.

/** The call of a scene's rule, on either host kind. */
const ruleCall = <const R extends object>(call: R) => ({
  method: 'POST' as const,
  token: 'none' as const,
  identifier: 'identity' as const,
  body: ruleBody,
  answer: ruleAnswer,
  refusals: ['IllegalPid', 'CaptchaRuleError', 'TooManyAttempts'] as const,
  ...call,
});

/** The call of GeeTest's parameters, on either host kind. */
const geetestCall = <const R extends object>(call: R) => ({
  method: 'POST' as const,
  token: 'none' as const,
  body: geetestParamsBody,
  answer: geetestParams,
  refusals: ['CaptchaRuleError', 'CaptchaVendorConfig', 'CaptchaVendorTimeout'] as const,
  ...call,
});

/** A call that exchanges a vendor's result for a ticket. */
const exchangeCall = <const R extends object>(call: R) => ({
  method: 'POST' as const,
  token: 'none' as const,
  answer: ticketAnswer,
  refusals: exchangeRefusals,
  ...call,
});

export const getCaptchaRule = ruleCall({
  summary: 'The rule of a scene: the challenge to show, or DEFAULT with a ticket where none is needed.',
  path: CAPTCHA_RULE,
  host: 'platform',
}) satisfies Call;
export type CaptchaRule = AnswerOf<typeof getCaptchaRule>;

export const registerGeetest = geetestCall({
  summary: "A new GeeTest challenge and the parameters of the vendor's script.",
  path: CAPTCHA_GEETEST_REGISTER,
  host: 'platform',
}) satisfies Call;

export const checkGeetest = exchangeCall({
  summary: 'Exchanges a GeeTest pass for a ticket.',
  path: CAPTCHA_GEETEST_VERIFY,
  host: 'platform',
  body: geetestBody,
}) satisfies Call;

export const checkTencent = exchangeCall({
  summary: 'Exchanges a Tencent pass for a ticket; a disaster ticket (trerror_) is refused.',
  path: CAPTCHA_TENCENT,
  host: 'platform',
  body: tencentBody,
}) satisfies Call;

export const checkNextdata = exchangeCall({
  summary: 'Exchanges a NextData pass for a ticket.',
  path: CAPTCHA_NEXTDATA,
  host: 'platform',
  body: v.object({ rid: vendorResult, appid, attempt }),
}) satisfies Call;

export const checkNetease = exchangeCall({
  summary: 'Exchanges a NetEase pass for a ticket.',
  path: CAPTCHA_NETEASE,
  host: 'platform',
  body: v.object({ validate: vendorResult, appid, attempt }),
}) satisfies Call;

export const checkAliyun = exchangeCall({
  summary: 'Exchanges an Aliyun pass for a ticket; app key and scene are taken from the configuration.',
  path: CAPTCHA_ALIYUN,
  host: 'platform',
  body: v.object({
    appKey: appid,
    scene,
    sessionId: vendorResult,
    sig: vendorResult,
    token: vendorResult,
    attempt,
  }),
}) satisfies Call;

export const checkAltcha = {
  summary: "Exchanges the solution of the built-in challenge for a ticket; `time` is the solver's, in ms.",
  method: 'POST',
  path: CAPTCHA_ALTCHA,
  host: 'platform',
  token: 'none',
  body: v.object({
    challenge: altchaChallenge,
    solution: v.object({
      counter: v.pipe(integer, v.minValue(0), v.maxValue(4_294_967_295)),
      derivedKey: hex,
      time: v.optional(v.number()),
    }),
    attempt,
  }),
  answer: ticketAnswer,
  refusals: ['CaptchaRuleError', 'CaptchaFailed'],
} as const satisfies Call;

export const getGraphRule = ruleCall({
  summary: 'The rule of a scene, on the main backend, for sites that use GeeTest, Tencent or neither.',
  path: CAPTCHA_GRAPH_RULE,
}) satisfies Call;

export const registerSlide = geetestCall({
  summary: 'A new GeeTest challenge, on the main backend.',
  path: CAPTCHA_REGISTER_SLIDE,
}) satisfies Call;

export const getGeetestTicket = exchangeCall({
  summary: 'Exchanges a GeeTest pass for a ticket, on the main backend.',
  path: CAPTCHA_TICKETS_GEETEST,
  body: geetestBody,
}) satisfies Call;

export const getWaterproofWallTicket = exchangeCall({
  summary: 'Exchanges a Tencent pass for a ticket, on the main backend.',
  path: CAPTCHA_TICKETS_WATERPROOF_WALL,
  body: tencentBody,
}) satisfies Call;
