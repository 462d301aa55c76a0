/** Whether a phone number or an e-mail address has an account, and the refusals that say so. */
import type { RefusalName } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import { findAccount, type IdentifiedAccount } from './identifiers.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Identifier } from '../platform/identifier.ts';
import { refuse } from '../platform/refusal.ts';

/** The refusal of a registration with an identifier that has an account. */
export const registeredRefusal = ({ kind }: Identifier): RefusalName =>
  kind === 'email' ? 'EmailRegistered' : 'PhoneRegistered';

/** @throws the refusals PhoneRegistered and EmailRegistered, by the identifier's kind. */
export const checkUnregistered = async (db: Kysely<Database>, identifier: Identifier): Promise<void> => {
  if (await findAccount(db, identifier)) throw refuse(registeredRefusal(identifier));
};

/** The account of a phone number. @throws the refusal PhoneUnregistered where it has none. */
export const findRegistered = async (
  db: Kysely<Database>,
  identifier: Identifier,
): Promise<IdentifiedAccount> => {
  const account = await findAccount(db, identifier);
  if (!account) throw refuse('PhoneUnregistered');
  return account;
};
