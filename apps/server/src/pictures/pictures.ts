/** Where people's pictures are kept. A seam: a folder of this machine, or the database that several servers share. */
import { randomUUID } from 'node:crypto';

export interface Pictures {
  /** Keeps a WebP picture durably. @returns its name, which nobody can guess and which is never given twice. */
  keep(bytes: Buffer): Promise<string>;
  /** @returns undefined where there is none of that name. */
  read(name: string): Promise<Buffer | undefined>;
  /** Takes one away; one that is gone stays so. */
  remove(name: string): Promise<void>;
  /** The names of those kept before a time (ms since 1970), in no order. */
  keptBefore(at: number): Promise<readonly string[]>;
}

const NAME = /^[0-9a-f]{32}$/;
export const isPictureName = (text: string): boolean => NAME.test(text);
export const newPictureName = (): string => randomUUID().replaceAll('-', '');

/** The address of a picture, from the host's root. */
export const picturePath = (name: string): string => `/pictures/${name}.webp`;

/** The name of one of our pictures in an address; undefined for any other address. */
export const pictureNameOf = (address: string | null): string | undefined =>
  /^\/pictures\/([0-9a-f]{32})\.webp$/.exec(address ?? '')?.[1];
