/** For tests: hashes of passwords in the form of argon2id, without its work; hashes of argon2id itself are compared by it. */
import { createHash } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { type Hasher, PARAMETERS } from '../hasher.ts';

const SALT = 'A'.repeat(22);

export const quickHash = (password: string): string => {
  const digest = createHash('sha256').update(password).digest('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=1$${SALT}$${digest}`;
};
export const quickHasher: Hasher = {
  hash: async password => quickHash(password),
  verify: async (hash, password) =>
    hash.includes(`$${SALT}$`) ? hash === quickHash(password) : argon2.verify(hash, password),
};
