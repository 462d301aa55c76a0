/** Settings of refused names. */
import { readFileSync } from 'node:fs';
import { InvalidSetting, type Reader } from '../../../../platform/config-reader.ts';
import { signedReceiver } from '../../../../platform/signed-post.ts';
import { type OwnNames, parseNames } from './name-list.ts';
import type { NameReviewSettings } from './name-review.ts';
import { namesTable as table } from './settings-table.ts';

export interface NamesSettings {
  readonly own: OwnNames;
  /** Undefined: names are not reviewed. */
  readonly review: NameReviewSettings | undefined;
}

const LARGEST = 1024 * 1024;

const namesIn = (what: string, shown: string, bytes: () => Uint8Array): OwnNames => {
  try {
    const read = bytes();
    if (read.length > LARGEST) throw new Error('larger than 1 MiB');
    return parseNames(new TextDecoder('utf-8', { fatal: true }).decode(read));
  } catch (error) {
    throw new InvalidSetting(
      `${what} with a name on each line (${(error as Error).message.slice(0, 200)})`,
      shown,
    );
  }
};
const fromFile = (file: string) => namesIn('a file in UTF-8', file, () => readFileSync(file));
const fromContent = (content: string) =>
  namesIn('a text', `${content.slice(0, 20)}…`, () => new TextEncoder().encode(content));

/** Letters of a school's name from which on names that contain it are refused: a Chinese character counts twice. */
const LONG = 6;

/** The entries of the list for a school's name: none without a letter or digit, and where it is short only the whole name. */
const entriesOf = (school: string): readonly string[] => {
  const name = school.replaceAll('*', '');
  if (!/[\p{L}\p{N}]/u.test(name)) return [];
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  const characters = name.match(/\p{Script=Han}/gu)?.length ?? 0;
  return [letters + characters < LONG ? name : `*${name}*`];
};

/** Reads ROLLCALL_REFUSED_NAMES and ROLLCALL_NAME_REVIEW_*. @param school its names, which nobody else takes */
export const namesSettings = (
  reader: Reader,
  { production, school }: { readonly production: boolean; readonly school: readonly string[] },
): NamesSettings => {
  const file = reader.file('ROLLCALL_REFUSED_NAMES', fromFile, fromContent);
  const receiver = signedReceiver(reader, 'ROLLCALL_NAME_REVIEW', { production, path: 'names' });
  const timeoutMs = reader.integer(table.ROLLCALL_NAME_REVIEW_TIMEOUT_MS);
  const allowsUnanswered = reader.oneOf(table.ROLLCALL_NAME_REVIEW_UNANSWERED) === 'allow';
  return {
    own: {
      refused: [...school.flatMap(entriesOf), ...(file?.refused ?? [])],
      allowed: file?.allowed ?? [],
    },
    review: receiver && { ...receiver, timeoutMs, allowsUnanswered },
  };
};
