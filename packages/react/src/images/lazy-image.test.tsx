// @vitest-environment jsdom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { zhCN } from '../phrases/zh-CN.ts';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { fakeServer, settle, show } from '../testing.tsx';
import { fakeLayout, fakeObserver } from '../viewport/testing.ts';
import { LazyImage, type LazyImageProps } from './lazy-image.tsx';

const props: LazyImageProps = { src: '/one.svg', alt: '一座迷宫', width: 480, height: 320 };
const open = async (more: Partial<LazyImageProps> = {}) => {
  const { auth } = fakeServer();
  const { box, unmount } = await show(auth, <LazyImage {...props} {...more} />);
  ends.push(unmount);
  return {
    box,
    phase: () => box.firstElementChild?.getAttribute('data-phase'),
    image: () => box.querySelector('img'),
  };
};
const ends: (() => Promise<void>)[] = [];
const happen = async (image: HTMLImageElement | null, type: 'load' | 'error') => {
  await act(async () => void image?.dispatchEvent(new Event(type)));
  await settle();
};
let decode: ReturnType<typeof vi.fn<() => Promise<void>>>;
beforeEach(() => {
  vi.useFakeTimers();
  decode = vi.fn(async () => {});
  Object.assign(HTMLImageElement.prototype, { decode });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  vi.useRealTimers();
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

describe('when it is loaded [9.lazy-image]', () => {
  test('not before it is near, and then immediately; watched 0.3 screens beyond the window', async () => {
    const observers = fakeObserver();
    const { image, phase, box } = await open();
    expect([phase(), image()]).toEqual(['waiting', null]);
    expect(box.textContent).toContain('一座迷宫');
    const [observer] = observers;
    expect(observer?.options?.rootMargin).toMatch(/^30(?:\.0+\d*)?% 0px 30(?:\.0+\d*)?%$/);
    await act(async () => observer?.tell(false));
    expect(phase()).toBe('waiting');
    await act(async () => void vi.advanceTimersByTime(200));
    await act(async () => observer?.tell(true));
    expect(phase()).toBe('loading');
    expect(image()?.getAttribute('src')).toBe('/one.svg');
    expect(observers.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    [undefined, 200],
    [50, 50],
  ])(
    'is looked at each 200 ms at most, or as often as is given (%s): one that is scrolled past meanwhile is not loaded',
    async (throttle, ms) => {
      const observers = fakeObserver();
      const { phase } = await open(throttle === undefined ? {} : { throttle });
      const [observer] = observers;
      const tell = (near: boolean) => act(async () => observer?.tell(near));
      const pass = (time: number) => act(async () => void vi.advanceTimersByTime(time));
      await tell(false);
      await pass(1);
      await tell(true);
      await pass(ms - 3);
      await tell(false);
      await pass(2);
      expect(phase()).toBe('waiting');
      await tell(true);
      await pass(ms - 1);
      expect(phase()).toBe('waiting');
      await pass(1);
      expect(phase()).toBe('loading');
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('without IntersectionObserver by looking at 200 ms, within 1.3 screens', async () => {
    let top = 1_301;
    fakeLayout(1_000, () => top);
    const { phase } = await open();
    expect(phase()).toBe('waiting');
    top = 1_300;
    await act(async () => void dispatchEvent(new Event('scroll')));
    await act(async () => void vi.advanceTimersByTime(199));
    expect(phase()).toBe('waiting');
    await act(async () => void vi.advanceTimersByTime(1));
    expect(phase()).toBe('loading');
  });

  test('an eager one from the start', async () => {
    fakeObserver();
    const { phase, image } = await open({ eager: true });
    expect(phase()).toBe('loading');
    expect(image()?.getAttribute('fetchpriority')).toBe('high');
  });

  test('on paper, wherever it stands', async () => {
    fakeObserver();
    const { phase } = await open();
    await act(async () => void dispatchEvent(new Event('beforeprint')));
    expect(phase()).toBe('loading');
  });
});

describe('while it is loaded', () => {
  test('is shown when it is decoded, not before', async () => {
    fakeObserver();
    let decoded = () => {};
    decode.mockReturnValue(new Promise<void>(resolve => (decoded = resolve)));
    const { phase, image } = await open({ eager: true });
    await happen(image(), 'load');
    expect(phase()).toBe('loading');
    decoded();
    await settle();
    expect(phase()).toBe('shown');
  });

  test('is tried three times, each with an element of its own, then its words and a button stand there [9.lazy-image]', async () => {
    fakeObserver();
    const { phase, image, box } = await open({ eager: true });
    const first = image();
    await happen(first, 'error');
    expect(image()).toBe(first);
    await act(async () => void vi.advanceTimersByTime(500));
    const second = image();
    expect(second).not.toBe(first);
    await happen(second, 'error');
    await act(async () => void vi.advanceTimersByTime(1_000));
    const third = image();
    expect(third).not.toBe(second);
    await happen(third, 'error');
    expect([phase(), image()]).toEqual(['failed', null]);
    expect(box.textContent).toContain('一座迷宫（图片加载失败）');
    await act(async () => void vi.advanceTimersByTime(60_000));
    expect(phase()).toBe('failed');

    const button = box.querySelector('button');
    expect(button?.getAttribute('aria-label')).toBe('重试：一座迷宫');
    await act(async () => button?.click());
    expect(phase()).toBe('loading');
    await happen(image(), 'load');
    expect(phase()).toBe('shown');
  });

  test('that comes broken is tried again like one that does not come', async () => {
    fakeObserver();
    decode.mockRejectedValueOnce(new DOMException('broken', 'EncodingError'));
    const { phase, image } = await open({ eager: true });
    const first = image();
    await happen(first, 'load');
    expect(phase()).toBe('loading');
    await act(async () => void vi.advanceTimersByTime(500));
    expect(image()).not.toBe(first);
    await happen(image(), 'load');
    expect(phase()).toBe('shown');
  });

  test('that came before the script is shown without an event', async () => {
    fakeObserver();
    const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(480);
    const { phase } = await open({ eager: true });
    await settle();
    expect(complete).toHaveBeenCalled();
    expect(phase()).toBe('shown');
  });

  test('and goes away, leaves no timer', async () => {
    fakeObserver();
    const { image } = await open({ eager: true });
    await happen(image(), 'error');
    for (const end of ends.splice(0)) await end();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('another picture in its place begins anew, and nothing late of the first one counts', async () => {
  fakeObserver();
  const { auth } = fakeServer();
  const box = document.body.appendChild(document.createElement('div'));
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(box);
  const draw = (src: string) =>
    act(async () =>
      root.render(
        <RollcallProvider auth={auth} phrases={zhCN}>
          <LazyImage {...props} src={src} eager />
        </RollcallProvider>,
      ),
    );
  let decoded = () => {};
  decode.mockReturnValueOnce(new Promise<void>(resolve => (decoded = resolve)));
  await draw('/one.svg');
  const first = box.querySelector('img');
  await happen(first, 'load');
  await draw('/two.svg');
  decoded();
  await settle();
  expect(box.firstElementChild?.getAttribute('data-phase')).toBe('loading');
  await happen(box.querySelector('img'), 'load');
  expect(box.firstElementChild?.getAttribute('data-phase')).toBe('shown');
  await act(async () => root.unmount());
  box.remove();
});

test.each([false, true])('is taken over as the server drew it, with its room (eager: %s)', async eager => {
  fakeObserver();
  const tree = (
    <RollcallProvider auth={undefined} phrases={zhCN}>
      <LazyImage {...props} eager={eager} />
    </RollcallProvider>
  );
  const html = renderToString(tree);
  expect(html).toContain('viewBox="0 0 480 320"');
  // no style in line: a strict policy forbids it
  expect(html).not.toContain('style=');
  // browsers without scripts see every picture
  expect(html).toMatch(eager ? /<img/ : /<noscript><img[^>]* src="\/one\.svg"/);
  const box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = html;
  const mismatch = vi.fn();
  const root = await act(async () => hydrateRoot(box, tree, { onRecoverableError: mismatch }));
  expect(mismatch).not.toHaveBeenCalled();
  await act(async () => root.unmount());
  box.remove();
});
