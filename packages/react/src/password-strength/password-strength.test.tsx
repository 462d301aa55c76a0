// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, settle, show } from '../testing.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { PAUSE_MS } from './use-password-strength.ts';
import { strengthWords } from './words.ts';

const loads = vi.hoisted(() => ({ count: 0 }));
vi.mock('./judge.ts', async original => {
  loads.count++;
  return original();
});

// what is heavy is read once, outside of the held clock
beforeAll(() => vi.importActual('./judge.ts'));
beforeEach(() => {
  vi.useFakeTimers();
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});

async function page(password: string) {
  const { box, unmount } = await show(fakeServer().auth, <PasswordStrength password={password} />);
  close = unmount;
  const pause = async () => {
    await act(async () => vi.advanceTimersByTime(PAUSE_MS));
    await act(() => vi.dynamicImportSettled());
    await settle();
  };
  /** The same, for what is judged: however long the judge takes to come. */
  const judged = async () => {
    await pause();
    await act(async () => void (await import('./judge.ts')));
    await settle();
  };
  return { box, pause, judged };
}

test('nothing is loaded before a password is typed', async () => {
  const { box, pause } = await page('');
  await pause();
  expect(loads.count).toBe(0);
  expect(box.textContent).toBe('');
});

test('a password that breaks the rule is not judged; the field says the rule', async () => {
  const { box, pause } = await page('abc');
  await pause();
  expect(box.textContent).toBe('');
});

test('a weak password shows why in one line, after a pause in the typing', async () => {
  const { box, judged } = await page('password1');
  expect(box.textContent).toBe('');
  await judged();
  expect(box.querySelector('[aria-live]')?.getAttribute('data-strength')).toBe('weak');
  expect(box.textContent).toBe('强度：弱很多人在用这个密码。');
});

test('a strong password shows that it is strong, and nothing more', async () => {
  const { box, judged } = await page('Tree-house9');
  await judged();
  expect(box.textContent).toBe('强度：强');
});

test('while a button is pressed nothing moves: the strength is shown after it is let go', async () => {
  const { box, judged } = await page('password1');
  const press = (type: string) => act(async () => void window.dispatchEvent(new Event(type)));
  await press('pointerdown');
  await judged();
  expect(box.textContent).toBe('');
  await press('pointerup');
  expect(box.textContent).toBe('');
  await act(async () => vi.advanceTimersByTime(0));
  expect(box.textContent).toContain('强度：弱');
});

test('every sentence about a password fits on the line of a phone', () => {
  /** In half-width characters: 320 px hold the bar, the word and these. */
  const widthOf = (text: string) => text.replaceAll(/[\u3000-\uffff]/g, 'ww').length;
  for (const { warning, advice } of Object.values(strengthWords))
    for (const text of [...Object.values(warning), ...Object.values(advice)])
      expect(widthOf(text), text).toBeLessThanOrEqual(26);
});
