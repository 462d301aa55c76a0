// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { jumps } from './jumps.ts';
import { isTaken } from './keys.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

/** Whether a key pressed on an element belongs to it. */
const takenOn = (markup: string, init: KeyboardEventInit = {}): boolean => {
  document.body.innerHTML = markup;
  let taken: boolean | undefined;
  const listen = (event: KeyboardEvent) => {
    taken = isTaken(event);
  };
  addEventListener('keydown', listen, { once: true });
  const target = document.querySelector('[data-target]') ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, ...init }));
  if (taken === undefined) throw new Error('no key came');
  return taken;
};

test('keys act on the page, on links and on buttons', () => {
  expect(takenOn('<p>text</p>')).toBe(false);
  expect(takenOn('<a href="/console" data-target>link</a>')).toBe(false);
  expect(takenOn('<button data-target>button</button>')).toBe(false);
  expect(takenOn('<input type="checkbox" data-target>')).toBe(false);
  expect(takenOn('<input type="radio" data-target>')).toBe(false);
});

test.each([
  '<input data-target>',
  '<textarea data-target></textarea>',
  '<select data-target></select>',
  '<div role="combobox" data-target></div>',
  '<div role="textbox" data-target></div>',
])('none acts while somebody types in %s', markup => {
  expect(takenOn(markup)).toBe(true);
});

test('none acts while an input method composes, or a dialog is open', () => {
  expect(takenOn('<p>text</p>', { isComposing: true })).toBe(true);
  expect(takenOn('<p>text</p>', { keyCode: 229 })).toBe(true);
  expect(takenOn('<dialog open></dialog>')).toBe(true);
});

test('no two letters go to one view', () => {
  const paths = Object.values(jumps);
  expect(new Set(paths).size).toBe(paths.length);
});
