/** For tests: solves the built-in challenge as a browser does. */
import { pbkdf2Sync } from 'node:crypto';
import type { AltchaChallenge } from '@rollcall/contract';

export const solve = ({
  parameters,
}: AltchaChallenge): { counter: number; derivedKey: string; time: number } => {
  const { cost, keyLength, keyPrefix, nonce, salt } = parameters;
  for (let counter = 0; counter < 100_000; counter += 1) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    const password = Buffer.concat([Buffer.from(nonce, 'hex'), number]);
    const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex');
    if (key.startsWith(keyPrefix)) return { counter, derivedKey: key, time: 1 };
  }
  throw new Error('The challenge has no solution.');
};
