/** Storage of profile pictures, with two implementations: a local folder, or the database for several servers. */
import { randomUUID } from 'node:crypto';

export interface Pictures {
  /** Stores a WebP picture durably. @returns its name: random, never reused */
  save(bytes: Buffer): Promise<string>;
  /** @returns the WebP bytes; undefined if there is no such picture */
  read(name: string): Promise<Buffer | undefined>;
  /** Deletes a picture. Idempotent. */
  remove(name: string): Promise<void>;
  /** Names of pictures stored before `at` (ms since 1970), unordered, `limit` at a time. */
  savedBefore(at: number, limit: number): AsyncIterable<readonly string[]>;
}

const NAME = /^[0-9a-f]{32}$/;
export const isPictureName = (text: string): boolean => NAME.test(text);
export const newPictureName = (): string => randomUUID().replaceAll('-', '');

/** The URL path of a picture. */
export const picturePath = (name: string): string => `/pictures/${name}.webp`;
