/** Decodes an uploaded picture: turned upright, cropped to its middle square, scaled, without anything else of the original. */
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

/** @returns the picture as WebP. @throws Error for bytes that cannot be decoded */
export const decode = (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(AVATAR_SIZE, AVATAR_SIZE, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer();
