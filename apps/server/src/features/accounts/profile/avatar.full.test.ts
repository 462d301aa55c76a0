/** Over HTTP: the profile's picture. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteAttack } from '../../../app/testing/attack-table.ts';
import { AVATAR_SIZE } from '../../../pictures/decode.ts';
import { picture } from '../testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { refusalOf } from '../testing.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const BOMBS = process.env['ROLLCALL_ATTACK'] === undefined ? 10 : 50;

const upload = (token: string, file: Uint8Array, type = 'image/png') =>
  context.call('uploadAvatar', { token, file, headers: { 'content-type': type } });
const fetched = async (address: string | null) => {
  const response = await fetch(`${context.server.url}${address}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test('a picture becomes a small public square without metadata of the original', async () => {
  const { access } = await context.visitor();
  const { avatar_url } = await upload(access, await picture());
  expect(avatar_url).toMatch(/^\/pictures\/[0-9a-f]{32}\.webp$/);
  const { response, bytes } = await fetched(avatar_url);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toContain('immutable');
  const { width, height, format, exif, orientation } = await sharp(bytes).metadata();
  expect({ width, height, format, exif, orientation }).toEqual({
    width: AVATAR_SIZE,
    height: AVATAR_SIZE,
    format: 'webp',
    exif: undefined,
    orientation: undefined,
  });
  expect(bytes.includes('whose it was')).toBe(false);
});

test('a new picture deletes the previous one, and a removal deletes the last one', async () => {
  const { access } = await context.visitor();
  const first = await upload(access, await picture());
  const second = await upload(access, await picture());
  expect((await fetched(first.avatar_url)).response.status).toBe(404);
  expect((await fetched(second.avatar_url)).response.status).toBe(200);
  expect((await context.call('removeAvatar', { token: access })).avatar_url).toBeNull();
  expect((await fetched(second.avatar_url)).response.status).toBe(404);
});

test('of six uploads at once one picture is kept and the others are deleted', async () => {
  const { access } = await context.visitor();
  const file = await picture();
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(access, file)));
  const { avatar_url } = await context.call('getProfile', { token: access });
  const statuses = await Promise.all(
    answers.map(async answer => (await fetched(answer.avatar_url)).response.status),
  );
  expect(answers.map(answer => answer.avatar_url)).toContain(avatar_url);
  expect(statuses.filter(status => status === 200)).toHaveLength(1);
  expect((await fetched(avatar_url)).response.status).toBe(200);
});

describe('a picture belongs to the account that uploaded it', () => {
  const show = (token: string, avatar_url: string) =>
    context.call('updateProfile', { token, body: { avatar_url } });
  const refused = { refusal: 'InvalidRequest', detail: { data: { field: 'avatar_url' } } };

  test('another account can neither show nor delete it, by any spelling of its path', async () => {
    const [owner, other] = [await context.visitor(), await context.visitor()];
    const { avatar_url } = await upload(owner.access, await picture());
    const path = String(avatar_url);
    for (const spelling of [
      path,
      `${path}?v=1`,
      `/.${path}`,
      `/x/..${path}`,
      path.replace('pictures', '%70ictures'),
      path.replace('/pictures', '/Pictures'),
      path.replace('/pictures/', '/pictures//'),
      new URL(path, context.server.app.config.issuer).href,
    ])
      expect(await refusalOf(show(other.access, spelling)), spelling).toMatchObject(refused);
    await context.call('removeAvatar', { token: other.access });
    await upload(other.access, await picture());
    expect((await fetched(path)).response.status).toBe(200);
    expect((await context.call('getProfile', { token: owner.access })).avatar_url).toBe(path);
  });

  test('its owner may send its path, also as a URL, and the picture is kept', async () => {
    const { access } = await context.visitor();
    const path = String((await upload(access, await picture())).avatar_url);
    const absolute = new URL(path, context.server.app.config.issuer).href;
    for (const own of [path, absolute]) expect((await show(access, own)).avatar_url).toBe(path);
    expect((await fetched(path)).response.status).toBe(200);
  });

  test.each(['https://pictures.example/a.png', '/a.png', ''])(
    'it is deleted when its owner shows %j instead, and cannot be named again',
    async instead => {
      const { access } = await context.visitor();
      const path = String((await upload(access, await picture())).avatar_url);
      expect((await show(access, instead)).avatar_url).toBe(instead || null);
      expect((await fetched(path)).response.status).toBe(404);
      expect(await refusalOf(show(access, path))).toMatchObject(refused);
    },
  );

  test('a refused change of the profile keeps it', async () => {
    const { access } = await context.visitor();
    const path = String((await upload(access, await picture())).avatar_url);
    const other = await context.visitor();
    const { nickname } = await context.call('getProfile', { token: other.access });
    const change = context.call('updateProfile', { token: access, body: { avatar_url: '', nickname } });
    expect(await refusalOf(change)).toMatchObject({ refusal: 'NicknameExists' });
    expect((await context.call('getProfile', { token: access })).avatar_url).toBe(path);
    expect((await fetched(path)).response.status).toBe(200);
  });
});

describe('a file that is not a picture is refused and changes nothing', () => {
  const bomb = () =>
    sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
  test.each<[string, () => Promise<Uint8Array>]>([
    ['nothing', async () => new Uint8Array()],
    ['half a picture', async () => (await picture()).subarray(0, 60)],
    ['a small file that says it is enormous', bomb],
    [
      'a drawing that could hold scripts',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    [
      'a drawing of a size, sent as a PNG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    [
      'a TIFF, sent as a PNG',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .tiff()
          .toBuffer(),
    ],
  ])('%s', async (_what, make) => {
    const { access } = await context.visitor();
    const { avatar_url } = await upload(access, await picture());
    expect(await refusalOf(upload(access, await make()))).toMatchObject({ refusal: 'InvalidPicture' });
    expect((await context.call('getProfile', { token: access })).avatar_url).toBe(avatar_url);
  });

  test('refuses another content type, and more than 5 MiB', async () => {
    const { access } = await context.visitor();
    expect(await refusalOf(upload(access, await picture(), 'image/gif'))).toMatchObject({
      refusal: 'WrongType',
    });
    expect(await refusalOf(upload(access, new Uint8Array(5 * 1024 * 1024 + 1)))).toMatchObject({
      refusal: 'TooLarge',
    });
  });
});

test('while one account sends decompression bombs, the pictures of others are accepted', async () => {
  const { access: attacker } = await context.visitor();
  const others = await Promise.all(Array.from({ length: 6 }, () => context.visitor()));
  // Within the limit of pixels, a megabyte, held as a whole while it is decoded.
  const bomb = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#c23a22' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const file = await picture();
  const bombs = Array.from({ length: BOMBS }, () =>
    upload(attacker, bomb).then(
      () => 'taken',
      (error: { refusal?: string }) => error.refusal,
    ),
  );
  const taken = await Promise.allSettled(others.map(({ access }) => upload(access, file)));
  const failed = taken.filter(({ status }) => status === 'rejected').length;
  noteAttack({
    attack: `picture bombs, ${BOMBS} at once by one account: uploads of others refused`,
    tried: others.length,
    through: failed,
    may: 0,
  });
  expect(failed).toBe(0);
  // Two processes, and four that wait.
  expect((await Promise.all(bombs)).filter(end => end === 'TooBusy').length).toBeGreaterThanOrEqual(
    BOMBS - 6,
  );
});

test.each(['../../../secret', '0'.repeat(31), '0'.repeat(32), '%00'])(
  '/pictures/%s.webp is not there',
  async name => {
    expect((await fetched(`/pictures/${name}.webp`)).response.status).toBe(404);
  },
);
