// @vitest-environment jsdom
import fc from 'fast-check';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { button, fakeServer, press, settle, show } from '../testing.tsx';
import { fakeLayout, fakeObserver } from '../viewport/testing.ts';
import { InfiniteScroll } from './infinite-scroll.tsx';
import { keepPlace } from './place.ts';
import type { ScrollPage } from './use-infinite-scroll.ts';

const SIZE = 3;
/** ScrollPage `index` of a list with so many parts. */
const part = (index: number, parts: number): ScrollPage<number, number> => ({
  items: Array.from({ length: SIZE }, (_, item) => index * SIZE + item),
  next: index + 1 < parts ? index + 1 : undefined,
});

interface Waiting {
  readonly next: number;
  readonly signal: AbortSignal;
  readonly come: () => Promise<void>;
  readonly fail: () => Promise<void>;
}

async function open(parts = 4, more: { distance?: number; place?: string } = {}) {
  const requests: Waiting[] = [];
  const load = (next: number, signal: AbortSignal) =>
    new Promise<ScrollPage<number, number>>((resolve, reject) => {
      requests.push({
        next,
        signal,
        come: async () => {
          resolve(part(next, parts));
          await settle();
        },
        fail: async () => {
          reject(new Error('offline'));
          await settle();
        },
      });
    });
  const { box, unmount } = await show(
    fakeServer().auth,
    <InfiniteScroll
      first={part(0, parts)}
      load={load}
      label="numbers"
      count={parts * SIZE}
      keyOf={item => item}
      {...more}
    >
      {(item, titleId) => <h2 id={titleId}>{item}</h2>}
    </InfiniteScroll>,
  );
  ends.push(unmount);
  return {
    box,
    requests,
    items: () => [...box.querySelectorAll('h2')].map(title => Number(title.textContent)),
    feed: () => box.querySelector('[role=feed]'),
    status: () => box.querySelector('[aria-live]')?.textContent,
  };
}
const ends: (() => Promise<void>)[] = [];
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', vi.fn());
  sessionStorage.clear();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  vi.useRealTimers();
});

describe('by scrolling [9.infinite-scroll]', () => {
  test('loads the next part once when the end is near, however many events report it', async () => {
    const observers = fakeObserver();
    const { requests, items, feed, status } = await open();
    expect(requests).toHaveLength(0);
    await act(async () => {
      for (const observer of observers) {
        observer.tell(true);
        observer.tell(true);
      }
    });
    await pass(1_000);
    expect(requests.map(one => one.next)).toEqual([1]);
    expect(feed()?.getAttribute('aria-busy')).toBe('true');
    await requests[0]?.come();
    expect(items()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(feed()?.getAttribute('aria-busy')).toBe('false');
    expect(status()).toContain('已显示 6 项，共 12 项');
  });

  test('looks each 200 ms at most: an end that comes near 50 ms after the first look is seen at the next', async () => {
    const observers = fakeObserver();
    const { requests } = await open();
    const tell = (near: boolean) =>
      act(async () => {
        for (const observer of observers) observer.tell(near);
      });
    await tell(false);
    await pass(50);
    await tell(true);
    await pass(149);
    expect(requests).toHaveLength(0);
    await pass(1);
    expect(requests).toHaveLength(1);
  });

  test('goes on while the end stays near, not more often than each 200 ms, and stops at the end', async () => {
    const observers = fakeObserver();
    const { requests, items, status, box } = await open(4);
    const near = () =>
      act(async () => {
        for (const observer of observers) observer.tell(true);
      });
    await near();
    await requests[0]?.come();
    await near();
    expect(requests).toHaveLength(1);
    await pass(199);
    expect(requests).toHaveLength(1);
    await pass(1);
    expect(requests).toHaveLength(2);
    await requests[1]?.come();
    await pass(200);
    await near();
    await pass(200);
    await requests[2]?.come();
    await near();
    await pass(1_000);
    expect(requests).toHaveLength(3);
    expect(items()).toHaveLength(12);
    expect(status()).toContain('已经到底了');
    expect(box.querySelector('button')).toBeNull();
  });

  test('at the distance that is given, without IntersectionObserver too', async () => {
    let top = 851;
    fakeLayout(800, () => top);
    const { requests } = await open(4, { distance: 50 });
    expect(requests).toHaveLength(0);
    top = 850;
    await act(async () => void dispatchEvent(new Event('scroll')));
    await pass(200);
    await pass(200);
    expect(requests).toHaveLength(1);
  });

  test('at distance 0 when the end reaches the foot of the window', async () => {
    let top = 801;
    fakeLayout(800, () => top);
    const { requests } = await open(4);
    top = 800;
    await act(async () => void dispatchEvent(new Event('scroll')));
    await pass(400);
    expect(requests).toHaveLength(1);
  });

  test('does not ask again by itself after a failure; the button does', async () => {
    const observers = fakeObserver();
    const { requests, box, items } = await open();
    await act(async () => {
      for (const observer of observers) observer.tell(true);
    });
    await requests[0]?.fail();
    expect(box.querySelector('[role=alert]')?.textContent).toContain('加载失败');
    await pass(10_000);
    expect(requests).toHaveLength(1);
    await press(button(box, '重试'));
    expect(requests.map(one => one.next)).toEqual([1, 1]);
    await requests[1]?.come();
    expect(items()).toHaveLength(6);
    expect(box.querySelector('[role=alert]')).toBeNull();
  });

  test('is aborted when the list goes away', async () => {
    const observers = fakeObserver();
    const { requests } = await open();
    await act(async () => {
      for (const observer of observers) observer.tell(true);
    });
    for (const end of ends.splice(0)) await end();
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('from the keyboard', () => {
  test('the button loads, does nothing twice, and the focus goes to the first new item', async () => {
    fakeObserver();
    const { requests, box } = await open();
    const more = button(box, '加载更多');
    await press(more);
    await press(more);
    expect(requests).toHaveLength(1);
    expect(more.getAttribute('aria-disabled')).toBe('true');
    await requests[0]?.come();
    expect(document.activeElement?.getAttribute('aria-posinset')).toBe('4');
  });

  test('Page Down and Page Up go from item to item', async () => {
    fakeObserver();
    const { box } = await open();
    const items = [...box.querySelectorAll('article')];
    items[0]?.focus();
    const key = (name: string) =>
      act(async () =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
        ),
      );
    await key('PageDown');
    await key('PageDown');
    expect(document.activeElement).toBe(items[2]);
    await key('PageUp');
    expect(document.activeElement).toBe(items[1]);
    expect(items.map(item => item.getAttribute('aria-setsize'))).toEqual(['12', '12', '12']);
  });
});

describe('the way back', () => {
  const comeBack = (type: string) =>
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);

  test('restores the place: as many parts, then the scroll position', async () => {
    fakeObserver();
    vi.stubGlobal('scrollY', 2_400);
    const first = await open(4, { place: 'numbers' });
    await press(button(first.box, '加载更多'));
    await first.requests[0]?.come();
    await press(button(first.box, '加载更多'));
    await first.requests[1]?.come();
    dispatchEvent(new Event('pagehide'));
    for (const end of ends.splice(0)) await end();

    comeBack('back_forward');
    const { requests, items } = await open(4, { place: 'numbers' });
    expect(scrollTo).not.toHaveBeenCalled();
    await requests[0]?.come();
    await requests[1]?.come();
    expect(requests.map(one => one.next)).toEqual([1, 2]);
    expect(items()).toHaveLength(9);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 2_400);
  });

  test('is not restored when the page is opened anew', async () => {
    fakeObserver();
    keepPlace('numbers', { parts: 3, y: 900 });
    comeBack('navigate');
    const { requests } = await open(4, { place: 'numbers' });
    await pass(1_000);
    expect(requests).toHaveLength(0);
  });

  test('ends where a part does not come, and at the end of a list that is shorter now', async () => {
    fakeObserver();
    keepPlace('numbers', { parts: 9, y: 900 });
    comeBack('reload');
    const failing = await open(4, { place: 'numbers' });
    await failing.requests[0]?.fail();
    expect(scrollTo).toHaveBeenCalledTimes(1);
    for (const end of ends.splice(0)) await end();
    const shorter = await open(2, { place: 'numbers' });
    await shorter.requests[0]?.come();
    expect(scrollTo).toHaveBeenCalledTimes(2);
    expect(shorter.items()).toHaveLength(6);
  });

  test.each(['{', '[]', '{"parts":1e99,"y":"x"}', 'null', '{"parts":"3","y":5}'])(
    'is not led astray by what somebody else wrote: %s',
    async text => {
      fakeObserver();
      sessionStorage.setItem('rollcall.place.numbers', text);
      comeBack('reload');
      const { requests } = await open(4, { place: 'numbers' });
      expect(requests).toHaveLength(0);
    },
  );
});

test('for any order of events each part is shown once and in order, and one load runs at a time', async () => {
  const step = fc.constantFrom('near', 'far', 'press', 'come', 'fail', 'wait');
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, parts) => {
        const observers = fakeObserver();
        const { box, requests, items } = await open(parts);
        let answered = 0;
        for (const name of steps) {
          if (name === 'near' || name === 'far')
            await act(async () => {
              for (const observer of observers) observer.tell(name === 'near');
            });
          else if (name === 'wait') await pass(200);
          else if (name === 'press') {
            const more = box.querySelector('button');
            if (more) await press(more);
          } else if (answered < requests.length) await requests[answered++]?.[name]();
          expect(requests.length - answered).toBeLessThanOrEqual(1);
          const shown = items();
          expect(shown).toEqual(shown.map((_, index) => index));
          expect(shown.length % SIZE).toBe(0);
          expect(shown.length).toBeLessThanOrEqual(parts * SIZE);
        }
        for (const end of ends.splice(0)) await end();
      },
    ),
    { numRuns: 60 },
  );
});
