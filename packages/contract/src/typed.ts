/**
 * Reads what people type or paste: a value alone, or the whole message that it stands in. For the fields of forms; the server
 * takes values as `fields.ts` has them.
 */
import { EMAIL_ADDRESS, PHONE_NUMBER, USERNAME } from './fields.ts';

/** What people put between the digits of a number: blanks, dashes, dots, brackets, invisible characters. */
const SEPARATORS = String.raw`[\s().\p{Cf}\p{Pd}]`;
const separators = new RegExp(SEPARATORS, 'gu');
/** Digits with nothing but separators between. */
const joinedDigits = new RegExp(String.raw`\d(?:${SEPARATORS}*\d)*`, 'gu');

/** The same where it is no part of a name: `pupil_13800138000` is a username. */
const aloneDigits = new RegExp(String.raw`(?<![\w])\d(?:${SEPARATORS}*\d)*(?![A-Za-z_@])`, 'gu');

const CODE_LENGTH = 6;
/** A person who types does not put more than this beside six digits. */
const TYPED_LENGTH = 12;
/** What stands before the code in most messages; other runs of six digits are numbers of orders, dates, bank cards. */
const BEFORE_CODE = /(?:验证码|校验码|动态码|驗證碼|code)/i;

const sixDigits = (text: string): string | undefined => {
  const isCode = (digits: string) => digits.length === CODE_LENGTH;
  return (
    (text.match(/\d+/g) ?? []).find(isCode) ??
    (text.match(joinedDigits) ?? []).map(run => run.replace(separators, '')).find(isCode)
  );
};

/**
 * The digits of a code, at most six: a run of exactly six digits, else digits that only separators part. Of a long text
 * without such a run it gives none.
 *
 * @example codeFrom('【第101中学】验证码 082179，10 分钟内有效。'); // 082179
 * @see `docs/plain-page.md`
 */
export function codeFrom(typed: string): string {
  const text = typed.normalize('NFKC');
  const after = BEFORE_CODE.exec(text);
  const found = (after && sixDigits(text.slice(after.index + after[0].length))) ?? sixDigits(text);
  if (found !== undefined) return found;
  return text.replace(separators, '').length > TYPED_LENGTH
    ? ''
    : text.replace(/\D/g, '').slice(0, CODE_LENGTH);
}

/** Without the country code. */
const withoutCountry = (digits: string): string => digits.replace(/^(?:\+|00)86|^86(?=1\d{10}$)/, '');

/**
 * Brings a typed phone number into the form in which it is sent. Full-width digits and signs become ASCII; spaces,
 * hyphens, brackets, invisible characters and the country code are removed. Of a message with one number in it, it gives
 * that number.
 *
 * @example phoneNumberFrom('+86 138 0013 8000'); // 13800138000
 * @see `docs/plain-page.md`
 */
export function phoneNumberFrom(typed: string): string {
  const text = typed.normalize('NFKC');
  const alone = withoutCountry(text.replace(separators, ''));
  if (PHONE_NUMBER.test(alone)) return alone;
  const found = new Set(
    (text.match(aloneDigits) ?? [])
      .map(run => withoutCountry(run.replace(separators, '')))
      .filter(digits => PHONE_NUMBER.test(digits)),
  );
  const [number] = found;
  return number !== undefined && found.size === 1 ? number : alone;
}

const invisible = /[\p{Cf}\p{Cc}]/gu;
/** Without what nobody sees, without blanks at the ends, and with the ASCII forms of full-width characters. */
const folded = (typed: string): string => typed.normalize('NFKC').replace(invisible, '').trim();

/** What parts the words of a message. */
const BETWEEN_WORDS = /[\s,;:!?，；：！？、（）【】《》「」“”‘’"'<>()[\]]+/u;
/** The one word that is right; undefined where there is none, or more than one. */
const onlyWord = (text: string, isRight: (word: string) => boolean): string | undefined => {
  const found = new Set(text.split(BETWEEN_WORDS).filter(isRight));
  const [word] = found;
  return found.size === 1 ? word : undefined;
};

/**
 * Brings a typed e-mail address into the form in which it is sent: `＠`, `．` and `。` become ASCII, blanks at the ends are
 * removed. Of a message with one address in it, it gives that address.
 *
 * @example emailFrom('xiaoming＠school。cn'); // xiaoming@school.cn
 * @see `docs/plain-page.md`
 */
export function emailFrom(typed: string): string {
  const text = folded(typed.replace(/[\t\r\n]/g, ' ')).replace(/｡/gu, '。');
  // between letters of one script it is the dot of a domain, before another script and at the end that of a sentence
  const dotted = text.replace(/([a-z\d])。(?=[a-z\d])/gi, '$1.');
  const isAddress = (word: string) => /^[!-~]+$/.test(word) && EMAIL_ADDRESS.test(word);
  if (isAddress(dotted)) return dotted;
  return (
    onlyWord(dotted.replace(/。/gu, ' '), isAddress) ??
    onlyWord(dotted.replace(/[^!-~]+/gu, ' '), isAddress) ??
    text.replace(/。/gu, '.')
  );
}

/**
 * Brings a typed username into the form in which it is sent: full-width letters become ASCII, blanks at the ends are
 * removed. Of a message with one username in it, it gives that.
 *
 * @example usernameFrom('用户名：xiaoming_01'); // xiaoming_01
 * @see `docs/plain-page.md`
 */
export function usernameFrom(typed: string): string {
  const text = folded(typed.replace(/[\t\r\n]/g, ' '));
  // ASCII alone is what the person typed, right or wrong
  if (/^[!-~]*$/.test(text)) return text;
  return onlyWord(text.replace(/[^!-~]+/gu, ' '), word => USERNAME.test(word)) ?? text;
}

/**
 * Brings what is typed to sign in, a phone number, an e-mail address or a username, into the form in which it is sent.
 * @example identityFrom(' +86 138-0013-8000 '); // 13800138000
 * @see `docs/plain-page.md`
 */
export function identityFrom(typed: string): string {
  const phone = phoneNumberFrom(typed);
  if (PHONE_NUMBER.test(phone) && !/[@＠]/u.test(typed)) return phone;
  return /[@＠]/u.test(typed) ? emailFrom(typed) : usernameFrom(typed);
}
