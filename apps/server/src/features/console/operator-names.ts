/** Operators' names and passwords beyond what the contract can say. */
import { refuse } from '../../platform/refusal.ts';

/** A name as it is kept and compared: full-width forms folded, in lower case. */
export const operatorName = (typed: string): string =>
  typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC');

/** Different characters that a password has at least. */
const DIFFERENT = 5;

/** A password as it is hashed and compared: the same characters however a keyboard puts them together. */
export const readPassword = (typed: string): string => typed.normalize('NFC');

/** @throws the refusal InvalidPassword for one that is easily guessed. */
export const checkPassword = (name: string, password: string): void => {
  const wrong = (message: string) => refuse('InvalidPassword', { message, data: { field: 'password' } });
  if (operatorName(password).includes(name)) throw wrong('The password must not hold the name.');
  if (new Set(password).size < DIFFERENT) {
    throw wrong(`The password needs at least ${DIFFERENT} different characters.`);
  }
};
