/** Decodes an uploaded picture: turned upright, scaled, an avatar cropped to its middle square, without anything else of the original. */
import sharp from 'sharp';

/** Pixels of either side. */
export const AVATAR_SIZE = 256;
/** Pixels of the largest picture that is decoded: a small file can declare enormous dimensions. */
const MAX_PIXELS = 50_000_000;

// An upload reaches no other loader of libvips, such as those of SVG and TIFF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/** A mark is shown 32 px high, on screens of three pixels for one. */
const MARK = { width: 480, height: 96, fit: 'inside', withoutEnlargement: true } as const;

/** `mark`: as wide as it is, and transparent where it is. */
export type Shape = 'avatar' | 'mark';

/** @returns the picture as WebP. @throws Error for bytes that cannot be decoded */
export const decode = (bytes: Uint8Array, shape: Shape): Promise<Buffer> => {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate();
  return shape === 'mark'
    ? picture.resize(MARK).webp({ lossless: true }).toBuffer()
    : picture.resize(AVATAR_SIZE, AVATAR_SIZE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer();
};
