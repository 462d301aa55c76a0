/** Rules and lists that the server and the console's pages share. */
import { purposes } from '../call.ts';

/** An operator's name, which may be an e-mail address; without invisible letters. Stored and compared in lower case. */
export const OPERATOR_NAME = /^(?=[^\p{DI}\u{13441}\u{13442}]+$)[\p{L}\p{N}][\p{L}\p{N}._@+-]{1,63}$/u;
/** At least 12 characters. The server also refuses a password that contains the name or has fewer than five different characters. */
export const OPERATOR_PASSWORD = /^[^\p{C}]{12,128}$/u;

/** Maximum characters of a document; a request may have 64 KiB. */
export const TITLE_LENGTH = 100;
/** Maximum characters of a document's text. */
export const BODY_LENGTH = 15_000;
/** A document's code, such as `user-agreement`. */
export const DOCUMENT_CODE = /^[a-z][a-z\d-]{1,63}$/;

/**
 * Reasons why a sign-in fails now. no-account: no account has this identifier. no-password: none was set.
 * wrong-passwords: after too many wrong passwords attempts are delayed. password-locked: after a hundred in a row none is taken. code-limit: the day's codes are used up.
 * code-wait: the next code cannot be sent yet. no-phone: no number to send a code to. second-factor: every sign-in asks
 * for a second factor. wrong-app-codes, wrong-recovery-codes: wrong ones were typed, after five in a row attempts are delayed.
 * app-codes-locked: after a hundred in a row none of the app is taken. deletion-due: the account will be deleted, if its person does not keep
 * it. deletion-overdue: its time has come, and the next run of the job deletes it. agreements-unsigned: agreements in force that are asked
 * for after the sign-in. guardian-required: somebody under 14, for whom nothing opens after the sign-in until a guardian consents.
 * age-required: likewise until the year of birth is given, where every call waits for it. verification-refused: a human verification was the last to be refused, in the last hour. moved: an account had this
 * number or address until it was changed. messages-failing: no message could be sent on the channel since then. no-sender: none is set up for it. message-budget: the
 * messages of everybody, or of the numbers with the same beginning, are used up. verification-failing: a vendor does not judge. third-party-failing: WeChat or QQ, which is bound, does not answer.
 */
export const hindrances = [
  'no-account',
  'moved',
  'blocked',
  'deletion-due',
  'deletion-overdue',
  'agreements-unsigned',
  'guardian-required',
  'age-required',
  'verification-refused',
  'messages-failing',
  'no-sender',
  'message-budget',
  'verification-failing',
  'third-party-failing',
  'wrong-passwords',
  'password-locked',
  'no-password',
  'no-phone',
  'code-limit',
  'code-wait',
  'second-factor',
  'wrong-app-codes',
  'wrong-recovery-codes',
  'app-codes-locked',
] as const;
export type Hindrance = (typeof hindrances)[number];

/** Ways to sign in. `phone-code`: by text message or call. */
export const waysIn = ['phone-code', 'email-code', 'password', 'wechat', 'qq'] as const;
export type WayIn = (typeof waysIn)[number];

/**
 * What `clearPersonWaits` ends: waits after wrong passwords and wrong codes of a second factor, the pause before the next code, and the
 * day's limit of codes.
 */
export const clearedWaits = ['passwords', 'second-factor', 'code-wait', 'code-limit'] as const;
export type ClearedWait = (typeof clearedWaits)[number];

/** `failed`: it could not be done when its time came. */
export const numberChangeStates = ['proposed', 'approved', 'done', 'cancelled', 'failed'] as const;
export type NumberChangeState = (typeof numberChangeStates)[number];

/**
 * How a change of a number ended: cancelled by an operator, from the old number or the new one, or as nobody approved it in time; or why
 * it could not be done: the number is another account's by now, the account's number is another one by now, one of the two admins is
 * none any more, or nothing else would be left to sign in with.
 */
export const numberChangeEnds = [
  'operator',
  'old-number',
  'new-number',
  'person',
  'not-approved',
  'taken',
  'changed',
  'not-admin',
  'last-way',
] as const;
export type NumberChangeEnd = (typeof numberChangeEnds)[number];

/** What an entry of a person's timeline is about. */
export const timelineKinds = [
  'created',
  'sign-in',
  'session-end',
  'refusal',
  'message',
  'operator',
  'agreement',
  'guardian',
  'number-change',
] as const;

/** The scenes of human verification that can have their own rule; `*` is the default rule. */
export const verificationScenes = ['*', ...purposes, 'security'] as const;
/** What a rule of human verification can say. */
export const verificationPolicies = ['by-risk', 'always', 'never'] as const;
/** The providers of challenges. */
export const verificationVendors = ['geetest', 'tencent', 'netease', 'nextdata', 'aliyun'] as const;

/** `limited`: refused by the vendor's limit per number. */
export const messageOutcomes = ['sent', 'limited', 'failed'] as const;

/**
 * What a service token may do. `people:minors` shows people under 14 in clear, beside a scope that shows people; `people:delete` also
 * cancels deletions.
 */
export const scopes = [
  'people:read',
  'people:write',
  'people:delete',
  'people:minors',
  'sessions:write',
  'usage:query',
  'events:write',
] as const;
export type Scope = (typeof scopes)[number];
/** The longest life of a service token in days. */
export const longestTokenDays = 400;
/** Addresses and networks of one service token at most. */
export const tokenAddresses = 20;
/** Requests in a minute that a service token may make. */
export const tokenLimits = { least: 1, usual: 600, most: 6000 } as const;

/** Where a setting's value comes from. */
export const settingSources = ['environment', 'console', 'default'] as const;
export type SettingSource = (typeof settingSources)[number];
/** What the first run asks for, of those that the environment leaves. */
export const firstSettings = ['name', 'name_en', 'mark', 'colour'] as const;
export type FirstSetting = (typeof firstSettings)[number];
/** Characters of one of these at most. */
export const schoolLength = 500;
/** Characters of an uploaded mark in base64 at most; a request may have 64 KiB. */
export const markLength = 60_000;
/** Characters of a setting at most; a request may have 64 KiB. */
export const settingLength = 15_000;

/** What a column of an imported file can be. */
export const importFields = [
  'fullname',
  'phone_number',
  'email',
  'username',
  'grade',
  'group',
  'birth_year',
  'guardian',
  'made_at',
  'password_hash',
] as const;
export type ImportField = (typeof importFields)[number];

/** How far an import is: `looked` at, then done or undone; `cancelled` ones can be resumed. */
export const importStates = ['looked', 'running', 'cancelled', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** The route to which a file is sent as the body, with `name` and `pid` in the query; the answer has the import's `id`. */
export const importUpload = { path: '/console/v1/imports/file', apiPath: '/api/v1/imports/file' } as const;
/** Bytes of a file at most. */
export const importMostBytes = 256 * 2 ** 20;

/** People of a group for which papers are made, at most. */
export const importMostPapers = 500;
/** Messages an hour at most, of those who are told. */
export const importMostHourly = 100_000;
/** `waiting`: to be sent, or sent again. `given-up`: three days of tries failed. */
export const webhookDeliveryStates = ['waiting', 'delivered', 'given-up'] as const;
