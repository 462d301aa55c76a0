// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { words } from '../words/zh-CN.ts';
import { Late } from './late.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: Root;
let box: HTMLElement;
const reported = vi.fn<(error: unknown) => void>();
beforeEach(() => {
  reported.mockClear();
  vi.stubGlobal('reportError', reported);
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});
const draw = (children: ReactNode) =>
  act(async () =>
    root.render(
      <>
        <input defaultValue="" />
        {children}
      </>,
    ),
  );
const Greeting = ({ name }: { name: string }) => <p>{`你好，${name}`}</p>;
const button = (text: string) => [...box.querySelectorAll('button')].find(one => one.textContent === text);

/** Loads that end when the test says. */
function loads() {
  const requests: { come: () => Promise<void>; fail: (error: Error) => Promise<void> }[] = [];
  const load = vi.fn(
    () =>
      new Promise<typeof Greeting>((resolve, reject) => {
        requests.push({
          come: () => act(async () => resolve(Greeting)),
          fail: error => act(async () => reject(error)),
        });
      }),
  );
  return { requests, load };
}

test('stands in its place when it has come, and was waited for before', async () => {
  const { requests, load } = loads();
  await draw(<Late load={load} with={{ name: '小满' }} words={words} waiting={<i>…</i>} />);
  expect(box.textContent).toBe('…');
  await requests[0]?.come();
  expect(box.textContent).toBe('你好，小满');
  await draw(<Late load={load} with={{ name: '知远' }} words={words} />);
  expect(box.textContent).toBe('你好，知远');
  expect(load).toHaveBeenCalledTimes(1);
});

test('that does not arrive is shown, reported, and requested again by the button; what was typed stays', async () => {
  const { requests, load } = loads();
  await draw(<Late load={load} with={{ name: '小满' }} words={words} />);
  const input = box.querySelector('input');
  if (input) input.value = 'typed';
  const error = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });
  await requests[0]?.fail(error);
  expect(box.querySelector('[role=alert]')?.textContent).toContain('加载失败');
  expect(button(words.reload)).toBeUndefined();
  await act(async () => button('重试')?.click());
  expect(load).toHaveBeenCalledTimes(2);
  // the second time there is another way out
  await requests[1]?.fail(error);
  expect(button(words.reload)).toBeDefined();
  await act(async () => button('重试')?.click());
  await requests[2]?.come();
  expect(box.textContent).toBe('你好，小满');
  expect(box.querySelector('input')?.value).toBe('typed');
  expect(reported.mock.calls).toEqual([[error], [error]]);
});

test('that goes away while it is awaited is forgotten', async () => {
  const { requests, load } = loads();
  await draw(<Late load={load} with={{ name: '小满' }} words={words} />);
  await draw(null);
  await requests[0]?.come();
  expect(box.textContent).toBe('');
});

test('that can’t be drawn takes nothing else with it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Broken = (): ReactNode => {
    throw new Error('broken');
  };
  const load = async () => Broken;
  await draw(<Late load={load} with={{}} words={words} />);
  expect(box.querySelector('[role=alert]')).not.toBeNull();
  expect(box.querySelector('input')).not.toBeNull();
});
