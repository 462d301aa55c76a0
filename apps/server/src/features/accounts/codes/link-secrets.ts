/** The digits of a link that opens on another device: they are shown where it was asked for. */
import { macOf } from '../../../platform/digest.ts';

/** Digits that follow from the key and the text, so that they are not stored. */
export const digitsOf = (key: Buffer, text: string, length: number): string =>
  String(macOf(key, text).readUInt32BE() % 10 ** length).padStart(length, '0');
