/** Why a file can't be the profile's picture. */
import { AuthError } from '@rollcall/account';

export type PictureMistake = 'TooLarge' | 'WrongType' | 'Heic' | 'Unreadable';

/** The mistake that a refusal names; undefined: the refusal is about something else. */
export const mistakeOf = (thrown: unknown): PictureMistake | undefined => {
  if (!(thrown instanceof AuthError)) return undefined;
  if (thrown.status === 413) return 'TooLarge';
  if (thrown.status === 415) return 'WrongType';
  return thrown.server_code === 'RC_422' ? 'Unreadable' : undefined;
};
