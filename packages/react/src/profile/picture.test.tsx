// @vitest-environment jsdom
import type { Profile } from '@rollcall/contract';
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROFILE } from '../account/testing.ts';
import { button, fakeServer, press, settle, show } from '../testing.tsx';
import { ProfilePicture } from './picture.tsx';

let close = async () => {};
afterEach(() => close());
/** The files that are being read. */
const reads: Promise<void>[] = [];
beforeEach(() => {
  reads.length = 0;
  const { readAsDataURL } = FileReader.prototype;
  vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader, file) {
    reads.push(new Promise(resolve => this.addEventListener('loadend', () => resolve())));
    readAsDataURL.call(this, file);
  });
});

function Page({ first }: { first: Profile }) {
  const [profile, setProfile] = useState(first);
  return <ProfilePicture profile={profile} onProfile={setProfile} />;
}

async function page(first: Profile = PROFILE) {
  const server = fakeServer({ signedIn: true });
  let progress: (event: { loaded: number; total: number }) => void = () => {};
  const { createRequest } = server.auth.browser;
  // a browser reports the progress of an upload
  Object.assign(server.auth.browser, {
    createRequest: () =>
      Object.assign(createRequest(), {
        upload: { addEventListener: (_: string, listener: typeof progress) => (progress = listener) },
      }),
  });
  const { box, unmount } = await show(server.auth, <Page first={first} />);
  close = unmount;
  const preview = () => box.querySelector<HTMLImageElement>('img[src^="data:"]');
  /** Until all that was chosen is read. */
  const shown = async () => {
    await act(async () => {
      await Promise.all(reads.splice(0));
    });
    expect(preview()).not.toBeNull();
  };
  const pick = async (file: File) => {
    const input = box.querySelector<HTMLInputElement>('[type=file]');
    if (!input) throw new Error('no input');
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  };
  const alerts = () => [...box.querySelectorAll('[role=alert]')].map(one => one.textContent).join('|');
  return {
    server,
    box,
    preview,
    shown,
    pick,
    alerts,
    advance: (loaded: number) => act(async () => progress({ loaded, total: 100 })),
  };
}
const png = (size = 10) => new File([new Uint8Array(size)], 'me.png', { type: 'image/png' });

test('what is picked is looked at first, then sent with its progress, and is the picture', async () => {
  const { server, box, shown, pick, advance, preview } = await page();
  await pick(png());
  await shown();
  expect(server.requests).toEqual([]);
  expect(document.activeElement).toBe(button(box, '使用这张图片'));
  await press(button(box, '使用这张图片'));
  expect(server.last()?.path).toMatch(/accounts\/avatar$/);
  await advance(40);
  expect(box.querySelector('label[for]')?.textContent).toBe('正在上传 40%');
  expect(box.querySelector('progress')?.value).toBe(0.4);
  await advance(100);
  // all is sent: it can't be taken back any more
  expect(box.textContent).toContain('正在处理图片');
  expect(box.querySelector('progress')?.hasAttribute('value')).toBe(false);
  expect([...box.querySelectorAll('button')]).toEqual([]);
  await server.last()?.answer(200, { data: { ...PROFILE, avatar_url: '/pictures/1.webp' } });
  expect(preview()).toBeNull();
  expect(box.querySelector('img')?.getAttribute('src')).toBe('/pictures/1.webp');
  expect(box.textContent).toContain('头像已更换');
});

test.each([
  ['a type that is not taken', () => new File(['x'], 'me.gif', { type: 'image/gif' }), '不支持这种文件'],
  ['a picture as iPhones keep them', () => new File(['x'], 'IMG_1.HEIC'), '不支持 HEIC 格式的图片'],
  ['no picture at all', () => new File(['x'], 'notes.txt'), '不支持这种文件'],
  ['more than 5 MiB', () => png(5 * 1024 * 1024 + 1), '图片太大'],
])('%s is refused before anything is sent', async (_, file, message) => {
  const { server, pick, alerts, preview } = await page();
  await pick(file());
  expect(alerts()).toContain(message);
  expect(preview()).toBeNull();
  expect(server.requests).toEqual([]);
});

test('exactly 5 MiB is taken', async () => {
  const { pick, shown, alerts } = await page();
  await pick(png(5 * 1024 * 1024));
  await shown();
  expect(alerts()).toBe('|');
});

test('a picture is pasted anywhere on the page, and dropped on its place', async () => {
  const { box, shown, preview } = await page();
  const paste = new Event('paste', { bubbles: true, cancelable: true });
  await act(async () => document.body.dispatchEvent(paste));
  expect(paste.defaultPrevented).toBe(false);
  const picture = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { files: [png()] },
  });
  await act(async () => document.body.dispatchEvent(picture));
  expect(picture.defaultPrevented).toBe(true);
  await shown();
  await press(button(box, '取消'));
  expect(preview()).toBeNull();
  expect(document.activeElement).toBe(box.querySelector('[type=file]'));

  const place = box.firstElementChild;
  const drag = (type: string, dataTransfer: object) =>
    Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer });
  const text = drag('dragover', { types: ['text/plain'], files: [] });
  await act(async () => place?.dispatchEvent(text));
  expect(text.defaultPrevented).toBe(false);
  const over = drag('dragover', { types: ['Files'], files: [] });
  await act(async () => place?.dispatchEvent(over));
  expect(over.defaultPrevented).toBe(true);
  expect(box.textContent).toContain('松开即可使用这张图片');
  await act(async () => place?.dispatchEvent(drag('drop', { types: ['Files'], files: [png()] })));
  await shown();
});

test('of two pictures that are picked at once the last one is used', async () => {
  const { server, box, shown, pick } = await page();
  const last = new File(['last'], 'last.png', { type: 'image/png' });
  await pick(png());
  await pick(last);
  await shown();
  expect(box.querySelector('img')?.src).toBe(`data:image/png;base64,${btoa('last')}`);
  await press(button(box, '使用这张图片'));
  expect(server.requests).toHaveLength(1);
});

test('what the server can’t read is said to be so; a lost line keeps the picture for another try', async () => {
  const { server, box, shown, pick, alerts, preview } = await page();
  await pick(png());
  await shown();
  await press(button(box, '使用这张图片'));
  await server.last()?.timeOut();
  expect(alerts()).toContain('服务器响应超时');
  expect(preview()).not.toBeNull();
  await press(button(box, '重试'));
  expect(server.requests).toHaveLength(2);
  await server.last()?.answer(400, { code: 'RC_422', msg: 'x' });
  expect(alerts()).toContain('这张图片打不开');
  expect(preview()).toBeNull();
});

test('a preview that can’t be drawn is not offered', async () => {
  const { pick, shown, preview, alerts } = await page();
  await pick(png());
  await shown();
  await act(async () => preview()?.dispatchEvent(new Event('error')));
  expect(alerts()).toContain('这张图片打不开');
});

test('sending is cancelled: the request is aborted and nothing is said to be wrong', async () => {
  const { server, box, shown, pick, alerts } = await page();
  await pick(png());
  await shown();
  await press(button(box, '使用这张图片'));
  await press(button(box, '取消'));
  expect(server.last()?.aborted()).toBe(true);
  await settle();
  expect(alerts()).toBe('|');
  expect(box.textContent).toContain('上传头像');
});

test('a picture is removed, and there is none to remove then', async () => {
  const { server, box } = await page({ ...PROFILE, avatar_url: '/pictures/1.webp' });
  await press(button(box, '移除头像'));
  expect(button(box, '正在移除').getAttribute('aria-disabled')).toBe('true');
  await server.last()?.answer(200, { data: PROFILE });
  expect(box.textContent).toContain('头像已移除');
  expect(box.querySelectorAll('button')).toHaveLength(0);
});
