/** What people seem to type as their identity. */
import { fields, phoneNumberFrom } from '@rollcall/contract';

export type IdentityKind = 'empty' | 'phone' | 'email' | 'username';

/**
 * The kind of identity that a person seems to be typing. A number counts as a phone before it has eleven
 * digits.
 *
 * @example identityKind('138');
 * @see `docs/react.md`
 */
export function identityKind(typed: string): IdentityKind {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return 'empty';
  if (text.includes('@')) return 'email';
  return /^\+?\d{1,13}$/.test(phoneNumberFrom(text)) ? 'phone' : 'username';
}

/**
 * Whether a normalised number is a mainland mobile number.
 * @example isPhone(phoneNumberFrom('+86 138 0013 8000'));
 * @see `docs/react.md`
 */
export const isPhone = (number: string): boolean => fields.PHONE_NUMBER.test(number);
