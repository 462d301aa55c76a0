/** Masks phone numbers, identity numbers, e-mail addresses and tokens. */

/** `138****5678`; any other text is masked completely. */
export const maskPhone = (phone: string): string =>
  /^1\d{10}$/.test(phone) ? `${phone.slice(0, 3)}****${phone.slice(7)}` : '****';

/** `a***@example.com`; any other text is masked completely. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at > 0 ? `${String.fromCodePoint(email.codePointAt(0) ?? 0)}***${email.slice(at)}` : '***';
};

/** `王**`: the first character alone, whatever the length. */
export const maskName = (name: string): string => `${String.fromCodePoint(name.codePointAt(0) ?? 0x2a)}**`;

/** A digit, narrow or full-width. */
const D = '[0-9０-９]';
const BEFORE = '(?<![A-Za-z0-9０-９])';
const AFTER = '(?![A-Za-z0-9０-９])';
const SPACE = '[ _－＿　-]?';
const DOT = '[.．]';
/** Three parts with separators between. A dot alone stands in decimal numbers, and one written in JSON must stay a number. */
const inParts = (first: string, second: string, third: string): RegExp =>
  new RegExp(
    `${BEFORE}((?:(?:[+＋]|%2[Bb]|[0０]{2})?[8８][6６]${SPACE})?)(${first})(${SPACE}${second}${SPACE}|${DOT}${second}${DOT})(${third})${AFTER}`,
    'g',
  );
/** A mobile number, with or without country code. */
const phone = inParts(`[1１][3-9３-９]${D}`, `${D}{4}`, `${D}{4}`);
/** Number of a mainland identity card: region, date of birth, order and check digit. */
const identityNumber = new RegExp(
  `${BEFORE}[1-9１-９]${D}{5}(?:${SPACE}${D}{8}${SPACE}|${DOT}${D}{8}${DOT})${D}{3}[0-9０-９XxＸｘ]${AFTER}`,
  'g',
);
/** Bounded lengths keep matching linear. */
const email =
  /([^\s"'<>()=,;:&?/\\@%])([^\s"'<>()=,;:&?/\\@%]{0,63})(@|%40)([\p{L}\p{N}.-]{1,253}\.[\p{L}\p{N}-]{2,63})/gu;
const bearer = /\b(Bearer|Basic) +[\w+/=.~-]+/gi;

/** Words with dots between, whole: a match begins only where a word does, which keeps matching linear. */
const dotted = /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g;
const jwtHead = /(?<![A-Za-z0-9])eyJ(?=[\w-]{5})/;

/** Masks the JWTs in words with dots between. */
const maskTokens = (words: string): string => {
  const parts = words.split('.');
  for (let at = 0; at < parts.length - 2; at += 1) {
    const [head = '', payload] = parts.slice(at, at + 2);
    const begin = payload ? head.search(jwtHead) : -1;
    if (begin !== -1) parts.splice(at, 3, `${head.slice(0, begin)}[token]`);
  }
  return parts.join('.');
};

/** The check digit of GB 11643 (ISO 7064, MOD 11-2). */
const hasCheckDigit = (signs: string): boolean => {
  let sum = 0;
  for (const sign of signs.slice(0, 17)) sum = (sum + Number(sign)) * 2;
  return (12 - (sum % 11)) % 11 === (signs[17] === 'X' ? 10 : Number(signs[17]));
};

const maskIdentityNumber = (written: string): string => {
  const signs = written
    .normalize('NFKC')
    .replaceAll(/[ _.-]/g, '')
    .toUpperCase();
  const month = Number(signs.slice(10, 12));
  const day = Number(signs.slice(12, 14));
  const isDate = /^(?:18|19|20)/.test(signs.slice(6)) && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDate && hasCheckDigit(signs) ? '[identity number]' : written;
};

/**
 * Masks every mobile number, identity number, e-mail address, JWT and authorisation in a text. The replacements need no escaping in JSON.
 */
export const maskText = (text: string): string =>
  text
    .replace(dotted, maskTokens)
    .replace(bearer, '$1 [token]')
    .replace(email, '$1***$3$4')
    .replace(identityNumber, maskIdentityNumber)
    .replace(phone, '$1$2****$4');

/**
 * Masks every text in a value of JSON.
 * @param except whether a text stays as it is, by its property's name (undefined in arrays)
 */
export const maskTexts = <T>(
  value: T,
  except: (name: string | undefined, text: string) => boolean = () => false,
): T => {
  const masked = (given: unknown, name: string | undefined): unknown => {
    if (typeof given === 'string') return except(name, given) ? given : maskText(given);
    if (Array.isArray(given)) return given.map(item => masked(item, undefined));
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([key, item]) => [key, masked(item, key)]));
  };
  return masked(value, undefined) as T;
};
