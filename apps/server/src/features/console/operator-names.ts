/** Normalisation and rules of operators' names and passwords that the contract's schemas cannot express. */
import { checkNotCommonForOperator } from '../../identity/common-passwords.ts';
import { refuse } from '../../platform/refusal.ts';

/** Normalises a name for storage and comparison: NFKC, lower case. */
export const operatorName = (typed: string): string =>
  typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC');

/** Minimum number of distinct characters in a password. */
const MIN_DISTINCT = 5;

/** Normalises a password for hashing: NFC, because keyboards compose the same characters differently. */
export const normalisePassword = (typed: string): string => typed.normalize('NFC');

/**
 * @throws the refusal InvalidPassword for a password that contains the name or too few distinct characters;
 * PasswordTooCommon for one of the most used, also with digits and symbols around
 */
export const checkPassword = (name: string, password: string): void => {
  const invalid = (message: string) => refuse('InvalidPassword', { message, data: { field: 'password' } });
  if (operatorName(password).includes(name)) throw invalid('The password must not hold the name.');
  if (new Set(password).size < MIN_DISTINCT) {
    throw invalid(`The password needs at least ${MIN_DISTINCT} different characters.`);
  }
  checkNotCommonForOperator(password, name);
};
