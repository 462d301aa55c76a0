/** Random tokens, of which only the digest is stored. */
import { randomBytes } from 'node:crypto';

/** 32 random bytes in base64url, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');
