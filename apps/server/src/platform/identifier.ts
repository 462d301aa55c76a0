/** The one spelling of a phone number, an e-mail address and a username, for storage and comparison. */
import { fields, type IdentifierField, identifierKinds } from '@rollcall/contract';

export type IdentifierKind = 'phone' | 'email' | 'username';

/**
 * A number, an address or a username on its way through the server. A call has it under the name of its field (`phone_number`, `email`,
 * `identity`: the specification's); the binding makes it an identifier, since rules and rows ask for the kind. Where a code or message goes
 * to it, it is the `recipient`, of which only the value counts; senders have that as `to`.
 */
export interface Identifier {
  readonly kind: IdentifierKind;
  /** As stored and compared: full-width forms folded, e-mail addresses and usernames in lower case. */
  readonly value: string;
}

/**
 * Reads text typed to sign in, whose form tells the kind: a phone number has digits only, a username starts with a
 * letter and has no `@`. White space at the ends is dropped; full-width forms, which Chinese keyboards write, are
 * folded.
 */
export const readIdentity = (typed: string): Identifier => {
  const value = typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  if (fields.PHONE_NUMBER.test(value)) return { kind: 'phone', value };
  return { kind: value.includes('@') ? 'email' : 'username', value };
};

/** A username as stored: two that differ in case only are one. */
export const usernameValue = (username: string): string => username.toLowerCase();

/**
 * Reads the value of a field that identifies a person. The field sets the kind; only `identity` leaves it to the form.
 * @param field the field's name in the contract
 * @param value a value that passed the contract's check
 */
export const readIdentifier = (field: IdentifierField, value: string): Identifier => {
  const kind = identifierKinds[field];
  const read = readIdentity(value);
  return kind === 'identity'
    ? read
    : { kind, value: kind === 'username' ? usernameValue(value) : read.value };
};
