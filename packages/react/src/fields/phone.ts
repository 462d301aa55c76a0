/** What people type where a phone number or an identity is asked for. */
import { fields } from '@rollcall/contract';

/** Full-width figures and signs become ASCII; spaces, hyphens, brackets and the country code fall away. */
export function normalisePhone(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s().-]/g, '')
    .replace(/^(?:\+|00)86/, '');
}

export type IdentityKind = 'empty' | 'phone' | 'email' | 'username';

/** What a person seems to be typing to sign in with. A number on its way to eleven digits is a phone already. */
export function identityKind(typed: string): IdentityKind {
  const text = typed.trim();
  if (text === '') return 'empty';
  if (text.includes('@')) return 'email';
  return /^\+?\d{1,13}$/.test(normalisePhone(text)) ? 'phone' : 'username';
}

/** What is sent for an identity: phone numbers normalised, all else only trimmed. */
export function normaliseIdentity(typed: string): string {
  const phone = normalisePhone(typed);
  return isPhone(phone) ? phone : typed.trim();
}

/** Whether a normalised number is a mainland mobile number. */
export const isPhone = (number: string): boolean => fields.PHONE_NUMBER.test(number);
