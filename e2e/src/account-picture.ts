/** A picture to upload, painted by the browser itself. */
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
