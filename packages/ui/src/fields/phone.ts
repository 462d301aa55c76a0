/** Normalises what people type as a phone number or as their identity. */
import { fields } from '@rollcall/contract';

/**
 * Brings a typed phone number into the form in which it is sent. Full-width digits and signs become ASCII; spaces,
 * hyphens, brackets, invisible characters and the country code are removed.
 *
 * @example normalisePhone('+86 138 0013 8000');
 * @see `docs/react.md`
 */
export function normalisePhone(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s().\p{Cf}\p{Pd}]/gu, '')
    .replace(/^(?:\+|00)86|^86(?=1\d{10}$)/, '');
}

export type IdentityKind = 'empty' | 'phone' | 'email' | 'username';

/**
 * The kind of identity that a person seems to be typing. A number counts as a phone before it has eleven
 * digits.
 *
 * @example identityKind('138');
 * @see `docs/react.md`
 */
export function identityKind(typed: string): IdentityKind {
  const text = typed.trim();
  if (text === '') return 'empty';
  if (text.includes('@')) return 'email';
  return /^\+?\d{1,13}$/.test(normalisePhone(text)) ? 'phone' : 'username';
}

/**
 * The identity as it is sent: a phone number normalised, any other one trimmed.
 * @example normaliseIdentity(' xiaoming ');
 * @see `docs/react.md`
 */
export function normaliseIdentity(typed: string): string {
  const phone = normalisePhone(typed);
  return isPhone(phone) ? phone : typed.trim();
}

/**
 * Whether a normalised number is a mainland mobile number.
 * @example isPhone(normalisePhone('+86 138 0013 8000'));
 * @see `docs/react.md`
 */
export const isPhone = (number: string): boolean => fields.PHONE_NUMBER.test(number);
