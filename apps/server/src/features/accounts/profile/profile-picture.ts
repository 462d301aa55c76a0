/**
 * Whose picture a profile shows. An account owns the picture that it uploaded last (`accounts.picture`); `avatar_url` shows
 * that one, or a picture that is not stored here. A picture that its owner no longer shows is deleted.
 */
import type { Profile } from '@rollcall/contract';
import type { Kysely, Updateable } from 'kysely';
import { type Pictures, picturePath } from '../../../pictures/pictures.ts';
import type { AccountsTable, Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { profileColumns } from '../sessions/profile-columns.ts';

/** The two columns of a profile's picture. `picture` is set where `avatar_url` is the path of an uploaded one. */
interface PictureColumns {
  readonly avatar_url: string | null;
  readonly picture: string | null;
}

const uploaded = (name: string): PictureColumns => ({ avatar_url: picturePath(name), picture: name });

/** The path on this server that a browser would request for `url`, decoded; undefined for a URL of another host. */
const localPath = (url: string, issuer: string): string | undefined => {
  if (!URL.canParse(url, issuer)) return undefined;
  const target = new URL(url, issuer);
  if (target.hostname !== new URL(issuer).hostname) return undefined;
  try {
    return decodeURIComponent(target.pathname);
  } catch {
    return target.pathname;
  }
};

export interface ProfilePictures {
  /** Shows an uploaded picture. @param name as the store returned it. @returns the profile */
  upload(accountId: string, name: string): Promise<Profile>;
  /**
   * Shows the picture of a URL, or none, and sets other columns in the same statement.
   * @returns the profile
   * @throws the refusal InvalidRequest (field avatar_url) for a path of pictures that is not the account's own; nothing is changed
   */
  show(accountId: string, url: string | null, others?: Updateable<AccountsTable>): Promise<Profile>;
}

export const createProfilePictures = ({
  db,
  issuer,
  pictures,
}: {
  readonly db: Kysely<Database>;
  /** The URL of this server. */
  readonly issuer: string;
  readonly pictures: Pictures;
}): ProfilePictures => {
  const columnsFor = (url: string | null, own: string | null): PictureColumns => {
    const path = url === null ? undefined : localPath(url, issuer);
    if (path !== undefined && own !== null && path === picturePath(own)) return uploaded(own);
    const folder = path?.split('/').find(part => part !== '');
    if (folder?.toLowerCase() === 'pictures')
      throw refuse('InvalidRequest', { data: { field: 'avatar_url' } });
    return { avatar_url: url, picture: null };
  };

  const change = async (
    accountId: string,
    decide: (own: string | null) => PictureColumns,
    others: Updateable<AccountsTable> = {},
  ): Promise<Profile> => {
    const { before, after, profile } = await transaction(db, async trx => {
      const { picture } = await trx
        .selectFrom('accounts')
        .select('picture')
        .where('id', '=', accountId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const columns = decide(picture);
      const row = await trx
        .updateTable('accounts')
        .set({ ...others, ...columns })
        .where('id', '=', accountId)
        .returning(profileColumns)
        .executeTakeFirstOrThrow();
      return { before: picture, after: columns.picture, profile: row };
    });
    // After the commit. A picture that a kill leaves behind has no owner, and the cleanup deletes it.
    if (before !== null && before !== after) await pictures.remove(before);
    return profile;
  };

  return {
    upload: (accountId, name) => change(accountId, () => uploaded(name)),
    show: (accountId, url, others) => change(accountId, own => columnsFor(url, own), others),
  };
};
