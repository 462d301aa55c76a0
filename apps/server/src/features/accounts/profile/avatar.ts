/** The profile's picture: uploaded and removed. */
import type { CallName } from '@rollcall/contract';
import type { Handlers } from '../../../http/handler.ts';
import type { AccountsContext } from '../context.ts';
import type { ProfilePictures } from './profile-picture.ts';

export const avatarHandlers = (
  { app: { pictures, decoder } }: AccountsContext,
  profilePictures: ProfilePictures,
) =>
  ({
    uploadAvatar: async ({ body, caller }) => {
      const name = await pictures.save(await decoder.decode(body, caller.accountId));
      return profilePictures.upload(caller.accountId, name);
    },

    removeAvatar: ({ caller }) => profilePictures.show(caller.accountId, null),
  }) satisfies Partial<Handlers<CallName>>;
