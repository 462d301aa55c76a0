/** Refuses passwords that others try first: the most used ones, and those made of what is known of the person. */
import { fields } from '@rollcall/contract';
import type { Identifier } from '../platform/identifier.ts';
import { refuse } from '../platform/refusal.ts';
import { listed } from './common-password-list.ts';

/** Digits of the end of a phone number that make a guess: initial passwords are often the last six. */
const NUMBER_END = 6;
/** Letters of a name; fewer are in too many passwords. */
const NAME = 3;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Without the digits and symbols at both ends. */
const coreOf = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Whether the text is the name, with nothing but digits and symbols around, once or repeated. */
const isMadeOf = (text: string, name: string): boolean => {
  if (text === name) return true;
  if (coreOf(name).length >= NAME && coreOf(text) === coreOf(name)) return true;
  return name.length >= NAME && text.includes(name) && !/\p{L}/u.test(text.replaceAll(name, ''));
};

const isMadeOfNumber = (text: string, phone: string): boolean => {
  if (text.includes(phone)) return true;
  const digits = text.replaceAll(/^\D+|\D+$/g, '');
  return digits.length >= NUMBER_END && phone.endsWith(digits);
};

const isMadeOfIdentifier = (text: string, { kind, value }: Identifier): boolean => {
  if (kind === 'phone') return isMadeOfNumber(text, value);
  if (kind === 'username') return isMadeOf(text, value);
  const [local = ''] = value.split('@');
  // What follows a plus is dropped by many mail servers.
  return text.includes(value) || isMadeOf(text, local) || isMadeOf(text, local.split('+')[0] ?? '');
};

/**
 * Whether a password is among the 100,000 most used ones, or is made of an identifier of its person; in any case and
 * width of its letters.
 */
export const isCommonPassword = (password: string, identifiers: readonly Identifier[]): boolean => {
  const text = folded(password);
  return listed(text) || identifiers.some(identifier => isMadeOfIdentifier(text, identifier));
};

/** @throws the refusal PasswordTooCommon, with `field`, which is the one that the new password came in. */
export const checkNotCommon = (password: string, identifiers: readonly Identifier[]): void => {
  if (isCommonPassword(password, identifiers)) {
    throw refuse('PasswordTooCommon', { data: { field: 'password' } });
  }
};

/**
 * The same for operators, of whom more is asked: a common password with digits and symbols around is refused as well.
 * @param name the operator's name
 * @throws the refusal PasswordTooCommon, with `field`.
 */
export const checkNotCommonForOperator = (password: string, name: string): void => {
  const core = coreOf(folded(password));
  if (fields.PASSWORD.test(core) && listed(core)) {
    throw refuse('PasswordTooCommon', { data: { field: 'password' } });
  }
  checkNotCommon(password, [{ kind: 'username', value: name }]);
};
