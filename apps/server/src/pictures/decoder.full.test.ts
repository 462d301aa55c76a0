/** Pictures are decoded by real processes, with limits that a test can reach. */
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { AVATAR_SIZE } from './decode.ts';
import { createPictureDecoder, type DecoderLimits, type PictureDecoder } from './decoder.ts';

const limits: DecoderLimits = {
  processes: 2,
  waiting: 4,
  waitingPerAccount: 4,
  time: 60_000,
  memory: 2 ** 30,
};
const open: PictureDecoder[] = [];
const decoderOf = (changed: Partial<DecoderLimits>) => {
  const decoder = createPictureDecoder({ ...limits, ...changed });
  open.push(decoder);
  return decoder;
};
afterEach(() => {
  for (const decoder of open.splice(0)) decoder.close();
});

const plain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c23a22' } });
const small = () => plain(40).png().toBuffer();
/** Half a megabyte within the limit of pixels; a progressive JPEG is held as a whole, here 350 MB. */
const bomb = () => plain(7000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();

const refused = { refusal: 'InvalidPicture' };

test('a decoder process that takes too much memory is ended, and other uploads go on', async () => {
  const decoder = decoderOf({ memory: 256 * 2 ** 20 });
  const heavy = await bomb();
  const good = await small();
  const [first, ...others] = await Promise.allSettled(
    [heavy, good, good, good].map(bytes => decoder.decode(bytes, 'one')),
  );
  expect(first).toMatchObject({ status: 'rejected', reason: refused });
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(await sharp(await decoder.decode(good, 'one')).metadata()).toMatchObject({
    format: 'webp',
    width: AVATAR_SIZE,
  });
  // Within the default limits the same file is a picture.
  expect(await decoderOf({}).decode(heavy, 'one')).toBeInstanceOf(Uint8Array);
});

test('a decoder process that takes too long is ended, and the next picture gets a new process', async () => {
  const decoder = decoderOf({ processes: 1, time: 1 });
  const heavy = await bomb();
  await expect(decoder.decode(heavy, 'one')).rejects.toMatchObject(refused);
  await expect(decoder.decode(heavy, 'one')).rejects.toMatchObject(refused);
});

test("an upload beyond the queue's limit is refused at once", async () => {
  const decoder = decoderOf({ processes: 1, waiting: 1 });
  const good = await small();
  const ends = await Promise.allSettled([good, good, good].map(bytes => decoder.decode(bytes, 'one')));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(ends[2]).toMatchObject({ reason: { refusal: 'TooBusy' } });
});

test('50 uploads of one account at once are limited, and the picture of another account is decoded in turn', async () => {
  const decoder = decoderOf({ processes: 1, waiting: 16 });
  const good = await small();
  const decoded: string[] = [];
  const decode = (account: string) =>
    decoder.decode(good, account).then(
      () => void decoded.push(account),
      (error: unknown) => error,
    );
  const many = Array.from({ length: 50 }, () => decode('many'));
  expect(await decode('another')).toBeUndefined();
  // The picture that was being decoded, and one in the turn before.
  expect(decoded).toEqual(['many', 'many', 'another']);
  const ends = await Promise.all(many);
  expect(ends.filter(end => end === undefined)).toHaveLength(1 + limits.waitingPerAccount);
  expect(ends.filter(end => end !== undefined)).toEqual(
    Array.from({ length: 45 }, () => expect.objectContaining({ refusal: 'TooBusy' })),
  );
});

test('a file that does not begin as a JPEG, PNG or WebP is refused without a process', async () => {
  const decoder = decoderOf({ processes: 0, waiting: 0 });
  await expect(
    decoder.decode(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'one'),
  ).rejects.toMatchObject(refused);
  await expect(decoder.decode(await small(), 'one')).rejects.toMatchObject({ refusal: 'TooBusy' });
});
