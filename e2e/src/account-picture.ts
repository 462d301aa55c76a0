/** Pictures to upload, painted by the browser itself. */
import type { Page } from 'playwright-core';

/** PNG of the given size in pixels. */
export async function paint(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    size => {
      const canvas = Object.assign(document.createElement('canvas'), size);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#2b6247';
      context.fillRect(0, 0, size.width, size.height);
      context.fillStyle = '#f4d9b8';
      context.beginPath();
      context.arc(size.width / 2, size.height / 2, size.height / 4, 0, 7);
      context.fill();
      return canvas.toDataURL('image/png');
    },
    { width, height },
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** JPEG of 12 million pixels, all of them different, as a phone takes it: larger than the server accepts. */
export async function photograph(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvasOf = (width: number, height: number) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      return { canvas, context };
    };
    const grain = canvasOf(128, 128);
    const pixels = crypto.getRandomValues(new Uint8ClampedArray(128 * 128 * 4));
    grain.context.putImageData(
      new ImageData(
        pixels.map((value, at) => (at % 4 === 3 ? 255 : value)),
        128,
      ),
      0,
      0,
    );
    const { canvas, context } = canvasOf(4000, 3000);
    context.fillStyle = context.createPattern(grain.canvas, 'repeat') ?? '';
    context.fillRect(0, 0, 4000, 3000);
    return canvas.toDataURL('image/jpeg', 0.8);
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
