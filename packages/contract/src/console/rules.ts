/** The rules and lists of the console that pages read too. */

/** What an operator signs in with; an e-mail address will do. Kept and compared in lower case. */
export const OPERATOR_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{1,63}$/u;
/** 12 characters at least. The server also refuses one that holds the name, or has fewer than five different ones. */
export const OPERATOR_PASSWORD = /^[^\p{C}]{12,128}$/u;

/** Characters of a document; a request may have 64 KiB. */
export const TITLE_LENGTH = 100;
export const BODY_LENGTH = 15_000;
/** A document's name: `user-agreement`. */
export const DOCUMENT_CODE = /^[a-z][a-z\d-]{1,63}$/;

/**
 * What stands in the way of a sign-in right now. no-account: nobody has this number, address or username. no-password:
 * it was never set. wrong-passwords: too many of late, each try has to wait. code-limit: the day's codes are used up.
 * code-wait: one was sent a moment ago. no-phone: no number to send a code to.
 */
export const hindrances = [
  'no-account',
  'blocked',
  'wrong-passwords',
  'no-password',
  'no-phone',
  'code-limit',
  'code-wait',
] as const;
export type Hindrance = (typeof hindrances)[number];

/** Every scene of the human verification that may have a rule of its own; `*` stands for the others. */
export const captchaScenes = [
  '*',
  'register',
  'login',
  'silence',
  'oauth',
  'bind',
  'change',
  'update',
  'reset',
  'common',
  'email',
  'security',
] as const;
export const captchaAsks = ['by-risk', 'always', 'never'] as const;
export const captchaVendors = ['geetest', 'tencent', 'netease', 'nextdata', 'aliyun'] as const;

/** `limited`: refused by the vendor's own limit on a number. */
export const messageOutcomes = ['sent', 'limited', 'failed'] as const;
