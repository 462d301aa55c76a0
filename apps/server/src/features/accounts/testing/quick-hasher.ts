/** For tests: hashes of passwords in the form of argon2id, without its work. */
import { createHash } from 'node:crypto';
import { type Hasher, PARAMETERS } from '../../../identity/passwords.ts';

export const quickHash = (password: string): string => {
  const digest = createHash('sha256').update(password).digest('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=1$${'A'.repeat(22)}$${digest}`;
};
export const quickHasher: Hasher = {
  hash: async password => quickHash(password),
  verify: async (hash, password) => hash === quickHash(password),
};
