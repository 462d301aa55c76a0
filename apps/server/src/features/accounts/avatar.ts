/** The profile's picture: checked, turned upright, cut square, made small, and kept without anything of the original. */
import type { CallName } from '@rollcall/contract';
import sharp from 'sharp';
import type { Handlers } from '../../http/handler.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import { createBoundedPool } from '../../platform/bounded-pool.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ProfilePictures } from './profile-picture.ts';

/** Pixels of either side. */
export const AVATAR_SIZE = 256;
/** Pixels of a picture that is opened at all: a small file can say that it is enormous. */
const PIXELS = 50_000_000;
/** Seconds that one picture may take. */
const SECONDS = 10;
/** Pictures at once, and how many may wait: opening one takes up to 200 MB. */
const AT_ONCE = 2;
const WAITING = 16;

// The other loaders of libvips, SVG and TIFF among them, are never reached by an upload.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/** The first bytes of a JPEG, a PNG and a WebP file; `.` stands for any byte. */
const signatures = ['ffd8ff', '89504e470d0a1a0a', '52494646........57454250'].map(
  hex => new RegExp(`^${hex}`),
);

/** Whether the file begins as a JPEG, PNG or WebP does. */
const isPicture = (bytes: Uint8Array): boolean => {
  const begin = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return signatures.some(signature => signature.test(begin));
};

/** The picture as it is kept (WebP). @throws the refusal InvalidPicture for anything that can't be read as one. */
const makeAvatar = async (bytes: Uint8Array): Promise<Buffer> => {
  if (!isPicture(bytes)) throw refuse('InvalidPicture');
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS, failOn: 'error' })
      .timeout({ seconds: SECONDS })
      .rotate()
      .resize(AVATAR_SIZE, AVATAR_SIZE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw refuse('InvalidPicture');
  }
};

export const avatarHandlers = (pictures: Pictures, profilePictures: ProfilePictures) => {
  const pool = createBoundedPool({ parallel: AT_ONCE, queue: WAITING, tasksPerSecond: 1 });
  return {
    uploadAvatar: async ({ body, caller }) => {
      const picture = await pool.run(() => makeAvatar(body));
      const name = await pictures.save(picture);
      return profilePictures.upload(caller.accountId, name);
    },

    removeAvatar: ({ caller }) => profilePictures.show(caller.accountId, null),
  } satisfies Partial<Handlers<CallName>>;
};
