/** The profile's picture: uploaded and removed. */
import type { CallName } from '@rollcall/contract';
import type { Handlers } from '../../../http/handler.ts';
import type { ProfilePictures } from './profile-picture.ts';
import type { Pictures } from '../../../pictures/pictures.ts';
import type { PictureDecoder } from '../../../pictures/decoder.ts';

export const avatarHandlers = ({
  pictures,
  decoder,
  profilePictures,
}: {
  readonly pictures: Pictures;
  readonly decoder: PictureDecoder;
  readonly profilePictures: ProfilePictures;
}) =>
  ({
    uploadAvatar: async ({ body, caller }) => {
      const name = await pictures.save(await decoder.decode(body, caller.accountId));
      return profilePictures.upload(caller.accountId, name);
    },

    removeAvatar: ({ caller }) => profilePictures.show(caller.accountId, null),
  }) satisfies Partial<Handlers<CallName>>;
