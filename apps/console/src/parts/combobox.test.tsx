// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { Combobox } from './combobox.tsx';

const CODES = ['math-7', 'math-8', 'music'];
beforeEach(() => void vi.useFakeTimers());
// Hooks run in reverse order after a test, so that a part is unmounted before its timers are gone.
afterEach(() => void vi.useRealTimers());
const { box, render } = testRoot();

const load = async (search: string) => CODES.filter(code => code.startsWith(search));

/** A field with the options that a search found. */
async function searched(text: string, more: { onType?: (text: string) => void } = {}) {
  const onSelect = vi.fn();
  await render(
    <Combobox
      label="Product"
      value=""
      load={load}
      idOf={String}
      textOf={String}
      onSelect={onSelect}
      {...more}
    />,
  );
  const input = box.querySelector('input');
  if (!input) throw new Error('no field');
  await act(async () => {
    input.focus();
    // as the browser does, so that React handles it
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(() => vi.advanceTimersByTimeAsync(1000));
  const press = (key: string, more: KeyboardEventInit = {}) =>
    act(async () => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    });
  const options = () => [...box.querySelectorAll('[role=option]')].map(option => option.textContent);
  return { press, options, onSelect };
}

test('Enter selects the first option where only what is found can be selected', async () => {
  const { press, options, onSelect } = await searched('math');
  expect(options()).toEqual(['math-7', 'math-8']);
  await press('Enter');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('math-7');
});

test('a key that an input method takes selects nothing, and closes nothing', async () => {
  const { press, options, onSelect } = await searched('math');
  for (const key of ['Enter', 'ArrowDown', 'Escape']) await press(key, { isComposing: true });
  expect(onSelect).not.toHaveBeenCalled();
  expect(options()).toEqual(['math-7', 'math-8']);
  expect(box.querySelector('input')?.value).toBe('math');
  await press('Enter');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('math-7');
});

test('where any text can be a value, Enter takes a text that is the beginning of an option', async () => {
  const onType = vi.fn();
  const { press, options, onSelect } = await searched('math', { onType });
  expect(options()).toEqual(['math-7', 'math-8']);
  await press('Enter');
  expect(onType).toHaveBeenCalledExactlyOnceWith('math');
  expect(onSelect).not.toHaveBeenCalled();
});

test('where any text can be a value, the arrow keys still select an option', async () => {
  const onType = vi.fn();
  const { press, onSelect } = await searched('math', { onType });
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Enter');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('math-8');
  expect(onType).not.toHaveBeenCalled();
});
