/**
 * The rules of fields, for server and browser alike (specification, section 5).
 *
 * Each rule is a valibot schema whose issue has the specification's message word for word. `fieldRefusals` in `errors.ts`
 * maps an invalid field's name to its refusal.
 */
import * as v from 'valibot';

/** Mainland mobile number: 11 digits, 1, then 3-9. */
export const PHONE_NUMBER = /^1[3-9]\d{9}$/;
/** A code that was sent (`captcha` on the wire): exactly six ASCII digits. */
export const CODE = /^\d{6}$/;
/** Letters, digits and printable ASCII symbols except the space: characters that every keyboard layout can type. */
export const PASSWORD = /^[!-~]{6,20}$/;
export const USERNAME = /^[A-Za-z]\w{5,29}$/;
/**
 * Letters and digits of any script, and `_` `-` `·`. A base character with its combining marks counts as one; at most
 * three marks each, so that a name can't overlap the lines around it. Other symbols, punctuation, emoji, white space and
 * invisible characters are refused: what Unicode calls default ignorable (Hangul fillers, joiners), and three that only
 * look blank. A variation selector is taken, and removed (`withoutVariants`).
 */
export const NICKNAME =
  /^(?:(?![\u{16FE4}\u{13441}\u{13442}\p{DI}])[\p{L}\p{N}_·-][\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]?(?:(?![\p{DI}\u{16FE4}])\p{M}){0,3}){1,20}$/u;

/** Selects another drawing of the character before it: for a reader, the same character. */
const VARIATION_SELECTOR = /[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu;
/** @example withoutVariants('葛\u{E0100}'); */
export const withoutVariants = (name: string): string => name.replace(VARIATION_SELECTOR, '');

/** A label that people give to something of theirs needs one character that can be seen. */
export const VISIBLE = /[^\u{16FE4}\u{13441}\u{13442}\u{2800}\p{DI}\p{Z}\p{C}]/u;

/** The dots that keyboards have for the one in names such as 阿卜杜热合曼·买买提. */
const MIDDLE_DOT = /[•・]/gu;

/** The characters of a text: grapheme clusters if the platform has `Intl.Segmenter`, else code points. */
const charactersOf = (text: string): readonly string[] =>
  typeof Intl === 'object' && 'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : [...text];

/** The first character that no nickname has, such as an emoji or a space; undefined where all may stand in one. */
export const nicknameMistake = (text: string): string | undefined =>
  charactersOf(text).find(character => !NICKNAME.test(character));

/**
 * Chinese characters of every extension block with at most two middle dots between, or Latin letters (accents and full-width
 * ones too) with single spaces between. The dots go beyond the specification: names of several peoples of China have them.
 */
export const FULLNAME =
  /^(?:(?=(?:[·•・]?\p{sc=Han}[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]?){2,20}$)[^·•・]+(?:[·•・][^·•・]+){0,2}|\p{sc=Latin}(?: ?\p{sc=Latin}){3,29})$/u;
export const QQ = /^\d{5,20}$/;
/** Without the characters that separate addresses or begin a scheme; the host is a name, no IP address. */
export const EMAIL_ADDRESS =
  /^(?=.{3,254}$)[^\s@"<>()[\]:;,\\\p{C}]+@(?:[\p{L}\p{M}\p{N}_-]+\.)+(?!\p{N}+$)[\p{L}\p{M}\p{N}_-]+$/u;
/** A product's id, set in the configuration. */
export const PID = /^[\w.-]{1,64}$/;

export const DESCRIPTION_MESSAGE = 'Invalid description, it should contains only 0 - 50 characters.';
export const SEX_MESSAGE = 'Invalid sex, it should be 0 or 1.';
export const AGREEMENT_IDS_MESSAGE = 'agreement_ids should not be an empty array.';
export const MISMATCH_MESSAGE = 'Password is not equal to confirmed password.';

/** Like `String`, which throws for `{toString: 1}`, without throwing. */
const asText = (value: unknown): string => {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
};

/**
 * The generic message of the specification's section 5, word for word.
 * @example invalidMessage('nickname', '');
 * @see `docs/rules.md`
 */
export const invalidMessage = (field: string, value: unknown): string =>
  `Invalid ${field} "${asText(value)}", it should match the RegExp.`;

/**
 * The message of an invalid field: its rule's own, or the generic one in place of valibot's ("Invalid type: Expected …").
 *
 * @param field its name in the body
 * @example fieldMessage('password', { message: 'Invalid length', input: '1' });
 * @see `docs/rules.md`
 */
export const fieldMessage = (
  field: string,
  issue: { readonly message: string; readonly input?: unknown },
): string => (/^Invalid [\w ]+: /.test(issue.message) ? invalidMessage(field, issue.input) : issue.message);

/**
 * Counts characters: grapheme clusters if the platform has `Intl.Segmenter`, else code points. A surrogate pair, a
 * full-width character and a character of a CJK extension count as one each.
 */
export const countCharacters = (text: string): number => charactersOf(text).length;

const matching = (field: string, pattern: RegExp) => {
  const message = (issue: { input: unknown }) => invalidMessage(field, issue.input);
  return v.pipe(v.string(message), v.regex(pattern, message));
};

/** @param fold gives the one spelling of a right value */
const folding = (field: string, pattern: RegExp, fold: (value: string) => string) => {
  const message = (issue: { input: unknown }) => invalidMessage(field, issue.input);
  return v.pipe(v.string(message), v.regex(pattern, message), v.transform(fold));
};

export const phoneNumber = matching('phone_number', PHONE_NUMBER);
export const code = matching('captcha', CODE);
export const password = matching('password', PASSWORD);
export const username = matching('username', USERNAME);
export const nickname = folding('nickname', NICKNAME, withoutVariants);
export const fullname = folding('fullname', FULLNAME, name => withoutVariants(name).replace(MIDDLE_DOT, '·'));
export const qq = matching('qq', QQ);
export const emailAddress = matching('email_address', EMAIL_ADDRESS);
/** The `email` of a body. Its message names the field as section 5 does. */
export const email = matching('email_address', EMAIL_ADDRESS);
export const pid = matching('pid', PID);
/** A site's id with WeChat or QQ. */
export const appid = matching('appid', PID);

/** At most 50 characters. Line breaks are allowed, other control characters and lone surrogates are not. */
export const description = v.pipe(
  v.string(DESCRIPTION_MESSAGE),
  v.check(
    text => text.length <= 500 && !/[\p{Cs}]|(?!\n)\p{Cc}/u.test(text) && countCharacters(text) <= 50,
    DESCRIPTION_MESSAGE,
  ),
);

export const sex = v.picklist([0, 1], SEX_MESSAGE);

const birthdayMessage = (issue: { input: unknown }) => invalidMessage('birthday', issue.input);
/** The day's start in seconds since 1970 (UTC), not before 1900. The server refuses a future day (FutureDate). */
export const birthday = v.pipe(
  v.number(birthdayMessage),
  v.safeInteger(birthdayMessage),
  v.minValue(-2_208_988_800, birthdayMessage),
);

const idMessage = (issue: { input: unknown }) => invalidMessage('agreement_ids', issue.input);
/** Ids of agreements; `[-1]` stands for none. */
export const agreementIds = v.pipe(
  v.array(
    v.pipe(
      v.number(idMessage),
      v.integer(idMessage),
      v.minValue(-1, idMessage),
      v.maxValue(2_147_483_647, idMessage),
    ),
    AGREEMENT_IDS_MESSAGE,
  ),
  v.minLength(1, AGREEMENT_IDS_MESSAGE),
  v.maxLength(50, idMessage),
);

/** The repeated password; `samePassword` compares it with the first. */
export const confirmation = v.string(MISMATCH_MESSAGE);

/** Refuses a body whose `again` differs from its `password`. */
export const samePassword = <
  T extends { password: string } & Record<K, string>,
  K extends 'confirm_password' | 'rePassword',
>(
  again: K,
): v.GenericValidation<T> =>
  v.forward(
    v.check<T, string>(body => body.password === body[again], MISMATCH_MESSAGE),
    // valibot's path type cannot follow a generic key.
    [again] as never,
  );

/** The URL of a picture, or a path on this host, which does not begin with `//` or `/\`; at most 500 characters. */
export const avatarUrl = matching('avatar_url', /^(?:https?:\/\/|\/(?![/\\]))[!-~]{1,490}$/);
/** An id of the grade list. */
export const grade = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(32_767));
/**
 * An opaque secret that the server or a vendor issued: a ticket, a refresh token, an authorisation code.
 *
 * @param field its name in the body, which the message gives
 */
export const opaque = (field: string) => matching(field, /^[!-~]{1,2048}$/);
/** A username, phone number or e-mail address, typed to sign in. Its form is not checked: a refusal would reveal it. */
export const identity = matching('identity', /^[^\p{C}]{1,254}$/u);
/** A password that is compared only: an old account's may break today's rule. */
export const anyPassword = matching('password', /^[^\p{C}]{1,128}$/u);
/** The current password, which is compared only. */
export const oldPassword = matching('old_password', /^[^\p{C}]{1,128}$/u);
/** Adds null and the empty text, which clear the field. */
export const clearable = <S extends v.GenericSchema<string, string>>(schema: S) =>
  v.nullable(v.union([v.literal(''), schema], issue => issue.issues?.[1]?.message ?? issue.message));
