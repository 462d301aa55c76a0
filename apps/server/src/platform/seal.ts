/** Encryption of small texts: AES-256-GCM with a derived key, bound to what they belong to, such as the row that has them. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV = 12;
const TAG = 16;

/**
 * @param key 32 bytes, of `deriveKey`
 * @param owner identifies what it belongs to; a sealed text that is moved to another row does not open
 * @returns 12 bytes nonce, 16 bytes tag, then the encrypted text
 */
export const seal = (key: Buffer, owner: string, text: string): Buffer => {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
};

/** @returns undefined if it was sealed with another key, for another owner, or changed */
export const unseal = (key: Buffer, owner: string, sealed: Buffer): string | undefined => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV), { authTagLength: TAG })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(IV, IV + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};
