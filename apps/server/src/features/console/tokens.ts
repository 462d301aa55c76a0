/** Random tokens and their stored hashes. */
import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256; a slow hash is not needed for 256 random bits. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
