/**
 * Human verification: which challenge to show, a challenge's parameters, and the exchange of what a provider gave
 * for a ticket (specification, sections 3, 4 and 7).
 *
 * Paths stand alone, so that a browser that only sends a body does not carry the schema that checks it.
 */
import * as v from 'valibot';
import type { AnswerOf, Call } from '../call.ts';
import * as f from '../fields.ts';

/** On the platform service. */
export const CAPTCHA_RULE = '/captcha/rule/v3';
export const CAPTCHA_GEETEST_REGISTER = '/captcha/geetest/register';
export const CAPTCHA_GEETEST_VERIFY = '/captcha/geetest/verify';
export const CAPTCHA_TENCENT = '/captcha/tencent';
export const CAPTCHA_NEXTDATA = '/captcha/nextdata';
export const CAPTCHA_NETEASE = '/captcha/netease';
export const CAPTCHA_ALIYUN = '/captcha/aliyun';
export const CAPTCHA_ALTCHA = '/captcha/altcha';
/** On the main backend. */
export const CAPTCHA_GRAPH_RULE = '/tiger/captcha/graph/rule';
export const CAPTCHA_REGISTER_SLIDE = '/tiger/captcha/geetest/register_slide';
export const CAPTCHA_TICKETS_GEETEST = '/tiger/captcha/tickets/geetest';
export const CAPTCHA_TICKETS_WATERPROOF_WALL = '/tiger/captcha/tickets/waterproof-wall';

/** `DEFAULT`: nobody is asked. `ALTCHA`: the built-in challenge. */
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

/** Aliyun's scene where the rule names none (specification, section 7: for aliyun login). */
export const ALIYUN_SCENE = 'nc_login';

const string = /* @__PURE__ */ v.string();
const integer = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer());
const optional = /* @__PURE__ */ v.optional(string);
const positive = /* @__PURE__ */ v.pipe(integer, /* @__PURE__ */ v.minValue(1));
const hex = /* @__PURE__ */ v.pipe(
  string,
  /* @__PURE__ */ v.regex(/^[\da-f]+$/i),
  /* @__PURE__ */ v.maxLength(1_024),
);
/** What a vendor's script gave: printable, and longer than our own tickets may be. */
const given = /* @__PURE__ */ v.pipe(string, /* @__PURE__ */ v.regex(/^[ -~]{1,8192}$/));
/** A vendor's public id of this site. */
const appid = /* @__PURE__ */ v.pipe(string, /* @__PURE__ */ v.regex(/^[!-~]{1,128}$/));
/** What is guarded: the purpose of a call that sends a code (`sends`), or `security` for login/security. */
const scene = /* @__PURE__ */ v.pipe(string, /* @__PURE__ */ v.regex(/^[\w./-]{1,64}$/));

/**
 * A challenge of the built-in provider, in the form of ALTCHA's second protocol. `cost` is the rounds of one derivation,
 * `keyLength` in bytes. Loose, because the signature covers every parameter. It ends with its attempt.
 */
export const altchaChallenge = /* @__PURE__ */ v.looseObject({
  parameters: /* @__PURE__ */ v.looseObject({
    algorithm: string,
    cost: positive,
    keyLength: positive,
    keyPrefix: hex,
    keySignature: /* @__PURE__ */ v.optional(hex),
    nonce: hex,
    salt: hex,
  }),
  signature: hex,
});
export type AltchaChallenge = v.InferOutput<typeof altchaChallenge>;

const ruleBody = /* @__PURE__ */ v.object({
  identity: f.identity,
  scene,
  pid: f.pid,
  /** A weak signal; empty where the fingerprint was blocked or late. */
  deviceId: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(string, /* @__PURE__ */ v.maxLength(128))),
  /** Seconds since 1970, by the browser's clock. */
  timestamp: integer,
});

/** Beyond `rule`, `appid` and `ticket` (section 3) all is ours and may be absent. */
const ruleAnswer = /* @__PURE__ */ v.object({
  rule: /* @__PURE__ */ v.picklist(captchaRules),
  /** The vendor's public id: GeeTest's, Tencent's and NetEase's captcha id, NextData's organization, Aliyun's appkey. */
  appid: optional,
  /** With DEFAULT: the ticket that is given without a challenge. */
  ticket: optional,
  /** Names this attempt; sent back with what the provider gave, it binds the ticket to scene, identity and pid. */
  attempt: optional,
  /** Where the vendor's script is, where it is not at the vendor's own address. */
  script: optional,
  /** Aliyun's own scene; absent: `ALIYUN_SCENE`. */
  scene: optional,
  /** With ALTCHA: the challenge, fresh for this attempt. */
  challenge: /* @__PURE__ */ v.optional(altchaChallenge),
});

const attempt = /* @__PURE__ */ v.optional(f.opaque);
const geetestParamsBody = /* @__PURE__ */ v.object({ appid, attempt });
/** `success` 0: the vendor is down, and the challenge is of our own making. */
const geetestParams = /* @__PURE__ */ v.object({
  gt: string,
  challenge: string,
  success: /* @__PURE__ */ v.picklist([0, 1]),
  new_captcha: /* @__PURE__ */ v.boolean(),
});
const geetestBody = /* @__PURE__ */ v.object({
  geetest_challenge: given,
  geetest_validate: given,
  geetest_seccode: given,
  appid,
  attempt,
});
const tencentBody = /* @__PURE__ */ v.object({ appid, tencentTicket: given, randomStr: given, attempt });

/** The ticket for X-Captcha-Ticket; `appid`, where the provider has one, is for X-Captcha-Id. Used once, 5 minutes. */
const ticketAnswer = /* @__PURE__ */ v.object({ ticket: string, appid: optional });
export type CaptchaTicket = v.InferOutput<typeof ticketAnswer>;

/** What the exchange of a vendor's pass can be refused with. */
const judged = [
  'CaptchaRuleError',
  'CaptchaVendorError',
  'CaptchaVendorTimeout',
  'CaptchaVendorConfig',
  'CaptchaFailed',
] as const;

export const getCaptchaRule = {
  summary: 'Which challenge to show for a scene; DEFAULT with a ticket where nobody need be asked.',
  method: 'POST',
  path: CAPTCHA_RULE,
  host: 'platform',
  token: 'none',
  identifier: 'identity',
  body: ruleBody,
  answer: ruleAnswer,
  refusals: ['IllegalPid', 'CaptchaRuleError', 'TooManyAttempts'],
} as const satisfies Call;
export type CaptchaRule = AnswerOf<typeof getCaptchaRule>;

export const registerGeetest = {
  summary: "A fresh GeeTest challenge and the parameters of the vendor's script.",
  method: 'POST',
  path: CAPTCHA_GEETEST_REGISTER,
  host: 'platform',
  token: 'none',
  body: geetestParamsBody,
  answer: geetestParams,
  refusals: ['CaptchaRuleError', 'CaptchaVendorConfig', 'CaptchaVendorTimeout'],
} as const satisfies Call;

export const checkGeetest = {
  summary: 'Exchanges a GeeTest pass for a ticket.',
  method: 'POST',
  path: CAPTCHA_GEETEST_VERIFY,
  host: 'platform',
  token: 'none',
  body: geetestBody,
  answer: ticketAnswer,
  refusals: judged,
} as const satisfies Call;

export const checkTencent = {
  summary: 'Exchanges a Tencent pass for a ticket; a disaster ticket (trerror_) is refused.',
  method: 'POST',
  path: CAPTCHA_TENCENT,
  host: 'platform',
  token: 'none',
  body: tencentBody,
  answer: ticketAnswer,
  refusals: judged,
} as const satisfies Call;

export const checkNextdata = {
  summary: 'Exchanges a NextData pass for a ticket.',
  method: 'POST',
  path: CAPTCHA_NEXTDATA,
  host: 'platform',
  token: 'none',
  body: /* @__PURE__ */ v.object({ rid: given, appid, attempt }),
  answer: ticketAnswer,
  refusals: judged,
} as const satisfies Call;

export const checkNetease = {
  summary: 'Exchanges a NetEase pass for a ticket.',
  method: 'POST',
  path: CAPTCHA_NETEASE,
  host: 'platform',
  token: 'none',
  body: /* @__PURE__ */ v.object({ validate: given, appid, attempt }),
  answer: ticketAnswer,
  refusals: judged,
} as const satisfies Call;

export const checkAliyun = {
  summary: 'Exchanges an Aliyun pass for a ticket; app key and scene are taken from the configuration.',
  method: 'POST',
  path: CAPTCHA_ALIYUN,
  host: 'platform',
  token: 'none',
  body: /* @__PURE__ */ v.object({
    appKey: appid,
    scene,
    sessionId: given,
    sig: given,
    token: given,
    attempt,
  }),
  answer: ticketAnswer,
  refusals: judged,
} as const satisfies Call;

/** The challenge itself comes with the rule, so that it costs no call of its own and is fresh for each attempt. */
export const checkAltcha = {
  summary: "Exchanges the solution of the built-in challenge for a ticket; `time` is the solver's, in ms.",
  method: 'POST',
  path: CAPTCHA_ALTCHA,
  host: 'platform',
  token: 'none',
  body: /* @__PURE__ */ v.object({
    challenge: altchaChallenge,
    solution: /* @__PURE__ */ v.object({
      counter: /* @__PURE__ */ v.pipe(
        integer,
        /* @__PURE__ */ v.minValue(0),
        /* @__PURE__ */ v.maxValue(4_294_967_295),
      ),
      derivedKey: hex,
      time: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.number()),
    }),
    attempt,
  }),
  answer: ticketAnswer,
  refusals: ['CaptchaRuleError', 'CaptchaFailed'],
} as const satisfies Call;

export const getGraphRule = {
  summary: 'The rule, on the main backend, for sites that use GeeTest, Tencent or neither.',
  method: 'POST',
  path: CAPTCHA_GRAPH_RULE,
  token: 'none',
  identifier: 'identity',
  body: ruleBody,
  answer: ruleAnswer,
  refusals: ['IllegalPid', 'CaptchaRuleError', 'TooManyAttempts'],
} as const satisfies Call;

export const registerSlide = {
  summary: 'A fresh GeeTest challenge, on the main backend.',
  method: 'POST',
  path: CAPTCHA_REGISTER_SLIDE,
  token: 'none',
  body: geetestParamsBody,
  answer: geetestParams,
  refusals: ['CaptchaRuleError', 'CaptchaVendorConfig', 'CaptchaVendorTimeout'],
} as const satisfies Call;

export const getGeetestTicket = {
  summary: 'Exchanges a GeeTest pass for a ticket, on the main backend.',
  method: 'POST',
  path: CAPTCHA_TICKETS_GEETEST,
  token: 'none',
  body: geetestBody,
  answer: ticketAnswer,
  refusals: judged,
} as const satisfies Call;

export const getWaterproofWallTicket = {
  summary: 'Exchanges a Tencent pass for a ticket, on the main backend.',
  method: 'POST',
  path: CAPTCHA_TICKETS_WATERPROOF_WALL,
  token: 'none',
  body: tencentBody,
  answer: ticketAnswer,
  refusals: judged,
} as const satisfies Call;
