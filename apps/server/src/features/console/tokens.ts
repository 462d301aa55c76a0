/** Secrets that are handed out once, and the hash that is kept of them. */
import { createHash, randomBytes } from 'node:crypto';

/** 43 characters that stand for 32 random bytes. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A token has 256 random bits, so a plain hash hides it. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
