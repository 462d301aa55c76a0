/** Settings of refused names. */
import { readFileSync } from 'node:fs';
import { InvalidSetting, type Reader } from '../../../../platform/config-reader.ts';
import { signedReceiver } from '../../../../platform/signed-post.ts';
import { type OwnNames, parseNames } from './name-list.ts';
import type { NameReviewSettings } from './name-review.ts';

export interface NamesSettings {
  readonly own: OwnNames;
  /** Undefined: names are not reviewed. */
  readonly review: NameReviewSettings | undefined;
}

const LARGEST = 1024 * 1024;

const namesOf = (file: string): OwnNames => {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > LARGEST) throw new Error('larger than 1 MiB');
    return parseNames(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new InvalidSetting(
      `a file in UTF-8 with a name on each line (${(error as Error).message.slice(0, 200)})`,
      file,
    );
  }
};

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
  const file = reader.checked('ROLLCALL_REFUSED_NAMES', namesOf);
  const receiver = signedReceiver(reader, 'ROLLCALL_NAME_REVIEW', { production, path: 'names' });
  const timeoutMs = reader.integer('ROLLCALL_NAME_REVIEW_TIMEOUT_MS', 100, 10_000, 2_000);
  const allowsUnanswered =
    reader.oneOf('ROLLCALL_NAME_REVIEW_UNANSWERED', ['allow', 'refuse'], 'allow') === 'allow';
  return {
    own: {
      refused: [...school.flatMap(entriesOf), ...(file?.refused ?? [])],
      allowed: file?.allowed ?? [],
    },
    review: receiver && { ...receiver, timeoutMs, allowsUnanswered },
  };
};
