/** From page to page in the dark theme: no frame between them is white. */
import { expect, test } from 'vitest';
import { serverAndBrowser } from './server-and-browser.ts';

const started = serverAndBrowser();

/** The mean brightness of a picture, 0 to 255. Runs in a page. */
const brightness = async (picture: string): Promise<number> => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const data = context?.getImageData(0, 0, width, height).data ?? [];
  let sum = 0;
  for (const [at, value] of data.entries()) if (at % 4 < 3) sum += value;
  return sum / (width * height * 3);
};

test('no frame is white between pages in the dark theme', async () => {
  const context = await started.browser.newContext({
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  const judge = await context.newPage();
  await page.goto(`${started.server.url}/`);
  await page.bringToFront();
  const frames: string[] = [];
  const session = await context.newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
  const ways = ['/sign-in', '/sign-up', '/reset', '/agreements', '/lesson/1', '/sign-in'];
  for (const way of ways) {
    await page.goto(started.server.url + way, { waitUntil: 'networkidle' });
    // the last frame of this page
    await page.evaluate(
      () => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
  }
  await session.send('Page.stopScreencast');
  expect(frames.length).toBeGreaterThan(ways.length);
  const measured: number[] = [];
  for (const frame of frames) measured.push(await judge.evaluate(brightness, frame));
  // the brightest is the lesson with its picture, 69; white would be 255
  expect(Math.max(...measured)).toBeLessThan(100);
  await judge.emulateMedia({ colorScheme: 'light' });
  expect(await judge.evaluate(brightness, (await judge.screenshot()).toString('base64'))).toBe(255);
  await context.close();
});
