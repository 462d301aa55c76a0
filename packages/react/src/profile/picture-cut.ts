/** Reduces a picture in the browser, and cuts a square out of it: a phone's has 12 million pixels, and the profile's few. */

/** Which square of a picture is used. */
export interface Cut {
  /** How many times the picture is enlarged: at 1 the square is as large as the picture has room for. */
  readonly zoom: number;
  /** Where the square lies in the room that is left, 0 (left, top) to 1. */
  readonly x: number;
  readonly y: number;
}

export const MIDDLE: Cut = { zoom: 1, x: 0.5, y: 0.5 };
export const MOST_ZOOM = 4;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture that was reduced. */
export interface Reduced extends Size {
  /** As a `data:` URL. */
  readonly url: string;
  /** The square, as a JPEG. */
  readonly cut: (cut: Cut) => Promise<Blob>;
}

/** Pixels of the shorter side after the reduction: enough for the greatest zoom. */
const SHORTER = 1_024;
/** Pixels of either side of what is sent. */
const SIDE = 512;
/** Pixels of the longer side, for strips. */
const LONGER = 4_096;
const QUALITY = 0.9;

/** The square of a picture, in its pixels. */
export const squareOf = ({ width, height }: Size, { zoom, x, y }: Cut) => {
  const side = Math.min(width, height) / zoom;
  return { side, left: (width - side) * x, top: (height - side) * y };
};

/** Whether this browser can reduce pictures; elsewhere they are sent as they are. */
export const canReduce = (): boolean => typeof createImageBitmap === 'function';

const drawn = (width: number, height: number, draw: (context: CanvasRenderingContext2D) => void) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws nothing.');
  // JPEG has no transparency
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  draw(context);
  return canvas;
};

/**
 * Reads a picture, upright, with at most 1,024 pixels on its shorter side.
 * @throws where the browser can't read it
 */
export const reduce = async (file: Blob): Promise<Reduced> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width: wide, height: high } = bitmap;
  const scale = Math.min(1, SHORTER / Math.min(wide, high), LONGER / Math.max(wide, high));
  const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))];
  const canvas = drawn(width, height, context => context.drawImage(bitmap, 0, 0, width, height));
  // a phone has little memory
  bitmap.close();
  return {
    url: canvas.toDataURL('image/jpeg', QUALITY),
    width,
    height,
    cut: cut =>
      new Promise((resolve, reject) => {
        const { side, left, top } = squareOf({ width, height }, cut);
        const square = drawn(SIDE, SIDE, context =>
          context.drawImage(canvas, left, top, side, side, 0, 0, SIDE, SIDE),
        );
        square.toBlob(
          blob => (blob ? resolve(blob) : reject(new Error('The picture was not written.'))),
          'image/jpeg',
          QUALITY,
        );
      }),
  };
};

/** Whether a file is a picture as iPhones keep them, which few browsers read. */
export const isHeic = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
