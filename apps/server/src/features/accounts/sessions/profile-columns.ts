/** The columns of the public profile (specification, section 3); `authorise` reads them along, in its one query. */
import type { Profile } from '@rollcall/contract';

export const profileColumns = [
  'accounts.id',
  'accounts.nickname',
  'accounts.avatar_url',
  'accounts.fullname',
  'accounts.birthday',
  'accounts.sex',
  'accounts.qq',
  'accounts.description',
  'accounts.grade',
] as const satisfies `accounts.${keyof Profile}`[];
