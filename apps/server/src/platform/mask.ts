/** Masks phone numbers, e-mail addresses and tokens. */

/** `138****5678`; any other text is masked completely. */
export const maskPhone = (phone: string): string =>
  /^1\d{10}$/.test(phone) ? `${phone.slice(0, 3)}****${phone.slice(7)}` : '****';

/** `a***@example.com`; any other text is masked completely. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at > 0 ? `${String.fromCodePoint(email.codePointAt(0) ?? 0)}***${email.slice(at)}` : '***';
};

/** A mobile number, with or without country code. */
const phone = /(?<![A-Za-z0-9])((?:\+|%2[Bb]|00)?86[ -]?)?(1[3-9]\d)[ -]?\d{4}[ -]?(\d{4})(?![A-Za-z0-9])/g;
/** Bounded lengths keep matching linear. */
const email =
  /([^\s"'<>()=,;:&?/\\@%])([^\s"'<>()=,;:&?/\\@%]{0,63})(@|%40)([\p{L}\p{N}.-]{1,253}\.[\p{L}\p{N}-]{2,63})/gu;
const jwt = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;
const bearer = /\b(Bearer|Basic) +[\w+/=.~-]+/gi;

/**
 * Masks every mobile number, e-mail address, JWT and authorisation in a text. The replacements need no escaping in JSON.
 */
export const maskText = (text: string): string =>
  text
    .replace(jwt, '[token]')
    .replace(bearer, '$1 [token]')
    .replace(email, '$1***$3$4')
    .replace(phone, '$1$2****$3');

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
