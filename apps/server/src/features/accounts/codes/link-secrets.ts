/** The secrets of a link that opens on another device: its token in the message, and the digits that are shown where it was asked for. */
import { createHash, createHmac } from 'node:crypto';

/** The digest by which a link is found; only it is stored. */
export const linkDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Digits that follow from the key and the text, so that they are not stored. */
export const digitsOf = (key: Buffer, text: string, length: number): string =>
  String(createHmac('sha256', key).update(text).digest().readUInt32BE() % 10 ** length).padStart(length, '0');
